import * as v from 'valibot';
import { SEVERITIES } from '../../definitions/diff/rules.ts';
import { type ItemOf, batchDocument } from '../shared/batch/document.ts';
import { changeCounts, diffReport } from '../shared/definition-changes/document.ts';
import { type Printed, described, document, int, intFrom, text } from '../shared/document.ts';

/** The fields that the items of both commands have. */
const ofReference = { id: int('Of the reference.'), title: text(), version: text() };

export const refUploadSchema = batchDocument(
  'ref-upload',
  'docs ref upload --json',
  'What was, or with --dry-run would be, done with each definition.',
  {
    ...ofReference,
    id: v.nullable(int('Of the reference; null if it does not exist yet.')),
    file: text(),
    action: v.picklist(['create', 'update', 'unchanged']),
    draft: described(v.boolean(), 'Left as a draft rather than published.'),
    heldBy: v.nullable(
      text(
        'The settings file, or the version and what the platform says about it, because of which it is left as a draft.',
      ),
    ),
    public: described(v.boolean(), 'Whether readers see a definition of it already.'),
    bundled: described(v.boolean(), 'Whether several files were combined into one.'),
    nearest: v.nullable(
      text('For a title that the version does not have: the nearest one that it has.'),
    ),
    settings: described(
      v.strictObject({
        tryItOut: v.exactOptional(v.boolean()),
        allowDownload: v.exactOptional(v.boolean()),
        expandable: v.exactOptional(v.boolean()),
      }),
      'Display settings; those that are missing stay unchanged.',
    ),
    changes: described(
      v.nullable(changeCounts),
      'Compared with what readers see; null if there is nothing to compare with.',
    ),
    accepted: int('How many of the breaking changes docs-cli.accepted.yml accepts.'),
  },
);
/** The planned or actual result for one definition. */
export type UploadItem = ItemOf<typeof refUploadSchema>;

const listedDiff = v.variant('state', [
  v.strictObject({ state: v.literal('compared'), ...diffReport.entries }),
  v.strictObject({
    state: described(
      v.picklist(['not-published', 'not-built']),
      'not-published: there is nothing to compare with; not-built: it is generated, and not here.',
    ),
    new: text(),
    problem: text('Why it was not compared.'),
  }),
]);
/** One definition of the settings, compared with what is published. */
export type ListedDiff = Printed<typeof listedDiff>;

export const refDiffSchema = document(
  'ref-diff',
  'docs ref diff --json',
  'What changed between two definitions, worst first; without a name, a list with each definition of the settings.',
  v.union([diffReport, v.array(listedDiff)]),
);

const acceptedChange = v.strictObject({
  definition: text('The file, relative to the project.'),
  rule: text('Name of the rule: docs/ref-diff-verdicts.md.'),
  subject: text('What changed, for people.'),
  direction: v.exactOptional(text('request or response; missing if it makes no difference.')),
  place: text('JSON pointer into the new definition; of something removed, into the old one.'),
  change: text(),
  digest: text('Of what stands at its places, before and after.'),
  version: v.exactOptional(
    text('The version that it was compared with; missing if that was a file.'),
  ),
  reason: text(),
});

export const refAcceptSchema = document(
  'ref-accept',
  'docs ref accept --json',
  'What changed in the list of accepted changes.',
  v.strictObject({
    file: text('The list.'),
    accepted: described(v.array(acceptedChange), 'Changes that were not in the list.'),
    removed: described(v.array(acceptedChange), 'Entries whose change is not there any more.'),
    kept: int('How many entries stay as they were, those of other definitions among them.'),
  }),
);
export type AcceptReport = Printed<typeof refAcceptSchema>;

const checkedFile = v.strictObject({
  file: text(),
  title: v.nullable(
    text(
      'This and the next three are null if an error prevents the definition from being uploaded.',
    ),
  ),
  specification: v.nullable(text()),
  bytes: v.nullable(int('Size of what would be sent, in bytes.')),
  bundled: described(v.nullable(v.boolean()), 'Whether several files were combined into one.'),
  problems: v.array(
    v.strictObject({
      severity: v.picklist(['error', 'warning']),
      rule: text(),
      message: text(),
      why: v.nullable(
        text(
          'Why it matters. Null if the message says so, or if the rule is not part of the standard.',
        ),
      ),
      file: text(),
      line: intFrom(1, 'From 1.'),
      column: intFrom(1, 'From 1.'),
    }),
  ),
});
/** One definition that was checked. */
export type CheckedFile = Printed<typeof checkedFile>;

export const refCheckSchema = document(
  'ref-check',
  'docs ref check --json',
  'What was found in each definition.',
  v.strictObject({
    files: v.array(checkedFile),
    errors: int(),
    warnings: int(),
    known: int('Number of findings in the baseline of docs check, which are not listed.'),
  }),
);
export type DefinitionCheckReport = Printed<typeof refCheckSchema>;

const listedRule = v.strictObject({
  rule: text(),
  of: v.picklist(['diff', 'check']),
  request: described(
    v.nullable(v.picklist(SEVERITIES)),
    'For ref diff: what the change means if clients write what changed. Null for ref check.',
  ),
  response: described(v.nullable(v.picklist(SEVERITIES)), 'The same, if clients read it.'),
  severity: described(
    v.nullable(v.picklist(['error', 'warning'])),
    'For ref check: the severity without settings. Null for ref diff.',
  ),
  says: v.nullable(text('For ref diff: what happened. Null for ref check.')),
  why: text(),
});
export type ListedRule = Printed<typeof listedRule>;

export const refRulesSchema = document(
  'ref-rules',
  'docs ref rules --json',
  'The rules of ref diff or of ref check.',
  v.array(listedRule),
);

const listedReference = v.strictObject({
  id: int(),
  title: text(),
  slug: v.nullable(text('Null if the platform does not report it.')),
  version: text('The slug of its version, or its name if it has none.'),
  draft: described(
    v.nullable(v.boolean()),
    'Whether it has an unpublished draft; null if that was not checked.',
  ),
});
export type ListedReference = Printed<typeof listedReference>;

export const refListSchema = document(
  'ref-list',
  'docs ref list --json',
  'The references, by version.',
  v.array(listedReference),
);

export const refPublishSchema = batchDocument(
  'ref-publish',
  'docs ref publish --json',
  'What was, or with --dry-run would be, done with each reference.',
  ofReference,
);
export type PublishItem = ItemOf<typeof refPublishSchema>;

export const refGetSchema = document(
  'ref-get',
  'docs ref get --json',
  'A definition as it is served.',
  v.strictObject({
    id: int(),
    title: text(),
    slug: v.nullable(text()),
    version: text(),
    draft: v.boolean(),
    contentType: text(),
    definition: text('The text, in the requested format.'),
  }),
);
export type ReadReference = Printed<typeof refGetSchema>;
