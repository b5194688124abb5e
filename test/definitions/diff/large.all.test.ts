// Slow: its definitions are as large as they may be.
import { describe, expect, test } from 'vitest';
import { diffDefinitions } from '../../../src/definitions/diff/diff.ts';
import type { DefinitionChange } from '../../../src/definitions/diff/changes.ts';
import { definition } from './cases.ts';
import { grouped } from '../../../src/model/text/sentences.ts';

const answering = (schemas: object) =>
  definition(
    {
      '/a': {
        get: {
          responses: {
            200: {
              description: 'ok',
              content: { 'application/json': { schema: { $ref: '#/components/schemas/S' } } },
            },
          },
        },
      },
    },
    { components: { schemas } },
  );

const changesOf = (before: object, after: object): readonly DefinitionChange[] =>
  diffDefinitions(answering(before), answering(after)).changes;

const series = <T>(length: number, make: (at: number) => T): T[] =>
  Array.from({ length }, (_, at) => make(at));

describe.each([130_000, 300_000])('lists of %d', (length) => {
  const values = (prefix: string) => ({
    S: { type: 'string', enum: series(length, (at) => `${prefix}${at}`) },
  });

  test('equal values of an enum are not a change', () => {
    expect(changesOf(values('a'), values('a'))).toEqual([]);
  });

  test('values of an enum that are all replaced are told once, with their number', () => {
    const changes = changesOf(values('a'), values('b'));
    expect(changes).toHaveLength(1);
    expect(changes[0]?.message.split(`and ${grouped(length - 3)} more`)).toHaveLength(3);
  });
});

describe('lists of 130,000', { timeout: 240_000 }, () => {
  const length = 130_000;

  test('required names that are all replaced are told', () => {
    const required = (prefix: string) => ({
      S: { type: 'object', required: series(length, (at) => `${prefix}${at}`) },
    });
    expect(changesOf(required('a'), required('a'))).toEqual([]);
    expect(changesOf(required('a'), required('b'))).toHaveLength(2 * length);
  });

  test.each(['allOf', 'oneOf', 'prefixItems'])('schemas of an %s are compared', (kind) => {
    const parts = (prefix: string) => ({
      S: {
        // All are compared; that as many changes are reported, one of the kinds shows.
        [kind]: series(length, (at) => ({
          title: kind === 'allOf' || at % 10 === 0 ? `${prefix}${at}` : `t${at}`,
          type: 'string',
        })),
      },
    });
    expect(changesOf(parts('a'), parts('a'))).toEqual([]);
    expect(changesOf(parts('a'), parts('b'))).not.toEqual([]);
  });
});

describe('chains of 20,000', () => {
  const chain = (link: (next: object) => object, last: object) => ({
    S: { $ref: '#/components/schemas/S0' },
    ...Object.fromEntries(
      series(20_000, (at) => [
        `S${at}`,
        at === 19_999 ? last : link({ $ref: `#/components/schemas/S${at + 1}` }),
      ]),
    ),
  });

  test.each([
    ['references', (next: object) => next],
    ['lists', (next: object) => ({ type: 'array', items: next })],
    ['objects', (next: object) => ({ type: 'object', properties: { next } })],
    ['allOf', (next: object) => ({ allOf: [next] })],
    ['anyOf', (next: object) => ({ anyOf: [next, { type: 'boolean' }] })],
    ['not', (next: object) => ({ not: next })],
  ])('%s are followed to their end', (_, link) => {
    const text = { type: 'string' };
    expect(changesOf(chain(link, text), chain(link, text))).toEqual([]);
    expect(changesOf(chain(link, text), chain(link, { type: 'integer' }))).not.toEqual([]);
  });
});

describe('kinds of a schema', () => {
  const discriminator = { propertyName: 'kind' };
  const text = { type: 'string' };
  const base = (more: object = {}) => ({
    type: 'object',
    properties: { kind: text, ...more },
    discriminator,
  });
  const including = (name: string, properties: object) => ({
    allOf: [{ $ref: `#/components/schemas/${name}` }, { type: 'object', properties }],
  });

  const chain = (length: number, last: object) => ({
    S: base(),
    ...Object.fromEntries(
      series(length, (at) => [
        `S${at}`,
        including(at === 0 ? 'S' : `S${at - 1}`, at === length - 1 ? { last } : {}),
      ]),
    ),
  });

  test('in a chain of 300 are all compared', () => {
    expect(changesOf(chain(300, text), chain(300, text))).toEqual([]);
    expect(changesOf(chain(300, text), chain(300, { type: 'integer' }))).toHaveLength(1);
  });

  test('in a chain of 20,000 are compared in bounds, and the result says so', () => {
    const changes = changesOf(chain(20_000, text), chain(20_000, { type: 'integer' }));
    expect(changes).toMatchObject([{ rule: 'too-entangled' }]);
  });

  test.each([5_000, 20_000])('beside each other, %d, are all compared', (length) => {
    const all = (last: object, more: object = {}) => ({
      S: { ...base(more), discriminator: { ...discriminator, mapping: mappingOf(length) } },
      ...Object.fromEntries(
        series(length, (at) => [`S${at}`, including('S', at === length - 1 ? { last } : {})]),
      ),
    });
    expect(changesOf(all(text), all(text))).toEqual([]);
    expect(changesOf(all(text), all({ type: 'integer' }))).toHaveLength(1);
    expect(changesOf(all(text, { gone: text }), all(text))).toHaveLength(1);
  });

  const mappingOf = (length: number) =>
    Object.fromEntries(series(length, (at) => [`v${at}`, `#/components/schemas/S${at}`]));
});
