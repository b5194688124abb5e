import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { checkDefinition } from '../../../src/definitions/upload-check.ts';
import { DEFINITION_RULES } from '../../../src/definitions/rules/rules.ts';
import { temporaryFolder } from '../../support/folder.ts';
import { FAULTS, LEGAL, type StandardCase } from './cases.ts';
import { UNUSUAL_FAULTS, UNUSUAL_LEGAL, type UnusualCase } from './unusual-cases.ts';

async function found(definition: StandardCase['definition']): Promise<string[]> {
  const root = await temporaryFolder({ 'get.json': '{"responses":{"200":{"description":"ok"}}}' });
  const policy = { root, outside: false, network: false, signal: new AbortController().signal };
  const bytes = Buffer.from(JSON.stringify(definition));
  const { problems } = await checkDefinition(bytes, join(root, 'api.json'), policy);
  return problems.map(({ severity, rule }) => `${severity} ${rule}`).toSorted();
}

const titled = (cases: readonly StandardCase[]): [string, StandardCase][] =>
  cases.map((each) => [`${each.name} (${each.source.split(',', 1)[0]})`, each]);

describe('legal is', () => {
  test.each(titled(LEGAL))('%s', async (_, each) => {
    expect(await found(each.definition)).toEqual([...each.found].toSorted());
  });
});

describe('faulty is', () => {
  test.each(titled(FAULTS))('%s', async (_, each) => {
    expect(await found(each.definition)).toEqual([...each.found].toSorted());
  });
});

const namedCases = (cases: readonly UnusualCase[]) =>
  cases.map(([name, definition, ...expected]) => ({ name, definition, expected }));

test('each rule is found in some definition', () => {
  const expected = [
    ...[...LEGAL, ...FAULTS].flatMap((each) => each.found),
    ...namedCases(UNUSUAL_FAULTS).flatMap((each) => each.expected),
  ];
  const tested = new Set(expected.map((each) => each.split(' ').at(-1)));
  expect(DEFINITION_RULES.map(({ name }) => name).filter((name) => !tested.has(name))).toEqual([]);
});

describe('unusual, and legal is', () => {
  test.each(namedCases(UNUSUAL_LEGAL))('$name', async ({ definition }) => {
    expect(await found(definition)).toEqual([]);
  });
});

describe('unusual, and faulty is', () => {
  test.each(namedCases(UNUSUAL_FAULTS))('$name', async ({ definition, expected }) => {
    expect(await found(definition)).toEqual(expected.toSorted());
  });
});
