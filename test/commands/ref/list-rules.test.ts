import { describe, expect, test } from 'vitest';
import { DIFF_RULES } from '../../../src/definitions/diff/rules.ts';
import { DEFINITION_RULES } from '../../../src/definitions/rules/rules.ts';
import { expectOfSchema } from '../../support/schema.ts';
import { openWorld } from '../../support/world.ts';

describe('docs ref rules', () => {
  test('lists every rule of the comparison, and with --check every rule of the check', async () => {
    const world = await openWorld({});
    const compared = await world.run('ref', 'rules');
    const checked = await world.run('ref', 'rules', '--check');
    expect(compared).toMatchObject({ exitCode: 0, stderr: '' });
    expect(namesIn(compared.stdout)).toEqual(Object.keys(DIFF_RULES));
    expect(namesIn(checked.stdout)).toEqual(DEFINITION_RULES.map(({ name }) => name));
  });

  test('explains one, whichever table it is in', async () => {
    const world = await openWorld({});
    const added = await world.run('ref', 'rules', 'enum-value-added');
    expect(added.stdout).toContain(DIFF_RULES['enum-value-added'].says);
    expect(added.stdout).toContain(DIFF_RULES['enum-value-added'].why);
    const struct = await world.run('ref', 'rules', 'struct');
    expect(struct.stdout).toContain(DEFINITION_RULES.find(({ name }) => name === 'struct')?.why);
  });

  test('says where the rules are listed if there is none of that name', async () => {
    const world = await openWorld({});
    expect(await world.run('ref', 'rules', 'nonsense')).toMatchObject({ exitCode: 2, stdout: '' });
  });

  test.each([[], ['--check'], ['enum-value-added']])(
    '--json is what its schema says',
    async (...argv) => {
      const world = await openWorld({});
      const { exitCode, stdout } = await world.run('ref', 'rules', ...argv, '--json');
      expect(exitCode).toBe(0);
      await expectOfSchema('ref-rules', JSON.parse(stdout));
    },
  );
});

const namesIn = (table: string): string[] =>
  table
    .split('\n')
    .slice(1)
    .map((line) => line.split(' ')[0] ?? '')
    .filter((name) => name !== '');
