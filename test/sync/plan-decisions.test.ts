import { describe, expect, test } from 'vitest';
import type { Change } from '../../src/model/change.ts';
import type {
  Digest,
  DocumentationId,
  FilePath,
  Instant,
  PageId,
  PageKey,
  Slug,
  VersionId,
} from '../../src/model/ids.ts';
import type { LocalPage } from '../../src/model/local.ts';
import type { BasePage, Placement, RemotePage } from '../../src/model/sides.ts';
import type { Case } from '../../src/sync/plan/cases.ts';
import { plan } from '../../src/sync/plan/plan.ts';
import type { PlanRules } from '../../src/sync/plan/plan.ts';

const KEY = 'v/d/a' as PageKey;
const OLD = 'v/d/old' as PageKey;
const ID = 1 as PageId;
const FILE = 'a.md' as FilePath;

const digest = (name: string): Digest => name.padEnd(43, '_') as Digest;
const [BASE, OURS, THEIRS] = ['base', 'ours', 'theirs'].map(digest) as [Digest, Digest, Digest];

const VISIBLE: Placement = {
  kind: 'visible',
  version: 1 as VersionId,
  documentation: 1 as DocumentationId,
};
const HIDDEN: Placement = { kind: 'hidden', reason: 'There is no such documentation.' };

const RULES: PlanRules = {
  publish: false,
  publishesForeign: () => true,
  recreates: () => false,
  allowListed: false,
  pull: false,
  winner: () => null,
  prune: false,
  stays: new Map(),
};

/** Pages whose files are gone are deleted, and nothing speaks against it. */
const PRUNE: Partial<PlanRules> = { prune: true };

const line = (change: Partial<BasePage> = {}): BasePage => ({
  key: KEY,
  id: ID,
  title: 'A',
  slug: 'a' as Slug,
  updated: 'then' as Instant,
  header: digest('header'),
  sent: BASE,
  sentPublished: null,
  draft: BASE,
  published: null,
  ...change,
});

const file = (head: Digest, change: Partial<LocalPage> = {}): LocalPage => ({
  key: KEY,
  file: FILE,
  title: 'A',
  head,
  published: head,
  category: null,
  restricted: null,
  notes: [],
  headerDigest: digest('header'),
  ...change,
});

const page = (head: Digest, change: Partial<RemotePage> = {}): RemotePage => ({
  id: ID,
  title: 'A',
  slug: 'a' as Slug,
  updated: 'then' as Instant,
  listed: true,
  head,
  published: null,
  unpublished: true,
  stored: { draft: head, published: null },
  isOverPublished: false,
  racy: false,
  at: null,
  commit: null,
  ...change,
});

interface Given extends Partial<Case> {
  readonly remote?: RemotePage;
  readonly rules?: Partial<PlanRules>;
}

/** What is decided about one page; "unchanged" where nothing is. */
function decided({ remote, rules, ...known }: Given): readonly Change[] | 'unchanged' {
  const one: Case = {
    key: KEY,
    was: KEY,
    local: undefined,
    base: undefined,
    isReverted: false,
    placement: VISIBLE,
    ...known,
  };
  const side = {
    get: (key: PageKey) => (key === one.was ? remote : undefined),
    isAsBase: () => false,
  };
  const { rows, unchanged } = plan([one], side, { ...RULES, ...rules });
  return unchanged === 1 ? 'unchanged' : rows.flatMap(({ changes }) => changes);
}

const [at, withId] = [
  { key: KEY, file: FILE },
  { key: KEY, file: FILE, id: ID },
];
const body = ['body'];
const ours: Partial<PlanRules> = { winner: () => 'local' };
const theirs: Partial<PlanRules> = { winner: () => 'remote' };

