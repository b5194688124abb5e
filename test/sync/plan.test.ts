import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Change, ChangeKind } from '../../src/model/change.ts';
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
import { placeOf } from '../../src/model/ids.ts';
import type { LocalPage } from '../../src/model/local.ts';
import type { BasePage, RemotePage } from '../../src/model/sides.ts';
import { unmoved, RemotePages } from '../../src/sync/match/observe.ts';
import { Cases } from '../../src/sync/plan/cases.ts';
import type { CaseSources } from '../../src/sync/plan/cases.ts';
import { plan as planRows } from '../../src/sync/plan/plan.ts';
import { planOf } from '../../src/sync/run/decide.ts';
import type { PlanRules, RemoteSide } from '../../src/sync/plan/plan.ts';

const KEYS = ['v/d/a', 'v/d/b', 'v/d/c', 'v/e/a'] as PageKey[];
const digest = (name: string): Digest => name.padEnd(43, '_') as Digest;
const TEXTS = ['x', 'y', 'z'].map(digest);

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

interface Trio {
  readonly base: BasePage | undefined;
  readonly local: LocalPage | undefined;
  readonly remote: RemotePage | undefined;
}

interface Sides extends CaseSources {
  readonly remote: RemoteSide;
}

/** The plan as plain data. */
const plan = ({ remote, ...sources }: Sides, given: PlanRules) =>
  planOf(planRows(new Cases(sources), remote, given), { ...sources, unclaimed: new Set() });

const text = fc.constantFrom(...TEXTS);
const title = fc.constantFrom('One', 'Two', 'Three');

const localOf = (key: PageKey): fc.Arbitrary<LocalPage> =>
  fc
    .record({ title, head: text, other: text, shape: fc.constantFrom('one', 'draft', 'both') })
    .map(({ title, head, other, shape }) => ({
      key,
      file: `${key}.md` as FilePath,
      title,
      head,
      published: shape === 'one' ? head : shape === 'draft' ? null : other,
      category: null,
      notes: [],
      headerDigest: digest('header'),
    }));

const baseOf = (key: PageKey): fc.Arbitrary<BasePage> =>
  fc.record({ title, sent: text, shown: fc.option(text) }).map(({ title, sent, shown }) => ({
    key,
    id: (KEYS.indexOf(key) + 1) as PageId,
    title,
    slug: placeOf(key).slug,
    updated: 'then' as Instant,
    header: digest('header'),
    sent,
    sentPublished: shown,
    draft: sent,
    published: shown,
  }));

const remoteOf = (key: PageKey): fc.Arbitrary<RemotePage> =>
  fc.record({ title, head: text, shown: fc.option(text), moved: fc.boolean() }).map((page) => ({
    id: (KEYS.indexOf(key) + 1) as PageId,
    title: page.title,
    slug: (page.moved ? 'moved' : placeOf(key).slug) as Slug,
    updated: 'then' as Instant,
    listed: true,
    head: page.head,
    published: page.shown,
    unpublished: page.head !== page.shown,
    stored: { draft: page.head, published: page.shown },
    isOverPublished: false,
    racy: false,
    at: null,
    commit: null,
  }));

const trio = (key: PageKey): fc.Arbitrary<Trio> =>
  fc.record({
    base: fc.option(baseOf(key), { nil: undefined }),
    local: fc.option(localOf(key), { nil: undefined }),
    remote: fc.option(remoteOf(key), { nil: undefined }),
  });

/** What else a line of the lock and a file may say. */
const variety = fc.record({
  change: fc.constantFrom<Partial<BasePage>>(
    {},
    { draft: null },
    { draft: digest('other') },
    { slug: 'moved' as Slug },
  ),
  notes: fc.constantFrom<LocalPage['notes']>([], ['parent']),
  header: fc.constantFrom(digest('header'), digest('another')),
  areSeen: fc.tuple(...KEYS.map(() => fc.boolean())),
});

const trios = fc.tuple(...KEYS.map(trio));
const rules = fc
  .record({ publish: fc.boolean(), recreate: fc.boolean() })
  .map(({ publish, recreate }) => ({ publish, recreates: () => recreate }));

function sidesOf(trios: readonly Trio[], order: readonly number[] = [0, 1, 2, 3]): Sides {
  const base = new Map<PageKey, BasePage>();
  const local = new Map<PageKey, LocalPage>();
  const remote = new Map<PageKey, RemotePage>();
  for (const index of order) {
    const key = KEYS[index] as PageKey;
    const found = trios[index];
    if (found?.base) base.set(key, found.base);
    if (found?.local) local.set(key, found.local);
    if (found?.remote) remote.set(key, found.remote);
  }
  return {
    base,
    local,
    remote: { get: (key) => remote.get(key), isAsBase: () => false },
    renamed: new Map(),
    reverted: new Set(),
    restored: new Set(),
    unplaced: [],
    placement: () => ({
      kind: 'visible',
      version: 1 as VersionId,
      documentation: 1 as DocumentationId,
    }),
  };
}

