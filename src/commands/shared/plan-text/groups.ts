/** Heading, sign and explanation for each kind of change. */
import { posix } from 'node:path';
import { isRestricted } from '../../../model/change.ts';
import type { Change, ChangeKind } from '../../../model/change.ts';
import { groupBy } from '../../../model/group-by.ts';
import type { PageKey } from '../../../model/ids.ts';
import { NOT_IN_FOLDERS } from '../../../model/local.ts';
import { count } from '../../../model/text/sentences.ts';
import type { Style } from '../../../ui/style.ts';
import { plannedWords } from './kinds.ts';

export interface Group {
  readonly heading: string;
  readonly sign: string;
  readonly colour: 'green' | 'yellow' | 'cyan' | 'red' | 'dim';
  readonly changes: readonly Change[];
  /** The text beside the page's key. */
  readonly detail: (change: Change) => string;
  /** A detail that all its changes share, shown once. */
  readonly reason: string | null;
  /** What to do about it; shown below the list. */
  readonly advice: readonly string[];
  /** Each change needs attention, so all of them are listed, however many. */
  readonly each: boolean;
}

type Of<Kind extends ChangeKind> = Extract<Change, { kind: Kind }>;

interface Definition<Kind extends ChangeKind> {
  readonly kind: Kind;
  readonly only?: (change: Of<Kind>, withDraft: ReadonlySet<PageKey>) => boolean;
  /** Left out: as its kind is called. */
  readonly heading?: (changes: number) => string;
  readonly sign: string;
  readonly colour: Group['colour'];
  readonly detail?: (change: Of<Kind>, beside: Beside) => string;
  readonly advice?:
    | readonly string[]
    | ((changes: readonly Of<Kind>[], inPipeline: boolean) => readonly string[]);
  readonly each?: true;
  /** Changes with the same detail form a group of their own. */
  readonly together?: true;
  /** The text for the heading if several changes have the same detail. */
  readonly shared?: (detail: string) => string;
}

const define = <Kind extends ChangeKind>(definition: Definition<Kind>): Definition<ChangeKind> =>
  definition as unknown as Definition<ChangeKind>;

/** Published pages, and whether somebody else wrote the draft that readers then see. */
type Published = ReadonlyMap<PageKey, boolean>;

/** Facts from the rest of the plan. */
interface Beside {
  readonly published: Published;
  /** Pages without a file that the lock does not have. */
  readonly notInLock: ReadonlySet<PageKey>;
}

/**
 * The command that deletes a page without a file. Without a line in the lock, it is unknown whether
 * the page was edited, so it needs `--force`.
 */
const removal = (key: PageKey, isInLock: boolean): string =>
  isInLock ? `docs push --prune ${key}` : `docs page delete ${key} --force`;

/** The commit may have got it by a push or by a pull. */
const replaces = (commit: string): string => `; replaces what commit ${commit} has`;

const FOREIGN = 'its draft was written on the platform';

function also(key: PageKey, published: Published): string {
  const isForeign = published.get(key);
  if (isForeign === undefined) return '';
  return isForeign ? `, publish; ${FOREIGN}` : ', publish';
}

const pulled = ({ fields, to, draft, overrides }: Of<'pull'>): string =>
  [
    fields.join(', '),
    draft ? ', a draft that readers do not see yet' : '',
    overrides ? '; replaces what changed in the file' : '',
    to === undefined ? '' : `; its URL is now ${to}`,
  ].join('');

/** What sending a new slug means. `from`: the key with the old one. */
export const urlChange = (from: PageKey, isShown: boolean): string =>
  isShown
    ? `the URL changes at once, without a redirect from ${from}`
    : `its URL changes from ${from}`;

const inConflict = ({ fields, again }: Of<'conflict'>): string =>
  `${fields.join(', ')}${again === undefined ? '' : `; ${again} on the platform after both texts were compared`}`;

const WRITES_FILE = 'docs pull <page> writes the file of a page again';

