import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { readmePicture, shownOf, terminalPicture } from '../../tools/picture.js';

const root = new URL('../../', import.meta.url);
const PLACE = 'manual/docs/current/manual/pictures/terminal.svg';

test('the picture of the README shows what the tool prints today', async () => {
  const picture = await readFile(new URL(PLACE, root), 'utf8');

  expect(picture, 'npm run docs writes it').toBe(await readmePicture());
  expect(picture.length).toBeLessThan(150_000);
});

test('the README shows the picture, which is in the package', async () => {
  const readme = await readFile(new URL('README.md', root), 'utf8');
  const manifest = JSON.parse(await readFile(new URL('package.json', root), 'utf8')) as {
    files: string[];
  };

  expect(readme).toMatch(new RegExp(`!\\[[^\\]]+\\]\\(${PLACE}\\)`));
  expect(manifest.files).toContain('manual');
});

test('a picture of a terminal has each line, in colour, and no markup of the text', () => {
  const text = '$ docs x\n<ESC>[32m+ a<b>&<ESC>[39m  new\n\nend';

  expect(shownOf(`$ docs y\nno\n\n${text}\n`, ['docs x'])).toBe(text);
  const picture = terminalPicture(text, 'a "label"');
  expect(picture).toContain('<tspan fill="#7ee2a0">+ a&lt;b&gt;&amp;</tspan>  new</text>');
  expect(picture).toContain('aria-label="a &quot;label&quot;"');
  expect(picture.match(/<text /g)).toHaveLength(4);
});
