/** What others wrote reaches no terminal and no runner as more than text. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { safeJson } from '../../src/ui/json-text.ts';
import { Terminal } from '../../src/ui/terminal.ts';
import { createHost } from '../support/host.ts';
import { openWorld } from '../support/world.ts';

const FLAGS = { json: false, quiet: false, verbose: false, color: false, input: true, yes: false };

test('JSON holds no control characters and no marks that turn the reading direction, and says the same', () => {
  const text = fc.string({
    unit: fc.integer({ min: 0, max: 0x2100 }).map((n) => String.fromCharCode(n)),
  });
  fc.assert(
    fc.property(fc.dictionary(text, text), (value) => {
      const json = safeJson(value, 2);
      expect(json).not.toMatch(/[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/);
      expect(JSON.parse(json)).toEqual(value);
    }),
  );
});

test.each([true, false])(
  'docs --json escapes what a terminal would obey (on one: %s)',
  async (terminal) => {
    const world = await openWorld({ 'docs/v1.0/_settings.yaml': 'name: v1.0\n' });
    const name = 'a\u009b31mRED\u202egnp';
    const update = ['version', 'update', 'v1.0', '--name', name, '--json', '--yes'];

    const updated = await world.runAs({ terminal }, ...update);
    const listed = await world.runAs({ terminal }, 'version', 'list', '--json');

    for (const { exitCode, stdout } of [updated, listed]) {
      expect(exitCode).toBe(0);
      expect(stdout).not.toMatch(/[\u009b\u202e]/);
      expect(stdout).toContain('\\u009b');
    }
    expect(JSON.parse(updated.stdout).items[0].version.name).toBe(name);
    expect(JSON.parse(listed.stdout)[0].name).toBe(name);
  },
);

describe('on GitHub Actions', () => {
  const hostile = 'x\n::error::inj\n  ::stop-commands::x\n##[error]y';

  test.each(['warn', 'say', 'detail'] as const)('%s starts no workflow command', (method) => {
    const { host, stderr } = createHost({ cwd: '/', env: { GITHUB_ACTIONS: 'true' } });
    new Terminal(host, { ...FLAGS, verbose: true })[method](hostile);

    expect(stderr()).not.toMatch(/^\s*::/m);
    expect(stderr()).not.toContain('##[');
  });
});

test('a warning is one line', () => {
  const { host, stderr } = createHost({ cwd: '/' });
  new Terminal(host, FLAGS).warn('x\n::error::inj\r\nZ');

  expect(stderr()).toBe('warning x ::error::inj Z\n');
});
