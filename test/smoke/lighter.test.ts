import { build } from 'esbuild';
import MarkdownIt from 'markdown-it';
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { lighter } from '../../tools/lighter.js';
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

test('markdown-it reads the same in the bundle, where its fields are set in another way', async () => {
  const folder = await temporaryFolder({});
  const outfile = join(folder, 'markdown-it.mjs');
  await build({
    stdin: { contents: `export { default } from 'markdown-it';`, resolveDir: process.cwd() },
    bundle: true,
    format: 'esm',
    outfile,
    plugins: [lighter],
    logLevel: 'error',
  });
  const { default: Bundled } = (await import(pathToFileURL(outfile).href)) as {
    readonly default: typeof MarkdownIt;
  };

  expect(readFileSync(outfile, 'utf8')).not.toMatch(/_defineProperty\(\s*this/);
  const [ours, published] = [new Bundled(), new MarkdownIt()];
  expect(JSON.stringify(ours.parse(TEXT, {}))).toBe(JSON.stringify(published.parse(TEXT, {})));
  expect(ours.render(TEXT)).toBe(published.render(TEXT));
});
