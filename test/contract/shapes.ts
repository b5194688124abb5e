/** docs/service.md, "Resources", field by field, in both revisions. */
import { isDeepStrictEqual } from 'node:util';
import { expect } from 'vitest';
import type { ApiRevision } from '../../src/model/operations.ts';
import type { Json } from '../support/request.ts';
import {
  brokenLinkShape,
  documentationShape,
  postShape,
  postsShape,
  reportShape,
} from './newer-shapes.ts';
import type { Row } from './rows.ts';
import type { ContractAnswer } from './target.ts';

const text = expect.any(String) as unknown;
const number = expect.any(Number) as unknown;
const truth = expect.any(Boolean) as unknown;
const colonDate = expect.stringMatching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\+00:00$/) as unknown;
const plainDate = expect.stringMatching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\+0000$/) as unknown;

/** Dates of answers, the audit log's apart. */
const DATES: Readonly<Record<ApiRevision, unknown>> = { classic: colonDate, '2026': plainDate };

/** One of the shapes, or null. */
const orNull = (value: unknown, shape: unknown): unknown => (value === null ? null : shape);

const pageShape = (page: Json, date: unknown): Json => ({
  id: number,
  listed: truth,
  title: text,
  created: date,
  updated: date,
  slug: text,
  contentDraft: orNull(page['contentDraft'], text),
  contentPublished: orNull(page['contentPublished'], text),
  path: text,
});

const versionShape = (date: unknown) => ({
  id: number,
  published: truth,
  name: text,
  created: date,
  updated: date,
  slug: text,
  ordr: number,
});

const referenceShape = (date: unknown) => ({
  id: number,
  title: text,
  created: date,
  updated: date,
  slug: text,
  ordr: number,
});

const accessShape = (access: Json, date: unknown): Json => ({
  email: text,
  expiresAt: orNull(access['expiresAt'], date),
  created: date,
  revoked: orNull(access['revoked'], date),
});

const userShape = (date: unknown): Json => ({
  id: number,
  name: text,
  email: text,
  role: expect.stringMatching(/^(ADMIN|PUBLISHER|WRITER|REVIEWER)$/) as unknown,
  lastActiveAt: date,
});

const entryShape = (entry: Json, api: ApiRevision): Json => ({
  ipAddress: text,
  entity: expect.stringMatching(
    /^(page|documentation|reference|version|project|landing-page|index|project-import|project-user)$/,
  ) as unknown,
  entityId: text,
  details: expect.any(Object) as unknown,
  scope: expect.stringMatching(/^(content|users|hosting|security|plan|other)$/) as unknown,
  message: text,
  operation: expect.stringMatching(/^(INS|UPD|DEL|READ|ADD|REM)$/) as unknown,
  timestamp: colonDate,
  // Today's service may leave both out.
  ...(api === '2026' && !('user' in entry) ? {} : { user: text }),
  ...(api === '2026' && !('apiKey' in entry) ? {} : { apiKey: truth }),
});

function expectAll(json: Json, api: ApiRevision): void {
  const slug = api === 'classic' ? { slug: text } : {};
  expect(Object.keys(json).toSorted()).toEqual(['documentation', 'page', 'reference', 'version']);
  const each = (dictionary: string, shape: Json) => {
    const entries = Object.entries(json[dictionary] as Json);
    for (const [id, details] of entries) {
      expect(id).toMatch(/^\d+$/);
      expect(details).toEqual(shape);
    }
    return entries.length;
  };
  each('page', { title: text, updated: DATES[api], documentationId: number, listed: truth });
  each('reference', { title: text, versionId: number, ...slug });
  expect(each('documentation', { title: text, versionId: number, ...slug })).toBeGreaterThan(0);
  expect(each('version', { name: text, published: truth, ...slug })).toBeGreaterThan(0);
}

function expectAudit(json: Json, api: ApiRevision): void {
  const entries = json['data'] as Json[];
  expect(json).toEqual({
    data: entries.map((entry) => entryShape(entry, api)),
    count: entries.length,
    total: number,
    cursor: orNull(json['cursor'], text),
  });
  expect(entries.length).toBeGreaterThan(0);
}

const list = (json: Json): Json[] => json as unknown as Json[];

