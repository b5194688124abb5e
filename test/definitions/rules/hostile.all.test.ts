import { join } from 'node:path';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkDefinition } from '../../../src/definitions/upload-check.ts';
import type { CheckedDefinition } from '../../../src/definitions/upload-check.ts';
import { temporaryFolder } from '../../support/folder.ts';
import { FAULTS, LEGAL } from './cases.ts';

function check(definition: unknown, root: string): Promise<CheckedDefinition> {
  const policy = { root, outside: false, network: false, signal: new AbortController().signal };
  return checkDefinition(Buffer.from(JSON.stringify(definition)), join(root, 'api.json'), policy);
}

/** `value` with what stands at one of its places, counted in order, replaced. */
function replaced(value: unknown, place: { left: number }, by: unknown): unknown {
  place.left -= 1;
  if (place.left === 0) return by;
  if (Array.isArray(value)) return value.map((each) => replaced(each, place, by));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key, replaced(each, place, by)]),
  );
}

const odd = fc.oneof(
  fc.constantFrom<unknown>(null, true, 0, '', [], {}, [null], [[]], 'a', -1, 1e300),
  fc.constantFrom<unknown>({ $ref: '#' }, { $ref: '#/' }, { $ref: '' }, { $ref: '#nope' }),
  fc.constantFrom<unknown>({ $ref: '#/info' }, { $ref: '%' }, { $ref: 'http://[' }, { $ref: 1 }),
  fc.constantFrom<unknown>(
    { $id: 'http://[', $ref: '#/a' },
    { __proto__: 1 },
    { $ref: '#/%E0%A4%A' },
  ),
  fc.jsonValue({ maxDepth: 3 }),
);

test('no definition makes the check fail with anything but findings', async () => {
  const root = await temporaryFolder();
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...LEGAL, ...FAULTS),
      fc.integer({ min: 2, max: 60 }),
      odd,
      async ({ definition }, left, by) => {
        const { problems } = await check(replaced(definition, { left }, by), root);
        for (const { place, message } of problems) {
          expect(place.line).toBeGreaterThan(0);
          expect(message).not.toContain('undefined');
        }
      },
    ),
    { numRuns: 500 },
  );
}, 120_000);

test('lists of 130,000 entries and as many findings are taken', async () => {
  const many = Array.from({ length: 130_000 }, (_, at) => `v${at}`);
  const { problems } = await check(
    {
      openapi: '3.0.3',
      info: { title: 'E', version: '1' },
      tags: many.map((name) => ({ name })),
      paths: {},
      components: { schemas: { S: { type: 'integer', enum: many }, T: { enum: many } } },
    },
    await temporaryFolder(),
  );
  expect(problems.map(({ rule, message }) => `${rule}: ${message}`)).toEqual([
    'no-enum-type-mismatch: the value "v0" in `enum` does not have the type integer, nor do 129999 others',
  ]);
});
