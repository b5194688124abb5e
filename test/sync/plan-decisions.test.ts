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
  publishForeign: true,
  insists: () => false,
  recreates: () => false,
  allowListed: false,
  pull: false,
  winner: () => null,
  prune: false,
  stays: new Map(),
  moved: new Map(),
  movedFrom: new Map(),
  published: { versions: new Map(), documentations: new Map() },
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

const RESTRICTION = { kind: 'hidden', says: 'hidden: true' } as const;

const file = (head: Digest, change: Partial<LocalPage> = {}): LocalPage => ({
  key: KEY,
  file: FILE,
  title: 'A',
  head,
  published: head,
  category: null,
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
  /** Nothing is known of the page beyond what base says. */
  readonly isAsBase?: boolean;
}

/** What is decided about one page; "unchanged" where nothing is. */
function decided({
  remote,
  rules,
  isAsBase = false,
  ...known
}: Given): readonly Change[] | 'unchanged' {
  const one: Case = {
    key: KEY,
    formerKey: KEY,
    local: undefined,
    base: undefined,
    isReverted: false,
    isRestored: false,
    placement: VISIBLE,
    ...known,
  };
  const side = {
    get: (key: PageKey) => (key === one.formerKey ? remote : undefined),
    isAsBase: () => isAsBase,
  };
  const { rows, unchanged } = plan([one], side, { ...RULES, ...rules });
  for (const { changes } of rows) expect(changes).not.toEqual([]);
  return unchanged === 1 ? 'unchanged' : rows.flatMap(({ changes }) => changes);
}

const [at, withId] = [
  { key: KEY, file: FILE },
  { key: KEY, file: FILE, id: ID },
];
const body = ['body'];
const ours: Partial<PlanRules> = { winner: () => 'local' };
const theirs: Partial<PlanRules> = { winner: () => 'remote' };

/** Whatever does not say this. */
const without = (part: object): object => expect.not.objectContaining(part) as object;

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
      { kind: 'publish', ...at, id: null, held: null, foreignDraft: false },
    ],
  ],
  [
    'a new file that is hidden and to be published',
    { local: file(OURS, { restriction: RESTRICTION }), rules: { publish: true } },
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
      formerKey: OLD,
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
    'a page that is gone from the platform, where such pages are created again',
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
    [{ kind: 'pull' }, { kind: 'publish', foreignDraft: true, held: null }],
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
    [without({ undone: true })],
  ],
  [
    'a file that lacks again what was taken over, of a page without a draft',
    {
      local: file(OURS),
      base: line({ draft: null, published: BASE }),
      isReverted: true,
      remote: page(BASE, { published: BASE, stored: { draft: null, published: BASE } }),
    },
    [{ kind: 'conflict', fields: body, undone: true }],
  ],
  [
    'a title that both changed, beside a text that nobody changed',
    { local: file(BASE, { title: 'B' }), base: line(), remote: page(BASE, { title: 'C' }) },
    [without({ undone: true })],
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
    'a draft that is to be published, of a page that is gone from the platform and created again',
    {
      local: file(OURS, { published: null }),
      base: line(),
      rules: { publish: true, recreates: () => true },
    },
    [{ kind: 'create', ...at }],
  ],
  [
    'a page that is gone from the platform and has another title here',
    { local: file(BASE, { title: 'B' }), base: line() },
    [{ kind: 'conflict', group: 'gone-but-edited' }],
  ],
  [
    'a page that is gone from the platform and edited here, where the platform wins',
    { local: file(OURS), base: line(), rules: theirs },
    [{ kind: 'gone', ...withId }],
  ],
  [
    'a hidden file that is new, to be published, where listed pages may be',
    {
      local: file(OURS, { restriction: RESTRICTION }),
      rules: { publish: true, allowListed: true },
    },
    [{ kind: 'create' }, { kind: 'publish', held: null }],
  ],
  [
    'a hidden file of a page that is published and not listed',
    {
      local: file(OURS, { restriction: RESTRICTION }),
      base: line({ published: BASE, sentPublished: BASE }),
      remote: page(BASE, {
        listed: false,
        published: BASE,
        stored: { draft: BASE, published: BASE },
      }),
      rules: { publish: true },
    },
    [
      { kind: 'update', isShown: true },
      { kind: 'publish', held: null },
    ],
  ],
  [
    'a draft of an editor that may not be published',
    {
      local: file(BASE),
      base: line(),
      remote: page(THEIRS),
      rules: { publish: true, publishForeign: false },
    },
    [{ kind: 'pull' }, { kind: 'publish', foreignDraft: true, held: 'foreign' }],
  ],
  [
    'a draft of this folder, where drafts of editors may not be published',
    {
      local: file(BASE),
      base: line(),
      remote: page(BASE),
      rules: { publish: true, publishForeign: false },
    },
    [{ kind: 'publish', foreignDraft: false, held: null }],
  ],
  [
    'a draft that a file no longer publishes',
    {
      local: file(BASE, { published: null }),
      base: line(),
      remote: page(BASE),
      rules: { publish: true },
    },
    'unchanged',
  ],
  [
    'a page whose text is published already',
    {
      local: file(BASE),
      base: line({ sentPublished: BASE, published: BASE }),
      remote: page(BASE, { published: BASE, unpublished: false }),
      rules: { publish: true },
    },
    'unchanged',
  ],
  [
    'a page that somebody published unseen, under a draft of this folder',
    { local: file(OURS), base: line(), remote: page(THEIRS, { isOverPublished: true }) },
    [{ kind: 'conflict', fields: body, group: 'diverged' }],
  ],
  [
    'a page that somebody published unseen, under a draft of this folder, which has base since',
    { local: file(BASE), base: line(), remote: page(THEIRS, { isOverPublished: true }) },
    [{ kind: 'conflict', fields: body, group: 'diverged' }],
  ],
  [
    'a page that somebody published unseen, with the text of the file',
    { local: file(OURS), base: line(), remote: page(OURS, { isOverPublished: true }) },
    [{ kind: 'adopt', ...withId }],
  ],
  [
    'a page without a text, whatever base says',
    { local: file(OURS), base: line(), remote: page(THEIRS, { head: null }) },
    [{ kind: 'update', fields: body }],
  ],
  [
    'a text for readers beside a draft, where readers see another of this folder',
    {
      local: file(BASE, { published: OURS }),
      base: line({ sentPublished: THEIRS }),
      remote: page(BASE, { published: THEIRS }),
      rules: { publish: true },
    },
    [{ kind: 'publish', foreignDraft: false }],
  ],
  [
    'a text for readers beside a draft, where readers see another of an editor',
    {
      local: file(BASE, { published: OURS }),
      base: line({ sentPublished: OURS }),
      remote: page(BASE, { published: THEIRS }),
      rules: { publish: true },
    },
    [{ kind: 'pull', fields: body }],
  ],
  [
    'a draft of this folder beside a text for readers, where readers see another of an editor',
    {
      local: file(OURS, { published: BASE }),
      base: line({ sent: digest('former'), sentPublished: BASE }),
      remote: page(digest('former'), { published: THEIRS }),
      rules: { publish: true },
    },
    [{ kind: 'conflict', fields: body }],
  ],
  [
    'a text for readers beside a draft that an editor changed',
    {
      local: file(BASE, { published: OURS }),
      base: line({ sentPublished: digest('former') }),
      remote: page(THEIRS, { published: digest('former') }),
      rules: { publish: true },
    },
    [{ kind: 'conflict', fields: body }],
  ],
  [
    'a text for readers beside a draft, where both changed what readers see',
    {
      local: file(BASE, { published: OURS }),
      base: line({ sentPublished: digest('former') }),
      remote: page(BASE, { published: THEIRS }),
      rules: { publish: true },
    },
    [{ kind: 'conflict', fields: body }],
  ],
  [
    'a page that only the file changed, where files win',
    { local: file(OURS), base: line(), remote: page(BASE), rules: ours },
    [without({ overrides: [] })],
  ],
  [
    'a page that only the file changed, to be published',
    { local: file(OURS), base: line(), remote: page(BASE), rules: { publish: true } },
    [{ kind: 'update' }, { kind: 'publish', foreignDraft: false }],
  ],
  [
    'a title that is taken over in the run that publishes the text',
    {
      local: file(BASE),
      base: line(),
      remote: page(BASE, { title: 'B' }),
      rules: { publish: true, pull: true },
    },
    [{ kind: 'pull', fields: ['title'], taken: true }, { kind: 'publish' }],
  ],
  [
    'a draft that is to be published, with notes of a header that nobody was shown',
    {
      local: file(BASE, { notes: ['parent'] }),
      base: line({ header: null }),
      remote: page(BASE),
      rules: { publish: true },
    },
    [{ kind: 'publish', notes: ['parent'] }],
  ],
  [
    'a draft that changed beside a text that readers see already',
    {
      local: file(OURS, { published: THEIRS }),
      base: line({ sentPublished: THEIRS }),
      remote: page(BASE, { published: THEIRS }),
      rules: { publish: true },
    },
    [{ kind: 'update', fields: body }],
  ],
  [
    'a draft of an editor that the file has as the text for readers',
    { local: file(OURS, { published: THEIRS }), base: line(), remote: page(THEIRS) },
    [{ kind: 'update', fields: body }],
  ],
  [
    'a draft alone, where an editor changed what readers see',
    {
      local: file(OURS, { published: null }),
      base: line({ sentPublished: BASE }),
      remote: page(BASE, { published: THEIRS }),
      rules: { publish: true },
    },
    [{ kind: 'update', fields: body }],
  ],
  ...(
    [
      [
        'where readers see nothing',
        line({ sentPublished: digest('former') }),
        null,
        [{ kind: 'adopt' }, { kind: 'publish' }],
      ],
      [
        'where readers see the draft, without a line',
        undefined,
        BASE,
        [{ kind: 'adopt' }, { kind: 'publish' }],
      ],
      [
        'where readers see the draft',
        line({ sentPublished: OURS }),
        BASE,
        [{ kind: 'pull', fields: body }],
      ],
      [
        'edited here, where readers see the draft',
        line({ sentPublished: digest('former') }),
        BASE,
        [{ kind: 'conflict', fields: body }],
      ],
      [
        'whose draft is gone',
        line({ sentPublished: OURS }),
        OURS,
        [{ kind: 'pull', fields: body }],
        OURS,
      ],
      [
        'whose draft is gone, without a line',
        undefined,
        OURS,
        [{ kind: 'update', fields: body }],
        OURS,
      ],
    ] as const
  ).flatMap(([what, base, published, expected, head = BASE]) =>
    [true, false].map(
      (publish) =>
        [
          `a text for readers beside a draft, ${what}, ${publish ? 'to publish' : 'not to publish'}`,
          {
            local: file(BASE, { published: OURS }),
            base,
            remote: page(head, { published }),
            rules: { publish },
          },
          publish ? expected : expected.filter(({ kind }) => kind !== 'publish'),
        ] as const,
    ),
  ),
  ...(
    [
      ['key', { key: 'v/other/a' as PageKey }],
      ['id', { id: 2 as PageId }],
      ['title', { title: 'B' }],
      ['published text', { sentPublished: OURS }],
    ] as const
  ).map(
    ([what, change]) =>
      [
        `a page that is equal on both sides and has another ${what} in base`,
        { local: file(BASE), base: line(change), remote: page(BASE) },
        [{ kind: 'adopt', ...withId }],
      ] as const,
  ),
  [
    'a page whose file is gone and that an editor published',
    {
      base: line(),
      remote: page(BASE, { stored: { draft: BASE, published: BASE } }),
      rules: PRUNE,
    },
    [{ kind: 'conflict', fields: body, group: 'deleted-but-edited' }],
  ],
  [
    'a page that is as base says, in a place that the platform does not have',
    { local: file(BASE), base: line(), placement: HIDDEN, isAsBase: true },
    [{ kind: 'unplaced' }],
  ],
  [
    'a page that is as base says, with notes that nobody was shown',
    {
      local: file(BASE, { notes: ['parent'] }),
      base: line({ header: null }),
      remote: page(BASE),
      isAsBase: true,
    },
    [{ kind: 'unchanged', notes: ['parent'] }],
  ],
  [
    'a page that is as base says, in another documentation than its file',
    {
      formerKey: 'v/other/a' as PageKey,
      local: file(BASE),
      base: line({ key: 'v/other/a' as PageKey }),
      remote: page(BASE),
      isAsBase: true,
    },
    [{ kind: 'adopt' }],
  ],
  [
    'a new file with a category',
    { local: file(OURS, { notes: ['category', 'parent'] }) },
    [{ kind: 'create', notes: ['parent'] }],
  ],
  [
    'notes of a header that nobody was shown',
    { local: file(BASE, { notes: ['parent'] }), base: line({ header: null }), remote: page(BASE) },
    [{ kind: 'unchanged', notes: ['parent'] }],
  ],
];

describe('the decision of the planner about', () => {
  test.each(TABLE)('%s', (_, given, expected) => {
    expect({ decided: decided(given) }).toMatchObject({ decided: expected });
  });
});
