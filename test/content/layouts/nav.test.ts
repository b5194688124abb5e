import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { withNavPath } from '../../../src/content/layouts/nav.ts';

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

test('renames the entries of a page, and nothing that only looks like one', async () => {
  expect(await withNavPath(NAV, 'setup', 'installing')).toBe(`# setup comes first
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
  expect(await withNavPath(NAV, 'not-there', 'installing')).toBe(NAV);
});

test('there and back is where it began, where names need no quotes', async () => {
  const name = fc.stringMatching(/^[a-z][a-z-]{0,8}[a-z]$/);
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(name, { minLength: 2 }), async ([first, ...names]) => {
      const text = `items:\n${names.map((one) => `  - ${one}\n`).join('')}`;
      const [from = ''] = names;
      const renamed = await withNavPath(text, from, first ?? '');
      expect(await withNavPath(renamed, first ?? '', from)).toBe(text);
    }),
  );
});
