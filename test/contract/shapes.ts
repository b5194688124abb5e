/** Section 2 of the contract, field by field. */
import { isDeepStrictEqual } from 'node:util';
import { expect } from 'vitest';
import type { Answer, Json } from '../support/request.ts';
import type { Row } from './rows.ts';

const text = expect.any(String) as unknown;
const number = expect.any(Number) as unknown;
const truth = expect.any(Boolean) as unknown;
const date = expect.stringMatching(
  /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}[+-]\d{2}:?\d{2}$/,
) as unknown;

/** One of the shapes, or null. */
const orNull = (value: unknown, shape: unknown): unknown => (value === null ? null : shape);

const pageShape = (page: Json): Json => ({
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

const versionShape = {
  id: number,
  published: truth,
  name: text,
  created: date,
  updated: date,
  slug: text,
  ordr: number,
};

const referenceShape = {
  id: number,
  title: text,
  created: date,
  updated: date,
  slug: text,
  ordr: number,
};

const accessShape = (access: Json): Json => ({
  email: text,
  expiresAt: orNull(access['expiresAt'], date),
  created: date,
  revoked: orNull(access['revoked'], date),
});

const userShape = (user: Json): Json => ({
  id: number,
  name: text,
  email: text,
  role: expect.stringMatching(/^(ADMIN|PUBLISHER|WRITER|REVIEWER)$/) as unknown,
  lastActiveAt: orNull(user['lastActiveAt'], date),
});

const entryShape = {
  ipAddress: text,
  entity: expect.stringMatching(
    /^(page|documentation|reference|version|project|landing-page|index|project-import|project-user)$/,
  ) as unknown,
  entityId: text,
  details: expect.any(Object) as unknown,
  scope: expect.stringMatching(/^(content|users|hosting|security|plan|other)$/) as unknown,
  message: text,
  operation: expect.stringMatching(/^(INS|UPD|DEL|READ|ADD|REM)$/) as unknown,
  timestamp: date,
  user: text,
  apiKey: truth,
};

function expectAll(json: Json): void {
  expect(Object.keys(json).toSorted()).toEqual(['documentation', 'page', 'reference', 'version']);
  const each = (dictionary: string, shape: Json) => {
    const entries = Object.entries(json[dictionary] as Json);
    for (const [id, details] of entries) {
      expect(id).toMatch(/^\d+$/);
      expect(details).toEqual(shape);
    }
    return entries.length;
  };
  each('page', { title: text, updated: date, documentationId: number, listed: truth });
  each('reference', { title: text, versionId: number, slug: text });
  expect(each('documentation', { title: text, versionId: number, slug: text })).toBeGreaterThan(0);
  expect(each('version', { name: text, published: truth, slug: text })).toBeGreaterThan(0);
}

function expectAudit(json: Json): void {
  const entries = json['data'] as Json[];
  expect(json).toEqual({
    data: entries.map(() => entryShape),
    count: entries.length,
    total: number,
    cursor: orNull(json['cursor'], text),
  });
  expect(entries.length).toBeGreaterThan(0);
}

const list = (json: Json): Json[] => json as unknown as Json[];

const EXPECTATIONS: Readonly<Record<Row['shape'], (answer: Answer) => void>> = {
  page: ({ json }) => expect(json).toEqual(pageShape(json)),
  version: ({ json }) => expect(json).toEqual(versionShape),
  versions: ({ json }) => {
    expect(list(json).length).toBeGreaterThan(0);
    expect(json).toEqual(list(json).map(() => versionShape));
  },
  reference: ({ json }) => expect(json).toEqual(referenceShape),
  definition: ({ text }) => expect(text).toMatch(/openapi/),
  users: ({ json }) => {
    expect(list(json).length).toBeGreaterThan(0);
    expect(json).toEqual(list(json).map(userShape));
  },
  zip: ({ headers, bytes }) => {
    expect(headers.get('Content-Type')).toBe('application/zip');
    expect(bytes.subarray(0, 4).toString('latin1')).toBe('PK\u0003\u0004');
  },
  all: ({ json }) => {
    expectAll(json);
  },
  audit: ({ json }) => {
    expectAudit(json);
  },
  access: ({ json }) => expect(json).toEqual(accessShape(json)),
  accesses: ({ json }) => expect(json).toEqual(list(json).map(accessShape)),
};

/** `expect(answer).toHoldA('page')`, `expect(answer).toBeRefused(404, /not found/)`. */
export const matchers = {
  /** The resource of the contract's section 2, with all its fields and no other. */
  toHoldA(answer: Answer, shape: Row['shape']) {
    try {
      EXPECTATIONS[shape](answer);
    } catch (error) {
      return { pass: false, message: () => (error as Error).message };
    }
    return { pass: true, message: () => `expected no ${shape}: ${answer.text}` };
  },
  /** The error body of the notes, with this status, and a message that says why. */
  toBeRefused({ status, json, text: body }: Answer, expected: number, message: RegExp = /./) {
    const error = json['error'] as { message?: unknown; code?: unknown } | undefined;
    const said = String(error?.message);
    const shape = { error: { message: said, httpCode: expected, code: error?.code } };
    const pass =
      status === expected &&
      message.test(said) &&
      typeof error?.code === 'number' &&
      isDeepStrictEqual(json, shape);
    return { pass, message: () => `expected ${expected} ${message}, not ${status} ${body}` };
  },
};

declare module 'vitest' {
  // The name and the parameter are vitest's.
  // oxlint-disable-next-line typescript/no-unused-vars
  interface Assertion<T> {
    toHoldA(shape: Row['shape']): void;
    toBeRefused(status: number, message?: RegExp): void;
  }
}
