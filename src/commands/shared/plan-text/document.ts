import * as v from 'valibot';
import type {
  Adopt,
  Change,
  ChangeKind,
  Conflict,
  Create,
  Delete,
  Field,
  Gone,
  Orphan,
  Publish,
  Pull,
  Unchanged,
  Unplaced,
  Update,
} from '../../../model/change.ts';
import type { FailureCode } from '../../../model/failure.ts';
import type { FilePath, PageId, PageKey } from '../../../model/ids.ts';
import type { Note } from '../../../model/local.ts';
import { described, document, exactly, int, intFrom, narrowed, text } from '../document.ts';
import type { Printed } from '../document.ts';

const key = text<PageKey>('version/documentation/slug');
const file = text<FilePath>("Relative to the config file's folder.");
const id = int<PageId>();
const field = exactly<Field>()(v.picklist(['title', 'slug', 'body']));
const fields = described(v.array(field), 'Fields that differ.');
const notes = described(v.array(text<Note>()), 'Settings in the file that the API cannot write.');
const movedTo = v.exactOptional(
  text<PageKey>('What git made of its file, in another documentation.'),
);

const changes = [
  v.pipe(
    exactly<Create>()(
      v.strictObject({
        kind: v.literal('create'),
        key,
        file,
        title: text(),
        category: v.nullable(text()),
        movedFrom: v.exactOptional(
          text<PageKey>(
            'Git moved its file from this key, of another documentation. The former page stays until somebody deletes it.',
          ),
        ),
        notes,
      }),
    ),
    v.title('create'),
  ),
  v.pipe(
    exactly<Update>()(
      v.strictObject({
        kind: v.literal('update'),
        key,
        file,
        id,
        fields,
        from: v.nullable(text<PageKey>('The former key, if the slug changes.')),
        isShown: described(
          v.boolean(),
          'Readers see the page: a new title or slug is live as soon as it is sent.',
        ),
        commit: v.nullable(
          text('The commit whose push is replaced, if the lock file does not have it.'),
        ),
        undoes: v.exactOptional(
          described(
            v.literal(true),
            'The file and the lock file went back with git to what they were before that commit.',
          ),
        ),
        overrides: v.exactOptional(
          described(fields, 'What changed on the platform as well: --ours replaces it.'),
        ),
        notes,
      }),
    ),
    v.title('update'),
  ),
  v.pipe(
    exactly<Publish>()(
      v.strictObject({
        kind: v.literal('publish'),
        key,
        file,
        id: v.nullable(int<PageId>('Null if the page does not exist yet.')),
        foreignDraft: described(
          v.boolean(),
          'The draft that would be published was not written from this folder.',
        ),
        held: described(
          v.nullable(
            v.picklist(['not-yet', 'unlisted', 'hidden', 'audience', 'gate', 'foreign', 'pulled']),
          ),
          'Why it is not published. foreign: its draft was written on the platform, and the file lacks it. pulled: docs wrote that draft into the file. Only docs page publish publishes either without a question. not-yet: its file or a page above it says that it is not for readers yet, or the settings of its version or documentation, unless the platform has that unpublished. gate: the platform would show everybody a part that is for an audience. --allow-listed publishes all but foreign, pulled and not-yet.',
        ),
        heldBy: v.exactOptional(
          text(
            'What holds it back, in words: for an audience, by guide/secret; which words are in the draft of which page.',
          ),
        ),
        notes,
      }),
    ),
    v.title('publish'),
  ),
  v.pipe(
    exactly<Adopt>()(v.strictObject({ kind: v.literal('adopt'), key, file, id })),
    v.title('adopt'),
  ),
  v.pipe(
    exactly<Pull>()(
      v.strictObject({
        kind: v.literal('pull'),
        key,
        file,
        id,
        fields,
        to: v.exactOptional(
          text<PageKey>('The new key, if the slug changed; the URL of the page changed with it.'),
        ),
        isShown: v.exactOptional(
          described(v.literal(true), 'Readers see the page. Only if the slug changed.'),
        ),
        newFile: v.exactOptional(
          described(v.literal(true), 'The page has no file yet: the file is created.'),
        ),
        draft: v.exactOptional(
          described(v.literal(true), 'The text is a draft that readers do not see.'),
        ),
        taken: v.exactOptional(
          described(v.literal(true), 'It is written into the file in this run.'),
        ),
        overrides: v.exactOptional(
          described(fields, 'What changed in the file as well: --theirs replaces it.'),
        ),
      }),
    ),
    v.title('pull'),
  ),
  v.pipe(
    exactly<Conflict>()(
      v.strictObject({
        kind: v.literal('conflict'),
        key,
        file: v.nullable(
          text<FilePath>("Relative to the config file's folder; null if the file is gone."),
        ),
        id: v.nullable(id),
        fields,
        group: v.picklist(['diverged', 'no-base', 'gone-but-edited', 'deleted-but-edited']),
        merge: v.exactOptional(
          described(
            v.picklist(['clean', 'markers']),
            'Only if it is merged. clean: written and sent; markers: written with conflict markers, for a person to resolve.',
          ),
        ),
        again: v.exactOptional(
          described(
            v.picklist(['changed', 'removed']),
            'Only if it was not merged, because the page was changed or removed on the platform after it was compared.',
          ),
        ),
        undone: v.exactOptional(
          described(
            v.literal(true),
            "The platform's text was merged or pulled into the file, but the file is again as it was before that.",
          ),
        ),
      }),
    ),
    v.title('conflict'),
  ),
  v.pipe(
    exactly<Orphan>()(
      v.strictObject({
        kind: v.literal('orphan'),
        key,
        id,
        kept: v.exactOptional(
          text(
            'Why --prune does not delete the page. Left out: it does, if nobody has changed the page since.',
          ),
        ),
        inLock: v.exactOptional(
          described(
            v.literal(false),
            'The lock file does not have the page, and a commit removed or moved the file with its title: docs page delete --force deletes it.',
          ),
        ),
        isShown: v.exactOptional(
          described(v.boolean(), 'Readers see the page. Left out: the run did not look.'),
        ),
        movedTo,
      }),
    ),
    v.title('orphan'),
  ),
  v.pipe(
    exactly<Delete>()(
      v.strictObject({
        kind: v.literal('delete'),
        key,
        id,
        title: text(),
        isShown: described(v.boolean(), 'Readers see the page.'),
        draft: v.exactOptional(
          described(v.literal(true), 'It has a draft that somebody wrote on the platform.'),
        ),
        movedTo,
      }),
    ),
    v.title('delete'),
  ),
  v.pipe(
    exactly<Gone>()(
      v.strictObject({ kind: v.literal('gone'), key, id, file: v.nullable(text<FilePath>()) }),
    ),
    v.title('gone'),
  ),
  v.pipe(
    exactly<Unplaced>()(
      v.strictObject({
        kind: v.literal('unplaced'),
        key: v.nullable(text<PageKey>()),
        file,
        reason: text(),
        line: v.exactOptional(intFrom(1, 'Line in the file, if it is about a place in it.')),
      }),
    ),
    v.title('unplaced'),
  ),
  v.pipe(
    exactly<Unchanged>()(v.strictObject({ kind: v.literal('unchanged'), key, file, id, notes })),
    v.title('unchanged'),
  ),
] as const;

