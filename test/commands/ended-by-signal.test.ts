import { Command } from 'commander';
import { expect, test } from 'vitest';
import { onlyComputes } from '../../src/program.ts';

test.each([
  ['docs', 'check', true],
  ['ref', 'check', true],
  ['ref', 'diff', true],
  ['docs', 'diff', false],
  ['ref', 'upload', false],
])('%s %s is ended by a signal at once: %s', (group, name, expected) => {
  const called = new Command(name);
  new Command(group).addCommand(called);
  expect(onlyComputes(called)).toBe(expected);
});
