import * as v from 'valibot';
import { type RuleName, type Severity, SEVERITIES } from '../../../definitions/diff/rules.ts';
import type { DefinitionDiff, NameChanges } from '../../../definitions/diff/changes.ts';
import type { Place } from '../../../system/findings/place.ts';
import type { PlacedChange } from '../../../definitions/places/definition-places.ts';
import type { Judged } from './accepted.ts';
import { type Printed, described, exactly, int, text } from '../document.ts';

export const changeCounts = exactly<Record<Severity, number>>()(
  v.strictObject({ breaking: int(), risky: int(), safe: int() }),
);

const names = exactly<NameChanges>()(
  v.strictObject({ added: v.array(text()), removed: v.array(text()), changed: v.array(text()) }),
);

const filePlace = exactly<Place>()(
  v.strictObject({
    file: text('Relative to the working folder, or a URL.'),
    line: int(),
    column: int(),
  }),
);

const definitionDiff = exactly<
  Omit<DefinitionDiff, 'changes'> & { readonly changes: readonly Judged<PlacedChange>[] }
>()(
  v.strictObject({
    operations: names,
    schemas: names,
    changes: v.array(
      v.strictObject({
        rule: text<RuleName>('Name of the rule: docs/ref-diff-verdicts.md.'),
        severity: v.picklist(SEVERITIES),
        subject: text('What changed, for people.'),
        message: text(),
        direction: described(
          v.nullable(v.picklist(['request', 'response'])),
          'Whether clients send or receive it; null if that makes no difference.',
        ),
        oldPointer: v.nullable(text('JSON pointer into the old definition; null for additions.')),
        newPointer: v.nullable(text('JSON pointer into the new definition; null for removals.')),
        operations: described(v.array(text()), 'The operations that are affected.'),
        oldPlace: described(
          v.nullable(filePlace),
          'Place in the old definition; null for additions, or if that definition is not a file.',
        ),
        newPlace: described(
          v.nullable(filePlace),
          'Place in the new definition; for removals, the nearest place that still exists. Null if that definition is not a file.',
        ),
        accepted: v.nullable(
          text('The reason for which docs-cli.accepted.yml accepts it; null if it does not.'),
        ),
      }),
    ),
    counts: changeCounts,
    elsewhere: described(
      v.array(text()),
      'Top-level parts that differ, other than operations and schemas.',
    ),
  }),
);

/** A comparison of two definitions, worst changes first. */
export const diffReport = v.strictObject({
  old: text('What was compared, for people.'),
  new: text(),
  ...definitionDiff.entries,
});
export type DiffReport = Printed<typeof diffReport>;
