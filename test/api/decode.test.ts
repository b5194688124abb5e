import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ANSWERS } from '../../src/api/decode/answers.ts';
import type { PageId } from '../../src/model/ids.ts';
import { Failure } from '../../src/model/failure.ts';
import type { Page } from '../../src/model/resources.ts';

const DATE = '2026-01-31T12:00:00+00:00';

const decodePage = (json: unknown): Page =>
  ANSWERS.readPage(json, { sentAt: { now: 0, elapsed: 0 } });

const REFERENCE = { id: 2, title: 'Pets', created: DATE, updated: DATE, slug: 'pets', ordr: 0 };
const VERSION = { ...REFERENCE, title: undefined, name: 'v1', published: true };
const ENTRY = {
  ipAddress: '::1',
  entity: 'page',
  entityId: '17',
  details: { title: ['a', 'b'] },
  scope: 'content',
  message: 'Updated',
  operation: 'UPD',
  timestamp: DATE,
  user: 'Ann',
  apiKey: true,
};
const HIT = {
  content: 'text',
  title: 'Install',
  sectionType: 'doc',
  version: 'v1',
  section: 'guide',
  page: 'intro',
  pageId: 17,
  fragment: null,
  path: '/v1/guide/intro',
};

/** Every decoder with an answer as the contract has it, and the fields without which it is refused. */
const DECODERS: Readonly<
  Record<string, { decode: (json: unknown) => unknown; good: object; needs: readonly string[] }>
> = {
  page: {
    decode: decodePage,
    good: { id: 1, listed: true, title: '', updated: DATE, slug: 'a', contentDraft: 'x' },
    needs: ['id', 'listed', 'title', 'updated', 'slug'],
  },
  version: {
    decode: ANSWERS.updateVersion,
    good: VERSION,
    needs: ['id', 'published', 'name', 'slug', 'ordr'],
  },
  versions: { decode: ANSWERS.listVersions, good: [VERSION], needs: [] },
  reference: {
    decode: ANSWERS.uploadReference,
    good: REFERENCE,
    needs: ['id', 'title', 'slug', 'ordr'],
  },
  users: {
    decode: ANSWERS.listUsers,
    good: [{ id: 1, name: 'Ann', email: 'a@b', role: 'ADMIN', lastActiveAt: null }],
    needs: [],
  },
  access: {
    decode: ANSWERS.grantAccess,
    good: { email: 'a@b', expiresAt: null, created: DATE, revoked: null },
    needs: ['email'],
  },
  accessList: {
    decode: ANSWERS.listAccess,
    good: [{ email: 'a@b', expiresAt: DATE, created: DATE, revoked: DATE }],
    needs: [],
  },
  audit: {
    decode: ANSWERS.listAudit,
    good: { data: [ENTRY], count: 1, total: 1, cursor: null },
    needs: ['data', 'count', 'total'],
  },
  all: {
    decode: ANSWERS.listAll,
    good: {
      page: { 17: { title: 'Intro', updated: DATE, documentationId: 3, listed: true } },
      documentation: { 3: { title: 'Guide', versionId: 2, slug: 'guide' } },
      reference: { 4: { title: 'Pets', versionId: 2, slug: 'pets' } },
      version: { 2: { name: 'v1', published: true, slug: 'v1' } },
    },
    needs: ['page', 'documentation', 'reference', 'version'],
  },
  search: {
    decode: ANSWERS.search,
    good: {
      hits: [HIT],
      nbHits: 1,
      page: 0,
      nbPages: 1,
      hitsPerPage: 20,
      query: 'x',
      basepath: '',
      host: '',
    },
    needs: ['hits', 'nbHits', 'page', 'nbPages', 'hitsPerPage'],
  },
};

const names = Object.keys(DECODERS);

