/** What the answer to a write proves: pure decisions, one row each. */
import { describe, expect, test } from 'vitest';
import type { DocumentationId, Instant, PageId, PageKey, Slug } from '../../src/model/ids.ts';
import type { Page, PageSummary } from '../../src/model/resources.ts';
import { withDigests } from '../../src/sync/record/stored-page.ts';
import type { SavingIntent } from '../../src/sync/record/entry.ts';
import { compareAnswer, type SentParts } from '../../src/sync/write/evidence.ts';
import { NewPages, findMade, carriedOut } from '../../src/sync/write/settle.ts';

const ID = 7 as PageId;
const KEY = 'v1/guide/a' as PageKey;
const MOMENT = { wall: 0, monotonic: 0 } as unknown as Page['sentAt'];

const pageWith = (parts: Partial<Page> = {}): Page => ({
  id: ID,
  listed: true,
  title: 'A',
  slug: 'a' as Slug,
  created: '2026-01-01T00:00:00Z' as Instant,
  updated: '2026-01-01T00:00:00Z' as Instant,
  contentDraft: null,
  contentPublished: null,
  path: '/a',
  sentAt: MOMENT,
  ...parts,
});

/** As a platform that adds a newline at the end. */
const samePage = (a: string, b: string): boolean => a.trimEnd() === b.trimEnd();

describe('what an answer contains about other people', () => {
  const sentWith = (parts: Partial<SentParts>): SentParts => ({
    title: null,
    slug: 'a' as Slug,
    text: null,
    publishes: false,
    ...parts,
  });
  const before = pageWith({ contentDraft: 'Before.' });
  const rows: readonly (readonly [
    what: string,
    sent: Partial<SentParts>,
    before: Page | null,
    own: string | null,
    answer: Partial<Page>,
    drift: readonly string[],
    notAsSent: readonly string[],
  ])[] = [
    ['a text as sent', { text: 'New.' }, before, null, { contentDraft: 'New.' }, [], []],
    [
      'a text that is reprinted',
      { text: 'New.' },
      before,
      null,
      { contentDraft: 'New.\n' },
      [],
      [],
    ],
    [
      'another text',
      { text: 'New.' },
      before,
      null,
      { contentDraft: 'Theirs.' },
      ['draft'],
      ['draft'],
    ],
    ['no text', { text: 'New.' }, before, null, {}, ['draft'], ['draft']],
    ['an empty text for no text', { text: '' }, null, null, {}, ['draft'], ['draft']],
    [
      'the text before, with a title alone',
      { title: 'B' },
      before,
      null,
      { title: 'B', contentDraft: 'Before.' },
      [],
      [],
    ],
    [
      'another text, with a title alone',
      { title: 'B' },
      before,
      null,
      { title: 'B', contentDraft: 'Theirs.' },
      ['draft'],
      [],
    ],
    [
      'another title than was sent',
      { title: 'B' },
      before,
      null,
      { title: 'C', contentDraft: 'Before.' },
      ['title'],
      ['title'],
    ],
    [
      'another title than before',
      { text: 'New.' },
      before,
      null,
      { title: 'C', contentDraft: 'New.' },
      ['title'],
      [],
    ],
    ['a title with other spaces', { title: 'A  b' }, null, null, { title: 'A b' }, [], []],
    [
      'another slug than was sent',
      { text: 'New.' },
      before,
      null,
      { slug: 'b' as Slug, contentDraft: 'New.' },
      ['slug'],
      ['slug'],
    ],
    [
      'another slug than before',
      { slug: null, text: 'New.' },
      before,
      null,
      { slug: 'b' as Slug, contentDraft: 'New.' },
      ['slug'],
      [],
    ],
    [
      'the draft that was seen, published',
      { text: 'New.' },
      before,
      null,
      { contentDraft: 'New.', contentPublished: 'Before.' },
      [],
      [],
    ],
    [
      'a foreign text, published',
      { text: 'New.' },
      before,
      null,
      { contentDraft: 'New.', contentPublished: 'Theirs.' },
      ['published'],
      [],
    ],
    [
      'the draft, published',
      { publishes: true, slug: null },
      before,
      null,
      { contentPublished: 'Before.' },
      [],
      [],
    ],
    [
      'our text, reprinted and published',
      { publishes: true, slug: null },
      before,
      'Before.',
      { contentPublished: 'Before.\n' },
      [],
      [],
    ],
    [
      'a foreign text in place of the draft',
      { publishes: true, slug: null },
      before,
      'Before.',
      { contentPublished: 'Theirs.' },
      ['published', 'draft'],
      ['published'],
    ],
    [
      'nothing published',
      { publishes: true, slug: null },
      before,
      'Before.',
      {},
      ['published', 'draft'],
      ['published'],
    ],
    [
      'nothing published, own text unknown',
      { publishes: true, slug: null },
      before,
      null,
      {},
      ['published', 'draft'],
      ['published'],
    ],
    [
      'the draft, published, and a newer draft',
      { publishes: true, slug: null },
      before,
      null,
      { contentPublished: 'Before.', contentDraft: 'Theirs.' },
      ['draft'],
      [],
    ],
  ];
  test.each(rows)('%s', (_, sent, was, own, answer, drift, notAsSent) => {
    const seen = was === null ? undefined : withDigests(was);
    const found = compareAnswer(sentWith(sent), seen, own, withDigests(pageWith(answer)), samePage);
    expect({ drift: [...found.drift], notAsSent: [...found.notAsSent] }).toEqual({
      drift,
      notAsSent,
    });
  });
});