const of = (changes: readonly Change[], key: PageKey): readonly Change[] =>
  changes.filter((change) => change.key === key);

const kinds = (changes: readonly Change[]): readonly ChangeKind[] =>
  changes.map(({ kind }) => kind);

/** What the platform and the lock hold once the plan was carried out, in the terms of the planner. */
function carryOut(before: Trio, changes: readonly Change[]): Trio {
  const { local } = before;
  let { base, remote } = before;
  const agreed = (page: RemotePage): BasePage | undefined =>
    local && {
      key: local.key,
      id: page.id,
      title: page.title,
      slug: page.slug,
      updated: page.updated,
      header: local.headerDigest,
      sent: page.head ?? local.head,
      sentPublished: page.published,
      draft: page.stored.draft,
      published: page.stored.published,
    };
  const learns = new Set<ChangeKind>(['create', 'update', 'publish', 'adopt']);
  const pulled = changes.some(({ kind }) => kind === 'pull');
  for (const change of changes) {
    if (!local) continue;
    if (change.kind === 'create') {
      remote = remoteWith(local, local.head, null);
    } else if (change.kind === 'update' && remote) {
      const body = change.fields.includes('body');
      remote = {
        ...remote,
        title: change.fields.includes('title') ? local.title : remote.title,
        slug: change.fields.includes('slug') ? placeOf(local.key).slug : remote.slug,
        head: body ? local.head : remote.head,
        unpublished: body ? local.head !== remote.published : remote.unpublished,
      };
    } else if (change.kind === 'publish' && remote) {
      const both = local.published !== null && local.published !== local.head;
      const published = both ? local.published : remote.head;
      remote = { ...remote, published, unpublished: both };
    }
    if (remote && !pulled && learns.has(change.kind)) base = agreed(remote);
  }
  return { local, base, remote };
}

function remoteWith(local: LocalPage, head: Digest, published: Digest | null): RemotePage {
  return {
    id: 9 as PageId,
    title: local.title,
    slug: placeOf(local.key).slug,
    updated: 'then' as Instant,
    listed: true,
    head,
    published,
    unpublished: true,
    stored: { draft: head, published },
    isOverPublished: false,
    racy: false,
    at: null,
    commit: null,
  };
}