const TABLE: readonly (readonly [
  what: string,
  given: Given,
  expected: readonly object[] | 'unchanged',
])[] = [
  ['a new file', { local: file(OURS) }, [{ kind: 'create', ...at }]],
  [
    'a new file that is to be published',
    { local: file(OURS), rules: { publish: true } },
    [
      { kind: 'create', ...at },
      { kind: 'publish', ...at, id: null, held: null },
    ],
  ],
  [
    'a new file that is hidden and to be published',
    { local: file(OURS, { restricted: 'hidden' }), rules: { publish: true } },
    [{ kind: 'create' }, { kind: 'publish', held: 'hidden' }],
  ],
  [
    'a file in a place that the platform does not have',
    { local: file(OURS), placement: HIDDEN },
    [{ kind: 'unplaced', ...at, reason: HIDDEN.reason }],
  ],
  [
    'a page where neither side moved',
    { local: file(BASE), base: line(), remote: page(BASE) },
    'unchanged',
  ],
  [
    'a page that only the file changed',
    { local: file(OURS), base: line(), remote: page(BASE) },
    [{ kind: 'update', ...withId, fields: body, from: null }],
  ],
  [
    'a page that only the platform changed',
    { local: file(BASE), base: line(), remote: page(THEIRS) },
    [{ kind: 'pull', ...withId, fields: body }],
  ],
  [
    'a page that only the platform changed, in a run that pulls',
    { local: file(BASE), base: line(), remote: page(THEIRS), rules: { pull: true } },
    [{ kind: 'pull', ...withId, fields: body, taken: true }],
  ],
  [
    'a page that both changed apart',
    { local: file(OURS), base: line(), remote: page(THEIRS) },
    [{ kind: 'conflict', ...withId, fields: body, group: 'diverged' }],
  ],
  [
    'a page that both changed apart, where files win',
    { local: file(OURS), base: line(), remote: page(THEIRS), rules: ours },
    [{ kind: 'update', ...withId, fields: body, overrides: body }],
  ],
  [
    'a page that both changed apart, where the platform wins',
    { local: file(OURS), base: line(), remote: page(THEIRS), rules: theirs },
    [{ kind: 'pull', ...withId, fields: body, taken: true, overrides: body }],
  ],
  [
    'a page that both changed to the same',
    { local: file(OURS), base: line(), remote: page(OURS) },
    [{ kind: 'adopt', ...withId }],
  ],
  [
    'a title that the file changed and a body that the platform changed',
    { local: file(BASE, { title: 'B' }), base: line(), remote: page(THEIRS) },
    [
      { kind: 'update', fields: ['title'] },
      { kind: 'pull', fields: body },
    ],
  ],
  [
    'a title that both changed beside a body that the file changed',
    { local: file(OURS, { title: 'B' }), base: line(), remote: page(BASE, { title: 'C' }) },
    [{ kind: 'conflict', fields: ['title'] }],
  ],
  [
    'a slug that the platform changed',
    { local: file(BASE), base: line(), remote: page(BASE, { slug: 'new' as Slug }) },
    [{ kind: 'pull', fields: ['slug'], to: 'v/d/new' }],
  ],
  [
    'a renamed file',
    {
      was: OLD,
      local: file(BASE),
      base: line({ key: OLD, slug: 'old' as Slug }),
      remote: page(BASE, { slug: 'old' as Slug }),
    },
    [{ kind: 'update', ...withId, fields: ['slug'], from: OLD }],
  ],
  [
    'a file that the lock does not know and the platform has as it is',
    { local: file(OURS), remote: page(OURS) },
    [{ kind: 'adopt', ...withId }],
  ],
  [
    'a file that the lock does not know and the platform has otherwise',
    { local: file(OURS), remote: page(THEIRS) },
    [{ kind: 'conflict', fields: body, group: 'no-base' }],
  ],
  [
    'a page whose file is gone',
    { base: line(), remote: page(BASE) },
    [{ kind: 'orphan', key: KEY, id: ID }],
  ],
  [
    'a page whose file is gone, where such pages are deleted',
    { base: line(), remote: page(BASE), rules: PRUNE },
    [{ kind: 'delete', key: KEY, id: ID, title: 'A', isShown: false }],
  ],
  [
    'a page whose file is gone, where such pages are deleted and something speaks against it',
    {
      base: line(),
      remote: page(BASE),
      rules: { prune: true, stays: new Map([[KEY, 'it may be there']]) },
    },
    [{ kind: 'orphan', key: KEY, id: ID, kept: 'it may be there' }],
  ],
  ...(
    [
      ['body', page(THEIRS)],
      ['title', page(BASE, { title: 'Theirs' })],
      ['slug', page(BASE, { slug: 'theirs' as Slug })],
    ] as const
  ).map(
    ([field, remote]) =>
      [
        `a page whose file is gone and that has another ${field}, whichever side wins`,
        { base: line(), remote, rules: { ...PRUNE, winner: () => 'local' as const } },
        [
          {
            kind: 'conflict',
            key: KEY,
            id: ID,
            file: null,
            fields: [field],
            group: 'deleted-but-edited',
          },
        ],
      ] as const,
  ),
  [
    'a page whose file is gone in a place out of sight, where such pages are deleted',
    { base: line(), remote: page(BASE), placement: HIDDEN, rules: PRUNE },
    [],
  ],
  [
    'a page that is gone on both sides, where such pages are deleted',
    { base: line(), rules: PRUNE },
    [],
  ],
  ['a page that is gone on both sides', { base: line() }, []],
  [
    'a page whose file is gone in a place out of sight',
    { base: line(), remote: page(BASE), placement: HIDDEN },
    [],
  ],
  [
    'a page that is gone from the platform',
    { local: file(BASE), base: line() },
    [{ kind: 'gone', ...withId }],
  ],
  [
    'a page that is gone from the platform, where such pages are made again',
    { local: file(BASE), base: line(), rules: { recreates: () => true } },
    [{ kind: 'create', ...at }],
  ],
  [
    'a page that is gone from the platform and edited here',
    { local: file(OURS), base: line() },
    [{ kind: 'conflict', group: 'gone-but-edited' }],
  ],
  [
    'a page that is gone from the platform and edited here, where files win',
    { local: file(OURS), base: line(), rules: ours },
    [{ kind: 'conflict', group: 'gone-but-edited' }],
  ],
  [
    'a draft that is to be published',
    { local: file(BASE), base: line(), remote: page(BASE), rules: { publish: true } },
    [{ kind: 'publish', ...withId, foreignDraft: false }],
  ],
  [
    'a draft of an editor that is to be published',
    { local: file(BASE), base: line(), remote: page(THEIRS), rules: { publish: true } },
    [{ kind: 'pull' }, { kind: 'publish', foreignDraft: true }],
  ],
  [
    'a draft of an editor that is taken over in the same run',
    { local: file(BASE), base: line(), remote: page(THEIRS), rules: { publish: true, pull: true } },
    [{ kind: 'pull', taken: true }],
  ],
  [
    'a file that lacks again what was taken over, where the platform is at base',
    { local: file(OURS), base: line(), isReverted: true, remote: page(BASE) },
    [{ kind: 'conflict', fields: body, group: 'diverged', undone: true }],
  ],
  [
    'a file that lacks again what was taken over, where the platform moved on',
    { local: file(OURS), base: line(), isReverted: true, remote: page(THEIRS) },
    [{ kind: 'conflict', fields: body, group: 'diverged' }],
  ],
  [
    'a file that lacks again what was taken over, and the platform, too',
    { local: file(OURS), base: line(), isReverted: true, remote: page(OURS) },
    [{ kind: 'adopt', ...withId }],
  ],
  [
    'a file that lacks again what was taken over, where files win',
    { local: file(OURS), base: line(), isReverted: true, remote: page(BASE), rules: ours },
    [{ kind: 'update', fields: body }],
  ],
  [
    'notes of a header that nobody was shown',
    { local: file(BASE, { notes: ['parent'] }), base: line({ header: null }), remote: page(BASE) },
    [{ kind: 'unchanged', notes: ['parent'] }],
  ],
];

describe('what the planner decides about', () => {
  test.each(TABLE)('%s', (_, given, expected) => {
    expect({ decided: decided(given) }).toMatchObject({ decided: expected });
  });
});