/** Ways to resolve conflicts. Slugs cannot be merged. In a pipeline, nobody compares both sides before one is overwritten. */
function waysOut(changes: readonly Of<'conflict'>[], inPipeline: boolean): readonly string[] {
  const isSlugs = changes.every(({ fields }) => fields.includes('slug'));
  // A merge brings the same marks again. Whoever kept the own side of them has resolved the conflict.
  const isUndone = changes.every(({ undone }) => undone === true);
  if (inPipeline) {
    return [
      ...(isUndone ? ['on your machine, if the file is right as it is: docs push --ours'] : []),
      isSlugs
        ? 'on your machine: docs pull --theirs, commit, push'
        : 'on your machine: docs pull --merge, commit, push',
      LEAVES_THEM,
    ];
  }
  const merges = isSlugs ? [] : ['docs sync --merge           merges both in the file'];
  return [
    'docs diff                   shows both sides',
    ...(isUndone
      ? ['docs push --ours            sends the file, if it is right as it is', ...merges]
      : [...merges, 'docs push --ours            sends the file']),
    'docs pull --theirs          writes the platform’s text into the file',
    LEAVES_THEM,
  ];
}

const LEAVES_THEM = 'docs push --skip-conflicts  leaves them and does the rest';

/** A reason why a page stays, as it is said of several. */
const inPlural = (reason: string): string =>
  reason
    .replace('have it when its file was', 'have them when their files were')
    .replace(/\bits file\b/, 'their files');