describe('plan', () => {
  test('is the same for any order of insertion', () => {
    fc.assert(
      fc.property(
        trios,
        rules,
        fc.shuffledSubarray([0, 1, 2, 3], { minLength: 4 }),
        (some, r, order) => {
          const given = { ...RULES, ...r };
          expect(plan(sidesOf(some, order), given)).toEqual(plan(sidesOf(some), given));
        },
      ),
    );
  });

  test('decides about a page from its base alone as about a page that was read', () => {
    fc.assert(
      fc.property(trios, rules, variety, (some, r, { change, notes, header, areSeen }) => {
        const given = { ...RULES, ...r };
        const varied = some.map((page, index): Trio => {
          const base = page.base && { ...page.base, ...change, header };
          const local = page.local && { ...page.local, notes };
          const remote = areSeen[index] ? page.remote : base && unmoved(base, undefined);
          return { base, local, remote };
        });
        const seen = sidesOf(varied);
        const listed = varied.flatMap(({ base }) =>
          base
            ? [[base.id, { ...base, documentationId: 1 as DocumentationId, listed: true }] as const]
            : [],
        );
        const remote = new RemotePages(seen.base, new Map(listed));
        for (const [index, key] of KEYS.entries()) {
          if (areSeen[index]) remote.set(key, varied[index]?.remote);
        }
        // Each page is looked at closely where none is known to be as base says.
        expect(plan({ ...seen, remote }, given)).toEqual(plan(seen, given));
      }),
      { numRuns: 2000 },
    );
  });

  test('sends a text only over one that base or the file has', () => {
    fc.assert(
      fc.property(trios, rules, (some, r) => {
        const { changes } = plan(sidesOf(some), { ...RULES, ...r });
        for (const change of changes) {
          if (change.kind !== 'update' || !change.fields.includes('body')) continue;
          const { base, local, remote } = some[KEYS.indexOf(change.key)] as Trio;
          const kept = [base?.sent, local?.head, local?.published, null];
          expect(kept).toContain(remote?.head);
        }
      }),
    );
  });

  test('does not change a page whose file was deleted, ignores a page that is deleted on both sides, and creates no page that exists', () => {
    fc.assert(
      fc.property(trios, rules, (some, r) => {
        const { changes } = plan(sidesOf(some), { ...RULES, ...r });
        const wrong = KEYS.filter((key, index) => {
          const { base, local, remote } = some[index] as Trio;
          const found = kinds(of(changes, key));
          if (!local) return found.join(' ') !== (base && remote ? 'orphan' : '');
          const exists = remote !== undefined || (base !== undefined && !r.recreates());
          return exists && found.includes('create');
        });
        expect(wrong).toEqual([]);
      }),
    );
  });

  test('has a conflict only if both sides were edited', () => {
    fc.assert(
      fc.property(trios, (some) => {
        for (const change of plan(sidesOf(some), RULES).changes) {
          if (change.kind !== 'conflict' || change.group !== 'diverged') continue;
          const { base, local, remote } = some[KEYS.indexOf(change.key)] as Trio;
          const edits = change.fields.map((field) => {
            if (field === 'title') return [base?.title, local?.title, remote?.title];
            if (field === 'slug') return [base?.slug, placeOf(change.key).slug, remote?.slug];
            return [base?.sent, local?.head, remote?.head];
          });
          // A file with two texts may have one edited here and the other one there.
          const [shared, here, there] = [
            [base?.sent, base?.sentPublished],
            [local?.head, local?.published],
            [remote?.head, remote?.published],
          ].map((texts) => texts.join(' '));
          const isTwoTexts = local?.published !== null && local?.published !== local?.head;
          const areEdited = edits.map((three, at) =>
            change.fields[at] === 'body' && isTwoTexts
              ? here !== shared && there !== shared
              : new Set(three).size === 3,
          );
          expect(areEdited).not.toContain(false);
        }
      }),
    );
  });

  test('leaves nothing to send after it was carried out; without conflicts and pulls, leaves nothing at all', () => {
    fc.assert(
      fc.property(trios, rules, (some, r) => {
        const given = { ...RULES, ...r };
        const { changes } = plan(sidesOf(some), given);
        const after = some.map((before, index) =>
          carryOut(before, of(changes, KEYS[index] as PageKey)),
        );
        const again = plan(sidesOf(after), given).changes;
        const wrong = KEYS.filter((key) => {
          const first = kinds(of(changes, key));
          const second = kinds(of(again, key));
          const resends = second.some((kind) => ['create', 'update', 'adopt'].includes(kind));
          const wrote = first.includes('create') || first.includes('update');
          const quiet = second.every((kind) => kind === 'pull');
          const newConflict = second.includes('conflict') && !first.includes('conflict');
          return resends || newConflict || (wrote && !quiet);
        });
        expect(wrong).toEqual([]);
      }),
    );
  });

  test('counts each file that it does not list', () => {
    fc.assert(
      fc.property(trios, rules, (some, r) => {
        const { changes, unchanged } = plan(sidesOf(some), { ...RULES, ...r });
        const silent = KEYS.filter(
          (key, index) => some[index]?.local && of(changes, key).length === 0,
        );
        expect(unchanged).toBe(silent.length);
      }),
    );
  });

  test('updates the other side if only one side was edited', () => {
    fc.assert(
      fc.property(trios, (some) => {
        const { changes } = plan(sidesOf(some), RULES);
        const wrong = KEYS.filter((key, index) => {
          const { base, local, remote } = some[index] as Trio;
          if (!base || !local || !remote) return false;
          const same = remote.title === base.title && remote.slug === base.slug;
          if (!same || remote.head !== base.sent) return false;
          const edited = local.head !== base.sent || local.title !== base.title;
          const [found] = kinds(of(changes, key));
          return edited ? found !== 'update' : found !== undefined && found !== 'adopt';
        });
        expect(wrong).toEqual([]);
      }),
    );
  });

  test('with a winner, has conflicts only about deleted pages', () => {
    fc.assert(
      fc.property(trios, rules, fc.constantFrom('local', 'remote'), (some, r, side) => {
        const { changes } = plan(sidesOf(some), { ...RULES, ...r, winner: () => side });
        const left = changes.flatMap((change) =>
          change.kind === 'conflict' ? [change.group] : [],
        );
        expect(left.filter((group) => group !== 'gone-but-edited')).toEqual([]);
      }),
    );
  });

  test('leaves the published text as the file has it after a publish', () => {
    fc.assert(
      fc.property(trios, (some) => {
        const given = { ...RULES, publish: true };
        const { changes } = plan(sidesOf(some), given);
        KEYS.forEach((key, index) => {
          const before = some[index] as Trio;
          const mine = of(changes, key);
          const publish = mine.find((change) => change.kind === 'publish');
          if (!publish || publish.foreignDraft) return;
          const { local, remote } = carryOut(before, mine);
          expect(local?.published).not.toBeNull();
          expect(remote?.published).toBe(local?.published);
          expect(remote?.head).toBe(local?.head);
        });
      }),
    );
  });
});
