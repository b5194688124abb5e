import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { colourOf, contrastOf, shadesOf, SURFACES } from '../../src/site/brand-colour.ts';
import { siteOf, page } from './folder-of.ts';

const colour = fc
  .integer({ min: 0, max: 0xffffff })
  .map((value) => value.toString(16).padStart(6, '0'));

test('any colour becomes readable in both themes, on every surface that it is used on, and text on the colour is readable too', () => {
  fc.assert(
    fc.property(colour, fc.constantFrom('light' as const, 'dark' as const), (own, theme) => {
      const { accent, soft } = shadesOf(own, theme);
      for (const surface of [...SURFACES[theme], soft]) {
        expect(contrastOf(accent, surface)).toBeGreaterThanOrEqual(4.5);
      }
      const texts = theme === 'light' ? ['1d2129', '555d6b'] : ['e4e7ec', 'a5adba'];
      for (const text of texts) expect(contrastOf(text, soft)).toBeGreaterThanOrEqual(4.5);
    }),
  );
});

test('a readable colour is unchanged', () => {
  expect(shadesOf('3a49c8', 'light').accent).toBe('3a49c8');
});

test.each([
  ['5368e7', '5368e7'],
  ['#FF536B', 'ff536b'],
  ['red', null],
  ['5368e7; } body { display: none', null],
  [null, null],
])('the setting %s is the colour %s', (value, is) => {
  expect(colourOf(value)).toBe(is);
});

test('pages of a project with a colour load its style after that of the site', async () => {
  const files = (settings: string) => ({
    'docs/developerhub.yaml': `title: Lapwing\n${settings}`,
    'docs/v1/guide/start.md': page('Start', 'Hello.'),
  });
  const own = await siteOf(files("settings:\n  mainColour: '5368e7'\n"));
  const plain = await siteOf(files('settings:\n  mainColour: mauve\n'));

  expect((await own.at('/v1/guide/start')).body).toMatch(
    /site\.css">\s*<link rel="stylesheet" href="\/_docs\/theme\.css">/,
  );
  expect((await plain.at('/v1/guide/start')).body).not.toContain('theme.css');
});
