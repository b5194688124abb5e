import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { withNavTargets } from '../../../src/content/layouts/nav.ts';

const NAV = `# setup comes first
items:
  - "setup"   # quoted
  - page: setup
    label: setup
  - category: setup
    items: [intro, setup.md, setup/linux]
  - label: More
    link: setup
  - separator
`;

const withNewPath = (text: string, from: string, to: string): Promise<string> =>
  withNavTargets(text, (page) => (page === from ? to : undefined));

test('renames the entries of a page, but not entries that only look similar', async () => {
  expect(await withNewPath(NAV, 'setup', 'installing')).toBe(`# setup comes first
items:
  - installing   # quoted
  - page: installing
    label: setup
  - category: setup
    items: [intro, installing, setup/linux]
  - label: More
    link: setup
  - separator
`);
  expect(await withNewPath(NAV, 'not-there', 'installing')).toBe(NAV);
});

test('keeps separators, and names a page that is called like one', async () => {
  expect(await withNewPath('items:\n  - separator\n', 'separator', 'a')).toBe(
    'items:\n  - separator\n',
  );
  expect(await withNewPath('items:\n  - a\n', 'a', 'separator')).toBe('items:\n  - separator.md\n');
  expect(await withNewPath('items:\n  - a.md.md\n', 'a.md', 'b.md')).toBe('items:\n  - b.md.md\n');
});

test('changes addresses of links, but not their titles', async () => {
  const text = 'items:\n  - link: { title: /a/b, url: "/a/b" } # b\n  - a/b\n';
  const url = (it: string): string | undefined => (it === '/a/b' ? '/a/c' : undefined);

  expect(await withNavTargets(text, () => undefined, url)).toBe(
    'items:\n  - link: { title: /a/b, url: /a/c } # b\n  - a/b\n',
  );
});

test('renaming and renaming back returns the same text if names need no quotes', async () => {
  const name = fc.stringMatching(/^[a-z][a-z-]{0,8}[a-z]$/);
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(name, { minLength: 2 }), async ([first, ...names]) => {
      const text = `items:\n${names.map((one) => `  - ${one}\n`).join('')}`;
      const [from = ''] = names;
      const renamed = await withNewPath(text, from, first ?? '');
      expect(await withNewPath(renamed, first ?? '', from)).toBe(text);
    }),
  );
});