const DEFINITIONS: readonly Definition<ChangeKind>[] = [
  define({
    kind: 'delete',
    heading: (n) => `${plannedWords('delete', n)} permanently, without a file here`,
    sign: '-',
    colour: 'red',
    detail: ({ id, isShown, draft }) =>
      `id ${id}, ${isShown ? 'readers see it' : 'never published'}${draft ? ', with somebody’s draft' : ''}`,
    advice: ['no way back: only what GitHub Sync deletes can be restored, for 30 days'],
    each: true,
  }),
  define({
    kind: 'create',
    sign: '+',
    colour: 'green',
    detail: ({ key, category, movedFrom: was }, { published, notInLock }) =>
      [
        was === undefined ? 'new' : `moved from ${was}`,
        category === null ? '' : ` in "${category}"`,
        also(key, published),
        was === undefined
          ? ''
          : `; the old address stays until ${removal(was, !notInLock.has(was))}`,
      ].join(''),
  }),
  define({
    kind: 'update',
    sign: '~',
    colour: 'yellow',
    detail: ({ key, fields, from, isShown, commit, undoes, overrides }, { published }) =>
      [
        `${fields.join(', ')}${also(key, published)}`,
        overrides ? '; replaces what changed on the platform' : '',
        isShown && fields.includes('title') && !published.has(key)
          ? '; readers see the new title at once'
          : '',
        from === null ? '' : `; ${urlChange(from, isShown)}`,
        commit === null ? '' : undoes ? `; undoes commit ${commit}` : replaces(commit),
      ].join(''),
  }),
  define({
    kind: 'publish',
    only: ({ key, held }, withDraft) => held === null && !withDraft.has(key),
    sign: '^',
    colour: 'cyan',
    detail: ({ foreignDraft }) => (foreignDraft ? FOREIGN : 'readers get the text of its file'),
  }),
  define({
    kind: 'pull',
    only: ({ newFile }) => newFile === true,
    heading: (n) => `${count(n, 'page')} without a file, to be written`,
    sign: '+',
    colour: 'cyan',
    detail: ({ file }) => file,
  }),
  define({
    kind: 'conflict',
    only: ({ merge }) => merge !== undefined,
    heading: (n) => `${count(n, 'page')} changed here and on the platform, to be merged`,
    sign: '&',
    colour: 'yellow',
    detail: ({ file, merge }) =>
      merge === 'clean' ? (file ?? '') : `${file}: not sent, lines that both changed are marked`,
    each: true,
  }),
  define({
    kind: 'pull',
    only: ({ newFile, taken }) => newFile !== true && taken === true,
    heading: (n) => `${count(n, 'page')} changed on the platform, to be written into files`,
    sign: '<',
    colour: 'cyan',
    detail: pulled,
  }),
  define({
    kind: 'pull',
    only: ({ newFile, taken }) => newFile !== true && taken !== true,
    sign: '<',
    colour: 'cyan',
    detail: pulled,
    advice: (changes, inPipeline) => [
      ...(inPipeline
        ? ['on your machine: docs pull, commit, push']
        : [
            'docs diff shows them, docs pull writes them into the files',
            'docs push --ours <page> sends the file instead',
          ]),
      ...(changes.some(({ draft }) => draft)
        ? ['docs page publish <page> publishes a draft as it is']
        : []),
    ],
  }),
  define({
    kind: 'conflict',
    only: ({ group, merge }) => group === 'diverged' && merge === undefined,
    heading: (n) => `${count(n, 'page')} changed here and on the platform`,
    sign: '!',
    colour: 'red',
    detail: (change) =>
      `${inConflict(change)}${change.undone ? '; the file is as it was before a pull or merge' : ''}`,
    advice: waysOut,
    each: true,
  }),
  define({
    kind: 'conflict',
    only: ({ group, merge }) => group === 'no-base' && merge === undefined,
    heading: (n) => `${count(n, 'page')} different on both sides, and no common base is known`,
    sign: '!',
    colour: 'red',
    detail: inConflict,
    advice: (changes, inPipeline) => [
      'neither the lock file nor git knows what they last had in common',
      ...waysOut(changes, inPipeline),
    ],
  }),
  define({
    kind: 'conflict',
    only: ({ group }) => group === 'gone-but-edited',
    heading: (n) => `${count(n, 'page')} edited here and gone from the platform`,
    sign: '!',
    colour: 'red',
    advice: ['docs push --recreate        creates them again', LEAVES_THEM],
    each: true,
  }),
  define({
    kind: 'conflict',
    only: ({ group }) => group === 'deleted-but-edited',
    heading: (n) => `${count(n, 'page')} without a file, changed on the platform since`,
    sign: '!',
    colour: 'red',
    detail: ({ fields }) => fields.join(', '),
    advice: [
      'docs pull <page>                writes its file again',
      'docs page delete <page> --force deletes it as it is',
      'docs push --skip-conflicts      leaves them and does the rest',
    ],
    each: true,
  }),
  define({
    kind: 'publish',
    only: ({ held }) => held === 'foreign',
    heading: (n) =>
      `${count(n, 'page')} to stay unpublished: ${n === 1 ? 'its draft was' : 'their drafts were'} written on the platform`,
    sign: '-',
    colour: 'red',
    advice: [
      'docs page publish <page>  publishes one as it is',
      'docs pull                 writes such drafts into the files',
    ],
    each: true,
  }),
  define({
    kind: 'publish',
    only: ({ held }) => held === 'pulled',
    heading: (n) =>
      `${count(n, 'page')} with somebody’s draft in ${n === 1 ? 'its file' : 'their files'}`,
    sign: '=',
    colour: 'red',
    detail: ({ key, heldBy }) =>
      heldBy === undefined
        ? `stays unpublished: a draft that docs pull wrote; docs page publish ${key}`
        : `stays unpublished: ${heldBy}; docs page publish ${key}`,
    each: true,
  }),
  define({
    kind: 'publish',
    only: ({ held }) => held === 'not-yet',
    heading: (n) => `${count(n, 'page')} to stay unpublished: not for readers yet`,
    sign: '-',
    colour: 'dim',
    detail: ({ heldBy }) => heldBy ?? '',
    advice: ['To publish one, remove what says so from its file; --allow-listed does not'],
  }),
  define({
    kind: 'publish',
    only: (change) => isRestricted(change) && change.held !== 'not-yet',
    heading: (n) => `${count(n, 'page')} to stay unpublished: not meant for all readers`,
    sign: '-',
    colour: 'dim',
    detail: ({ held, heldBy }) =>
      heldBy ?? (held === 'audience' ? 'for an audience' : (held ?? '')),
    advice: ['docs push --allow-listed publishes them: the API cannot hide a page'],
  }),
  define({
    kind: 'gone',
    sign: 'x',
    colour: 'red',
    detail: ({ file }) => file ?? '',
    advice: ['docs push --recreate creates them again; otherwise delete the files'],
    each: true,
  }),
  define({
    kind: 'orphan',
    only: ({ movedTo }, sent) => movedTo !== undefined && !sent.has(movedTo),
    heading: (n) =>
      `${count(n, 'page')} whose ${n === 1 ? 'file was' : 'files were'} moved to another documentation`,
    sign: '-',
    colour: 'dim',
    detail: ({ key, movedTo, inLock }) =>
      `moved to ${movedTo}; the old address stays until ${removal(key, inLock !== false)}`,
    each: true,
  }),
  define({
    kind: 'orphan',
    only: ({ inLock, movedTo }) => inLock === false && movedTo === undefined,
    heading: (n) =>
      `${count(n, 'page')} whose ${n === 1 ? 'file' : 'files'} a commit removed, still on the platform`,
    sign: '-',
    colour: 'red',
    detail: ({ key, id }) => `id ${id}; ${removal(key, false)}`,
    advice: ['the lock file does not have them, so --prune deletes none of them', WRITES_FILE],
    each: true,
  }),
  define({
    kind: 'orphan',
    only: ({ kept, inLock, movedTo }) =>
      kept === undefined && inLock === undefined && movedTo === undefined,
    heading: (n) => `${plannedWords('orphan', n)}, still on the platform`,
    sign: '-',
    colour: 'dim',
    detail: ({ id }) => `id ${id}`,
    advice: ['docs push --prune deletes them, if nobody has changed them since', WRITES_FILE],
  }),
  define({
    kind: 'orphan',
    only: ({ kept, inLock, movedTo }) =>
      kept !== undefined && inLock === undefined && movedTo === undefined,
    heading: (n) => `${count(n, 'page')} without a file ${n === 1 ? 'stays' : 'stay'}`,
    sign: '-',
    colour: 'dim',
    detail: ({ kept }) => kept ?? '',
    shared: inPlural,
    advice: ([first, ...others]) => [
      others.length === 0
        ? `To delete it: docs push --prune ${first?.key}`
        : 'To delete one of them: docs push --prune <page>',
      WRITES_FILE,
    ],
    together: true,
  }),
  define({
    kind: 'unplaced',
    sign: '?',
    colour: 'red',
    detail: ({ reason }) => reason,
    shared: (reason) => (/^[a-z]/.test(reason) ? `each ${reason}` : reason),
    advice: (changes) => {
      const first = changes.find(({ reason }) => reason === NOT_IN_FOLDERS);
      if (first === undefined) return [];
      const example = posix.join(posix.dirname(first.file), 'v1.0/guide');
      const which = changes.length === 1 ? 'it' : 'them';
      return [`Move ${which} into a folder version/documentation, such as ${example}`];
    },
    each: true,
    together: true,
  }),
];