const change = v.pipe(exactly<Change>()(v.variant('kind', changes)), v.title('change'));

const because = {
  because: text('The reason, as a sentence.'),
  hint: v.exactOptional(text('What to type.')),
  begun: v.exactOptional(
    described(v.literal(true), 'A write of its page was carried out, and no change was completed.'),
  ),
};
const reason = v.object(because);

/** A change that was not carried out, and why. */
export type NotDone = Change & Printed<typeof reason>;

const notDone = v.pipe(
  narrowed<NotDone>()(
    v.object({
      ...because,
      kind: v.picklist(changes.map(({ entries }) => entries.kind.literal)),
      key: v.nullable(text<PageKey>()),
    }),
  ),
  v.title('notDone'),
);

const number = intFrom(0);

export const pushSchema = document(
  'push',
  'docs push, sync, pull, status and page push --json',
  'The plan and its result.',
  v.strictObject({
    plan: described(
      v.array(change),
      'Every change except `unchanged`, which is only listed if it has notes.',
    ),
    summary: described(
      exactly<Record<ChangeKind, number>>()(
        v.strictObject({
          create: number,
          update: number,
          publish: number,
          adopt: number,
          pull: number,
          conflict: number,
          orphan: number,
          delete: number,
          gone: number,
          unplaced: number,
          unchanged: number,
        }),
      ),
      'Number of changes of each kind, in the whole plan.',
    ),
    remoteOnly: int('Pages on the platform that neither a file nor the lock file has.'),
    outOfSight: int(
      'Pages that only the platform has, in documentations whose slugs it does not report: it is not known where they belong.',
    ),
    looked: described(
      v.picklist(['all', 'written', 'dates']),
      'What was read from the platform. all: everything. written: pages whose dates do not prove that they are unchanged were read only if the plan writes them. dates: none of those pages was read.',
    ),
    warnings: v.array(text()),
    refusals: described(
      v.array(v.strictObject({ message: text(), hint: text() })),
      'What looks like an accident. If it is not empty, nothing was written unless --force was given.',
    ),
    applied: described(v.array(change), 'Changes that were carried out.'),
    failed: described(v.array(notDone), 'Changes that were tried, but refused or lost.'),
    skipped: described(
      v.array(notDone),
      'Changes that were left out: conflicts, pages not to be published, and pages after a stop.',
    ),
    unsettled: described(
      v.array(notDone),
      'Changes that were sent when the run was stopped, before the answer arrived: the next run checks what happened.',
    ),
    redirects: described(
      v.array(
        v.strictObject({
          from: key,
          to: described(
            v.nullable(text<PageKey>()),
            'Null: the page is deleted, and a person decides where its readers go.',
          ),
          versioned: text('The rule, without a target if `to` is null.'),
          short: text('The same for the addresses without a version, if that one is the default.'),
        }),
      ),
      'Redirect rules for addresses that the plan changes, or, of a run, that it changed.',
    ),
    stopped: described(
      v.nullable(
        v.strictObject({ code: text<FailureCode>('As in error.schema.json.'), message: text() }),
      ),
      'What ended the run early; null if nothing did.',
    ),
    requests: described(
      v.strictObject({ total: number, byOperation: v.record(v.string(), int()) }),
      'Requests that were sent, including retries.',
    ),
    durationMs: number,
  }),
);
export type PushDocument = Printed<typeof pushSchema>;

const pageDiff = v.strictObject({
  key,
  kind: v.picklist(['create', 'update', 'pull', 'conflict']),
  file: v.nullable(text()),
  fields: v.array(field),
  diff: v.nullable(
    text(
      "Unified diff of what would change: from the platform's text to the file's, or the other way round for a pull. Empty if the texts are equal; null if they have too little in common. A changed title or slug has a line of its own at the top.",
    ),
  ),
  theirs: v.nullable(
    text(
      "For conflicts: unified diff from the last common text to the platform's text, if that is known.",
    ),
  ),
  ours: v.nullable(text("The same, to the file's text.")),
});
/** A page that differs, with its texts compared. */
export type PageDiff = Printed<typeof pageDiff>;

export const diffSchema = document(
  'diff',
  'docs diff --json',
  'The pages that differ.',
  v.array(pageDiff),
);
