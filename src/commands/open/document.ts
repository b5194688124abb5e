import * as v from 'valibot';
import { described, document, text } from '../shared/document.ts';
import type { Printed } from '../shared/document.ts';

export const openSchema = document(
  'open',
  'docs open --json',
  'The address of a page, or of the whole site.',
  v.strictObject({
    url: text(),
    opened: described(v.boolean(), 'Whether a browser was started: only on a terminal.'),
  }),
);
export type OpenedAddress = Printed<typeof openSchema>;
