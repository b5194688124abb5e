/** Where the library's rules are wrong. If one of these fails, its rule may replace ours. */
import * as core from '@redocly/openapi-core';
import { expect, test } from 'vitest';
import { LEGAL } from './cases.ts';

test.each([
  ['text beside a $ref in 3.0', 'spec-ref-siblings'],
  ['nullable in 3.1', 'struct'],
  ['a mapping by the name of a schema', 'no-unresolved-refs'],
  ['the path /b/{naïve}', 'path-parameters-defined'],
  ['extensions of any content in 3.0', 'struct'],
  ['boolean schemas wherever a schema is in 3.1', 'struct'],
  ['a pointer relative to an $id', 'no-unresolved-refs'],
  ['media types by reference in 3.2', 'struct'],
])('the library takes "%s" for an error of %s', async (name, rule) => {
  const definition = LEGAL.find((each) => each.name === name)?.definition;
  const config = await core.createConfig({ extends: ['spec'] });
  const source = JSON.stringify(definition);
  const found = await core.lintFromString({ source, absoluteRef: '/api.json', config });
  const errors = found.filter(({ severity }) => severity === 'error');
  expect(errors.map(({ ruleId }) => ruleId)).toContain(rule);
});