const EXPECTATIONS: Readonly<Record<Row['shape'], (answer: ContractAnswer) => void>> = {
  page: ({ json, api }) => expect(json).toEqual(pageShape(json, DATES[api])),
  version: ({ json, api }) => expect(json).toEqual(versionShape(DATES[api])),
  versions: ({ json, api }) => {
    expect(list(json).length).toBeGreaterThan(0);
    expect(json).toEqual(list(json).map(() => versionShape(DATES[api])));
  },
  reference: ({ json, api }) => expect(json).toEqual(referenceShape(DATES[api])),
  definition: ({ text }) => expect(text).toMatch(/openapi/),
  users: ({ json, api }) => {
    expect(list(json).length).toBeGreaterThan(0);
    expect(json).toEqual(list(json).map(() => userShape(DATES[api])));
  },
  zip: ({ headers, bytes }) => {
    expect(headers.get('Content-Type')).toBe('application/zip');
    expect(bytes.subarray(0, 4).toString('latin1')).toBe('PK\u0003\u0004');
  },
  all: ({ json, api }) => {
    expectAll(json, api);
  },
  audit: ({ json, api }) => {
    expectAudit(json, api);
  },
  access: ({ json, api }) => expect(json).toEqual(accessShape(json, DATES[api])),
  accesses: ({ json, api }) =>
    expect(json).toEqual(list(json).map((each) => accessShape(each, DATES[api]))),
  nothing: ({ json }) => expect(json).toEqual({}),
  documentations: ({ json, api }) => {
    expect(list(json).length).toBeGreaterThan(0);
    expect(json).toEqual(list(json).map((each) => documentationShape(each, DATES[api])));
  },
  report: ({ json, api }) => {
    expect(list(json).length).toBeGreaterThan(0);
    expect(json).toEqual(list(json).map((each) => reportShape(each, DATES[api])));
  },
  'broken links': ({ json }) => {
    expect(list(json).length).toBeGreaterThan(0);
    expect(json).toEqual(list(json).map(brokenLinkShape));
  },
  post: ({ json, api }) => expect(json).toEqual(postShape(json, DATES[api])),
  posts: ({ json, api }) => expect(json).toEqual(postsShape(json, DATES[api])),
};

/** `expect(answer).toHoldA('page')`, `expect(answer).toBeRefused(404, /not found/)`. */
export const matchers = {
  /** The resource (docs/service.md, "Resources"), with all its fields and no other. */
  toHoldA(answer: ContractAnswer, shape: Row['shape']) {
    try {
      EXPECTATIONS[shape](answer);
    } catch (error) {
      return { pass: false, message: () => (error as Error).message };
    }
    return { pass: true, message: () => `expected no ${shape}: ${answer.text}` };
  },
  /** The error body (docs/service.md, "Errors"), with this status, and a message that says why. */
  toBeRefused(answer: ContractAnswer, expected: number, message: RegExp = /./) {
    const { status, json, text: body, api } = answer;
    const { message: told, code } = errorOf(answer);
    const said = String(told);
    const fields = { message: said, httpCode: expected, code };
    const isEarly = ENVELOPED.has(expected) || BEFORE_OPERATIONS.has(said);
    const inside = api === 'classic' || isEarly;
    const pass =
      status === expected &&
      message.test(said) &&
      typeof code === 'number' &&
      isDeepStrictEqual(json, inside ? { error: fields } : fields);
    return { pass, message: () => `expected ${expected} ${message}, not ${status} ${body}` };
  },
};

/** The refusals whose fields stand under `error` today; all of them in the older contract. */
const ENVELOPED: ReadonlySet<number> = new Set([403, 415, 429]);

/** So do the 400 and the 404 that come before any operation. */
const BEFORE_OPERATIONS: ReadonlySet<string> = new Set([
  'API Key is invalid',
  'There is no such operation',
]);

/** The fields of an error, wherever they stand. */
export const errorOf = ({ json }: Pick<ContractAnswer, 'json'>): Json =>
  (json['error'] as Json | undefined) ?? json;

declare module 'vitest' {
  // The name and the parameter are vitest's.
  // oxlint-disable-next-line typescript/no-unused-vars
  interface Assertion<T> {
    toHoldA(shape: Row['shape']): void;
    toBeRefused(status: number, message?: RegExp): void;
  }
}
