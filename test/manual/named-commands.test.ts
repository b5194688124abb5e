/** Commands in the prose of manual and README exist, with the options that they are given. */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { problemsOf, programIn } from '../support/command-lines.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

const PAGES = readdirSync(`${root}manual`, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.md'))
  .map((path) => `manual/${path}`);

test('the hooks for pre-commit', () => {
  const hooks = parse(readFileSync(`${root}.pre-commit-hooks.yaml`, 'utf8')) as {
    readonly entry: string;
  }[];
  const program = programIn(root);
  expect(hooks.map(({ entry }) => entry.split(' ')[1])).toEqual(['check', 'fmt']);
  expect(hooks.flatMap(({ entry }) => problemsOf(program, entry.slice('docs '.length)))).toEqual(
    [],
  );
});

test.each(['README.md', 'skills/docs/SKILL.md', ...PAGES])('%s', (path) => {
  const program = programIn(root);
  const text = readFileSync(`${root}${path}`, 'utf8');
  const named = Array.from(text.matchAll(/`docs ([^`\n]+)`/g), ([, line = '']) => line);

  expect(named.flatMap((line) => problemsOf(program, line))).toEqual([]);
});