describe.each(names)('%s', (name) => {
  const { decode, good, needs } = DECODERS[name] ?? { decode: String, good: {}, needs: [] };

  test('is decoded', () => {
    expect(() => decode(good)).not.toThrow();
  });

  test('is refused if a required field is missing, which is named', () => {
    for (const field of needs) {
      const without = { ...good, [field]: undefined };
      expect(() => decode(without)).toThrow(new RegExp(`${field}\\b.* missing`));
    }
  });

  test('throws only a Failure, whatever the answer is', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), (json) => {
        expect(failureOf(decode, json)).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  test('throws only a Failure, whatever one part of the answer is', () => {
    const [item] = Array.isArray(good) ? (good as object[]) : [good];
    const fields = Object.keys(item ?? {});
    fc.assert(
      fc.property(fc.constantFrom(...fields), fc.jsonValue({ maxDepth: 3 }), (field, value) => {
        const changed = { ...item, [field]: value };
        expect(failureOf(decode, Array.isArray(good) ? [changed] : changed)).toBe(true);
      }),
      { numRuns: 300 },
    );
  });
});

/** True where it decodes, or says that the platform's answer is wrong, in few words. */
function failureOf(decode: (json: unknown) => unknown, json: unknown): boolean {
  try {
    decode(json);
    return true;
  } catch (error) {
    return (
      error instanceof Failure && error.code === 'platform-garbled' && error.message.length < 120
    );
  }
}

test('a page distinguishes values that do not exist from fields that the answer lacks', () => {
  const page = DECODERS['page']?.good;
  expect(decodePage({ ...page, contentDraft: null })).toMatchObject({ contentDraft: null });
  expect(decodePage({ ...page, contentDraft: undefined }).contentDraft).toBeUndefined();
  expect(decodePage({ ...page, contentDraft: '' })).toMatchObject({ contentDraft: '' });
});

test('the map of all resources is keyed by ids, and accepts missing slugs and empty lists', () => {
  const all = ANSWERS.listAll({
    page: [],
    documentation: { 3: { title: 'Guide', versionId: 2 } },
    reference: {},
    version: { 2: { name: 'v1', published: false, slug: null } },
  });
  expect(all).toEqual({
    pages: new Map(),
    documentations: new Map([[3, { title: 'Guide', versionId: 2, slug: undefined }]]),
    references: new Map(),
    versions: new Map([[2, { name: 'v1', published: false, slug: undefined }]]),
  });
  for (const key of ['__proto__', '1.5', '-0', ' 1', '99999999999999999999', '\u001B[31m']) {
    const version = JSON.parse(
      `{${JSON.stringify(key)}: {"name": "a", "published": true}}`,
    ) as object;
    const wrong = { page: {}, documentation: {}, reference: {}, version };
    expect(() => ANSWERS.listAll(wrong)).toThrow('version has a key that is not an id');
  }
});

test('a problem of one of many resources names its id', () => {
  const all = { page: {}, documentation: {}, reference: {} };
  const version = { 2: { name: 'v1', published: true }, 3: { name: 'v2', published: 'yes' } };
  expect(() => ANSWERS.listAll({ ...all, version })).toThrow(
    'version.3.published is a text, not true',
  );
  expect(() => ANSWERS.listAll({ ...all, version: { 3: null } })).toThrow('version.3 is null');
});

test('words that the contract does not list yet are kept', () => {
  const entry = { ...ENTRY, entity: 'webhook', operation: 'XYZ', entityId: 17, details: [] };
  const page = ANSWERS.listAudit({ data: [entry], count: 1, total: 1 });
  expect(page.data[0]).toMatchObject({ entity: 'webhook', entityId: '17', details: {} });
  expect(page.cursor).toBeNull();
});

test('an audit entry may lack the person and the client of the change', () => {
  const entry = { ...ENTRY, user: undefined, apiKey: undefined };
  const page = ANSWERS.listAudit({ data: [entry], count: 1, total: 1, cursor: null });
  expect(page.data[0]).toMatchObject({ user: '', apiKey: null });
});

test('items of the map of all resources may leave out every field', () => {
  const all = ANSWERS.listAll({
    page: { 17: {} },
    documentation: { 3: {} },
    reference: { 4: {} },
    version: { 2: {} },
  });
  expect(all.pages.get(17 as PageId)).toEqual({
    title: '',
    updated: '',
    documentationId: 0,
    listed: true,
  });
  expect([...all.documentations.values(), ...all.references.values()]).toEqual([
    { title: '', versionId: 0, slug: undefined },
    { title: '', versionId: 0, slug: undefined },
  ]);
  expect([...all.versions.values()]).toEqual([{ name: '', published: false, slug: undefined }]);
});

test('an audit entry without a date is refused, because the log is followed by date', () => {
  const data = [{ ...ENTRY, timestamp: 'yesterday' }];
  expect(() => ANSWERS.listAudit({ data, count: 1, total: 1 })).toThrow('timestamp');
});
