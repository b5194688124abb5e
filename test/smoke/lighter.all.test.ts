import { build } from 'esbuild';
import * as fc from 'fast-check';
import MarkdownIt from 'markdown-it';
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { join } from 'node:path';
import sanitizeHtml from 'sanitize-html';
import { expect, test } from 'vitest';
import { lighter } from '../../tools/lighter.js';
import { hostileHtml } from '../content/darkdown/hostile-html.ts';
import { temporaryFolder } from '../support/folder.ts';

const TEXT = `${readFileSync('README.md', 'utf8')}

# One & <b>two</b> \`three\`

> - a **b _c_ d** ~~e~~ [f](/g "h") ![i](j.png) <https://k.example>
>   1. l\\
>      m

| n | o |
| :-: | --- |
| p | q \\| r |

[s]: /t 'u'
[s] [v][s] &amp; \\* w  
x

    y

***
`;

/** What a package exports as its default, and its text, in a bundle. */
async function bundled(name: string): Promise<{ readonly made: unknown; readonly text: string }> {
  const folder = await temporaryFolder({});
  const outfile = join(folder, `${name}.mjs`);
  await build({
    stdin: { contents: `export { default } from '${name}';`, resolveDir: process.cwd() },
    bundle: true,
    format: 'esm',
    platform: 'node',
    outfile,
    plugins: [lighter],
    logLevel: 'error',
  });
  const { default: made } = (await import(pathToFileURL(outfile).href)) as {
    readonly default: unknown;
  };
  return { made, text: readFileSync(outfile, 'utf8') };
}

test('markdown-it reads the same in the bundle, where its fields are set in another way', async () => {
  const { made, text } = await bundled('markdown-it');
  const Bundled = made as typeof MarkdownIt;

  expect(text).not.toMatch(/_defineProperty\(\s*this/);
  const [ours, published] = [new Bundled(), new MarkdownIt()];
  expect(JSON.stringify(ours.parse(TEXT, {}))).toBe(JSON.stringify(published.parse(TEXT, {})));
  expect(ours.render(TEXT)).toBe(published.render(TEXT));
});

test('sanitize-html leaves the same in the bundle, where it imports its parser', async () => {
  const { made } = await bundled('sanitize-html');
  const ours = made as typeof sanitizeHtml;

  fc.assert(
    fc.property(hostileHtml, (html) => {
      expect(ours(html)).toBe(sanitizeHtml(html));
    }),
  );
});
