/** What people write as a comment, or what a browser does not show, is in no file of a site, nor in what the platform converts. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toMarkdown } from '../../../src/content/darkdown/convert.ts';
import { NO_PROJECT } from '../../../src/content/darkdown/write/resolver.ts';
import { openWorld } from '../../support/world.ts';

/** Each with `@` where its secret is. Nothing of it is seen on the page. */
const UNSEEN: Readonly<Record<string, string>> = {
  'a comment of the format': '[//]: # (@)',
  'a comment in double quotes': '[//]: # "@"',
  'a comment with another label': "[comment]: <> '@'",
  'a comment in its label': '[@]: #',
  'a comment in its target': '[//]: <@>',
  'a comment of several lines': '[//]: # (one\n@\nthree)',
  'a comment after two spaces': '  [//]: # (@)',
  'a second definition of one label': '[One][one]\n\n[one]: /a (seen)\n[one]: /b (@)',
  'a comment in a quote': '> Said.\n>\n> [//]: # (@)\n>\n> More.',
  'a comment in a list': '- One\n\n  [//]: # (@)\n\n- Two',
  'a comment that is an item': '- [//]: # (@)\n- Two',
  'a comment in a callout': '{% callout %}\nText\n\n[//]: # (@)\n{% /callout %}',
  'a comment in a cell':
    '{% table %}\n{% row %}\n{% cell %}\nText\n\n[//]: # (@)\n{% /cell %}\n{% /row %}\n{% /table %}',
  'an HTML comment': '{% html %}\n<p>a</p><!-- @ -->\n{% /html %}',
  'an HTML comment that does not end': '{% html %}\n<p>a</p><!-- @\n{% /html %}',
  'an HTML comment of several lines': '{% html %}\n<!--\n@\n-->\n<p>a</p>\n{% /html %}',
  'an HTML comment after a tag with spaces':
    '{% html %}\n<a title = "x > y"><!-- @ --></a>\n{% /html %}',
  'a declaration': '{% html %}\n<!ELEMENT @><?php @ ?><p>a</p>\n{% /html %}',
  'an HTML comment beside a script':
    '{% html %}\n<script>let a;</script><!-- @ --><b>a</b><!-- @\n{% /html %}',
};

/** The same, but a site has it in the page, where a frame runs it. */
const RUN: Readonly<Record<string, string>> = {
  'data of a script': '{% html %}\n<script type="application/json">{"a":"@"}</script>\n{% /html %}',
  'a style': '{% html %}\n<STYLE>/* @ */</STYLE>\n{% /html %}',
};

const SECRET = 'quokka';
const planted = (text: string): string => text.replaceAll('@', SECRET);

const page = (body: string): string =>
  `---\ntitle: A\n---\n\nBefore.\n\n${planted(body)}\n\nAfter.\n`;

describe('a site, a review and conversions have nothing of', () => {
  test.each(Object.entries({ ...UNSEEN, ...RUN }))('%s', async (name, body) => {
    const world = await openWorld({
      'docs-cli.config.yml': 'content:\n  - path: docs\n',
      'docs/v1.0/guide/a.md': page(body),
    });

    expect(await world.run('build', '--out', 'site')).toMatchObject({ exitCode: 0 });
    expect(await world.run('push', '--publish', '--yes')).toMatchObject({ exitCode: 0 });

    const built = join(world.folder, 'site');
    const leaks: string[] = [];
    for (const entry of await readdir(built, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile() || (name in RUN && entry.name === 'a.html')) continue;
      const text = await readFile(join(entry.parentPath, entry.name), 'utf8');
      if (text.includes(SECRET)) leaks.push(entry.name);
    }
    for (const format of ['markdown', 'html', 'text']) {
      const run = await world.run('page', 'get', 'v1.0/guide/a', '--format', format);
      if (run.exitCode !== 0 || run.stdout.includes(SECRET)) leaks.push(format);
    }
    expect(leaks).toEqual([]);
    expect(await world.read('site/v1.0/guide/a.md')).toMatch(/^# A\n\nBefore\.\n[^]*\nAfter\.\n$/);
    await world.write({ 'docs/v1.0/guide/a.md': page(body).replace('After.', 'Later.') });
    await world.run('review', '--out', 'review.html');
    const review = await world.read('review.html');
    expect(review).toContain('Later.');
    expect(review).not.toContain(SECRET);
    expect((await world.run('review', '--format', 'markdown')).stdout).not.toContain(SECRET);
  });
});

describe('a copy in Markdown keeps', () => {
  test.each([
    ['a definition that a link uses', '[One][one]\n\n[one]: /a (Title)\n'],
    [
      'a definition that a link before a block uses',
      '[One]\n\n{% callout %}\nx\n\n[one]: /a\n{% /callout %}\n',
    ],
    ['a definition in code', '```\n[//]: # (shown)\n```\n'],
    ['a definition in a line', 'Write [//]: # (shown)\n'],
    ['a comment in code', '`<!-- shown -->`\n'],
    ['what looks like a comment in Markdown', '<!-- shown -->\n'],
  ])('%s', (_, body) => {
    const copy = toMarkdown(body, NO_PROJECT);
    for (const word of body.match(/\[one\]: \/a(?: \(Title\))?|\(shown\)|<!-- shown -->/g) ?? [])
      expect(copy).toContain(word);
  });

  test('tags of raw HTML, and a sign that begins none', () => {
    const html = '<p class="x">1 < 2 <b>and</b> a<br></p>\n';
    expect(toMarkdown(`{% html %}\n${html}{% /html %}\n`, NO_PROJECT)).toBe(html);
  });

  test('the blocks around a comment apart, whatever they are', () => {
    const block = fc.constantFrom(
      'Text.',
      '- item',
      '> quote',
      '1. one',
      '    code',
      '## Head',
      '***',
    );
    fc.assert(
      fc.property(block, block, (before, after) => {
        const copy = toMarkdown(`${before}\n\n[//]: # (x)\n\n${after}\n`, NO_PROJECT);
        const empty = toMarkdown(`${before}\n\n[//]: #\n\n${after}\n`, NO_PROJECT);
        expect(copy).not.toContain('(x)');
        expect(copy).toBe(empty);
      }),
    );
  });
});
