/** Names of files that keep pages from being pushed, and the names that check proposes. */
import { expect, test } from 'vitest';
import { readableSlug } from '../../../src/content/slug.ts';
import { openWorld } from '../../support/world.ts';

test.each([
  ['API Guide', 'api-guide'],
  ['Grüße', 'gruesse'],
  ['Gru\u0308\u00dfe', 'gruesse'],
  ['Crème brûlée', 'creme-brulee'],
  ['C#', 'c-sharp'],
  ['C++ & Rust', 'c-plus-plus-and-rust'],
  ['What’s new (v1.2)?', 'whats-new-v1.2'],
  ['Łódź', 'lodz'],
  ['--a__b--', 'a__b'],
  ['漢字', null],
  ['#', 'sharp'],
])('instead of %j people want %j', (name, wanted) => {
  expect(readableSlug(name)).toBe(wanted);
});

test('what a push refuses because of a name is an error of check, with a name that is pushed', async () => {
  const page = '---\ntitle: Words\n---\n\nText.\n';
  const files = ['API Guide', 'C#', 'Größe', 'a+b', "don't", '漢字', 'x(1)', 'fine', 'A_b.c'];
  const world = await openWorld(
    Object.fromEntries(files.map((name) => [`docs/v1.0/guide/${name}.md`, page])),
  );

  const check = await world.run('check', '--json');
  const pushed = await world.run('push', '--yes', '--json');

  const { findings } = JSON.parse(check.stdout) as {
    findings: { code: string; severity: string; file: string; hint: string }[];
  };
  const named = findings.filter(({ code }) => code === 'bad-slug');
  const { plan } = JSON.parse(pushed.stdout) as { plan: { kind: string; file: string }[] };
  const refused = plan.filter(({ kind }) => kind === 'unplaced').map(({ file }) => file);
  expect(named.map(({ file, severity }) => `${severity} ${file}`).toSorted()).toEqual(
    refused.map((file) => `error ${file}`).toSorted(),
  );
  expect(refused).toHaveLength(7);
  for (const { hint } of named) expect(hint).toMatch(/to [a-z0-9-]+\.md$/);
  expect(check.exitCode).toBe(1);
});
