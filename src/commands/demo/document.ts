import * as v from 'valibot';
import type { PushDocument } from '../shared/plan-text/document.ts';
import { described, document, narrowed, text } from '../shared/document.ts';
import type { Printed } from '../shared/document.ts';

export const demoSchema = document(
  'demo',
  'docs demo --json',
  'Each step of the tour.',
  v.strictObject({
    steps: v.array(
      v.strictObject({
        title: text(),
        command: text('The command, as a person would type it.'),
        document: described(
          v.nullable(narrowed<PushDocument>()(v.looseObject({}))),
          'As in push.schema.json; null if the command failed before it had one.',
        ),
        error: described(
          v.nullable(v.strictObject({ code: text(), message: text() })),
          'As in error.schema.json; null if it did not fail.',
        ),
      }),
    ),
  }),
);
export type DemoDocument = Printed<typeof demoSchema>;