describe('whether a page has the content that a write without an answer was meant to set', () => {
  const create = { op: 'create', title: 'A' } as SavingIntent;
  const update = { op: 'update', id: ID, title: null, slug: 'a' } as SavingIntent;
  const titled = { ...update, title: 'A' } as SavingIntent;
  const publish = { op: 'publish', id: ID } as SavingIntent;
  const draft = pageWith({ contentDraft: 'Draft.' });
  test.each<[string, SavingIntent, string | null, Page | null, Partial<Page>, boolean]>([
    ['created', create, 'New.', null, { contentDraft: 'New.\n' }, true],
    ['created with another text', create, 'New.', null, { contentDraft: 'Theirs.' }, false],
    [
      'created with another title',
      create,
      'New.',
      null,
      { contentDraft: 'New.', title: 'B' },
      true,
    ],
    ['created without a text', create, 'New.', null, {}, false],
    ['updated', update, 'New.', draft, { contentDraft: 'New.' }, true],
    [
      'updated under another slug',
      update,
      'New.',
      draft,
      { contentDraft: 'New.', slug: 'b' as Slug },
      false,
    ],
    ['not updated', update, 'New.', draft, { contentDraft: 'Draft.' }, false],
    ['a slug alone', update, null, draft, { contentDraft: 'Theirs.' }, true],
    ['a title', titled, null, draft, { contentDraft: 'Draft.' }, true],
    ['another title', titled, null, draft, { contentDraft: 'Draft.', title: 'B' }, false],
    ['published', publish, null, draft, { contentPublished: 'Draft.' }, true],
    ['not published', publish, null, draft, { contentDraft: 'Draft.' }, false],
    ['another text published', publish, null, draft, { contentPublished: 'Theirs.' }, false],
    ['nothing published where nothing was seen', publish, null, null, {}, false],
    [
      'a text published where nothing was seen',
      publish,
      null,
      null,
      { contentPublished: 'Theirs.' },
      false,
    ],
  ])('%s', (_, intent, content, was, now, isDone) => {
    const before = was === null ? undefined : withDigests(was);
    expect(carriedOut({ intent, content, before }, pageWith(now), { samePage })).toBe(isDone);
  });
});

describe('the page of a create without an answer, under another slug', () => {
  const GUIDE = 1 as DocumentationId;
  const intent = { op: 'create', key: KEY, at: 0, documentation: GUIDE, title: 'A' } as Parameters<
    typeof findMade
  >[0];
  const OTHER = 2 as DocumentationId;

  const find = async (
    {
      documentation = GUIDE,
      title = 'A',
      text = 'New.' as string | null,
      known = false,
      taken = false,
    },
    content: string | null = 'New.',
  ) => {
    const reads: PageId[] = [];
    const summary = { title, documentationId: documentation, listed: true } as PageSummary;
    const newPages = new NewPages(known ? new Map([[ID, null]]) : new Map(), () =>
      Promise.resolve(new Map([[ID, summary]])),
    );
    if (taken) newPages.take(ID);
    const read = (id: PageId): Promise<Page> => {
      reads.push(id);
      return Promise.resolve(pageWith({ title, contentDraft: text }));
    };
    const found = await findMade(intent, content, {
      api: { pages: { read } } as unknown as Parameters<typeof findMade>[2]['api'],
      signal: new AbortController().signal,
      samePage,
      newPages,
      clock: { now: () => 1000 },
      requestTimeoutMs: 1000,
    });
    return { id: found?.id, reads, isTaken: newPages.isKnown(ID) };
  };

  test('is the one with its title and text, and is used only once', async () => {
    expect(await find({})).toEqual({ id: ID, reads: [ID], isTaken: true });
    expect(await find({ taken: true })).toMatchObject({ id: undefined, reads: [] });
  });

  test.each([
    ['existed before', { known: true }, []],
    ['is in another documentation', { documentation: OTHER }, []],
    ['has another title', { title: 'B' }, []],
    ['has another text', { text: 'Theirs.' }, [ID]],
    ['has no text', { text: null }, [ID]],
  ] as const)('is not a page that %s', async (_, page, reads) => {
    expect(await find(page)).toMatchObject({ id: undefined, reads });
  });

  test('is searched for among the pages since the request timeout', async () => {
    const asked: number[] = [];
    const pages = new NewPages(new Map(), () => {
      asked.push(asked.length);
      return Promise.resolve(new Map());
    });
    const look = (at: number, now: number) =>
      findMade({ ...intent, at }, 'New.', {
        api: {} as Parameters<typeof findMade>[2]['api'],
        signal: new AbortController().signal,
        samePage,
        newPages: pages,
        clock: { now: () => now },
        requestTimeoutMs: 1000,
      });
    await look(100, 1100);
    await look(100, 1200);
    expect(asked).toHaveLength(1);
    await look(101, 1300);
    expect(asked).toHaveLength(2);
  });

  test('is not searched for if no text was sent', async () => {
    expect(await find({}, null)).toEqual({ id: undefined, reads: [], isTaken: false });
  });
});