/** The person who reads the advice. */
interface Reader {
  /** Whether it is read in the log of a job, or in a comment. */
  readonly inPipeline: boolean;
  /** Whether the run already skips conflicts. */
  readonly skipsConflicts: boolean;
}

/** The groups that have changes, in the order of display. `adopt` and `unchanged` are only counted. */
export function groupsOf(
  changes: readonly Change[],
  style: Style,
  { inPipeline, skipsConflicts }: Reader,
): Group[] {
  const byKind = groupBy(changes, ({ kind }) => kind);
  const keysOf = (kinds: readonly ChangeKind[]): Set<PageKey> =>
    new Set(kinds.flatMap((kind) => (byKind.get(kind) ?? []).flatMap(({ key }) => key ?? [])));
  const withDraft = keysOf(['create', 'update']);
  const published: Published = new Map(
    (byKind.get('publish') ?? []).flatMap((change) =>
      change.kind === 'publish' && change.held === null ? [[change.key, change.foreignDraft]] : [],
    ),
  );
  const notInLock = new Set(
    (byKind.get('orphan') ?? []).flatMap((change) =>
      change.kind === 'orphan' && change.inLock === false ? change.key : [],
    ),
  );
  const beside = { published, notInLock };
  return DEFINITIONS.flatMap((definition) => {
    const mine = (byKind.get(definition.kind) ?? []).filter(
      (change) => definition.only?.(change, withDraft) ?? true,
    );
    if (mine.length === 0) return [];
    const { kind, sign, colour, advice = [], each = false, shared } = definition;
    const { heading = (number: number) => plannedWords(kind, number) } = definition;
    const detail = (change: Change): string =>
      style.text(definition.detail?.(change, beside) ?? '');
    const parts = definition.together ? byDetail(mine, detail) : [[null, mine] as const];
    return parts.map(([reason, own]) => ({
      heading: heading(own.length),
      sign,
      colour,
      changes: own,
      detail,
      reason: reason === null ? null : (shared?.(reason) ?? reason),
      advice: (typeof advice === 'function' ? advice(own, inPipeline) : advice).filter(
        (line) => !(skipsConflicts && line.includes('--skip-conflicts')),
      ),
      each,
    }));
  });
}

type Part = readonly [reason: string | null, changes: readonly Change[]];

/** Changes with a unique detail first, then the others grouped by detail. */
function byDetail(changes: readonly Change[], detail: Group['detail']): readonly Part[] {
  const reasons: readonly Part[] = [...groupBy(changes, detail)];
  const alone = reasons.flatMap(([, same]) => (same.length === 1 ? same : []));
  const shared = reasons.filter(([, same]) => same.length > 1);
  return alone.length === 0 ? shared : [[null, alone], ...shared];
}
