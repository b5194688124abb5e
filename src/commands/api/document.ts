import * as v from 'valibot';
import { described, document, int, text } from '../shared/document.ts';
import type { Printed } from '../shared/document.ts';

const apiAnswer = v.strictObject({
  status: int(),
  headers: described(v.record(v.string(), v.string()), 'Names in lower case.'),
  body: described(v.unknown(), 'A JSON value if the answer is JSON, otherwise a string.'),
});
export type ApiAnswer = Printed<typeof apiAnswer>;

const shownRequest = v.strictObject({
  request: v.strictObject({
    method: text(),
    path: text('After the base URL, with its query.'),
    contentType: v.nullable(text()),
    body: v.nullable(text()),
  }),
});
export type ShownRequest = Printed<typeof shownRequest>;

export const apiSchema = document(
  'api',
  'docs api --json',
  'The answer of the platform; with --paginate, one such document per line.',
  v.union([apiAnswer, described(shownRequest, 'With --dry-run: what would be sent.')]),
);
