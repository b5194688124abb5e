/** The schemas in `docs/json`, which are made of the documents of `src`. */
import { Ajv } from 'ajv';
import { expect, test } from 'vitest';
import { publishedSchemas } from '../support/schema.ts';
import { ROWS } from './rows.ts';

const SCHEMAS = [...(await publishedSchemas())];

test.each(SCHEMAS)('%s is a strict schema of draft 7 that says what it is', (_name, schema) => {
  const ajv = new Ajv({ allowUnionTypes: true, strict: true });

  expect(() => ajv.compile(schema)).not.toThrow();
  expect(schema).toMatchObject({
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: expect.stringMatching(/./),
    description: expect.stringMatching(/./),
  });
});

test('each command that prints a document has one', () => {
  const names = new Set(SCHEMAS.map(([name]) => name));
  const wanted = Object.values(ROWS).flatMap(({ schema }) => schema ?? []);

  expect(wanted.length).toBeGreaterThan(30);
  expect(wanted.filter((name) => !names.has(name))).toEqual([]);
});
