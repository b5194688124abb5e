/** An empty address in HTML leads to the top of the page, or loads the page as a picture. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { toHtml, toMarkdown } from '../../../src/content/darkdown/convert.ts';
import { NO_PROJECT } from '../../../src/content/darkdown/write/resolver.ts';
import { Icons } from '../../../src/site/icons.ts';
import { ParsedPage } from '../../../src/content/darkdown/write/parsed-page.ts';
import { bodyHtml } from '../../../src/site/page-body.ts';
import { page } from './grammar.ts';
import { anyBody } from './slips.ts';

const NO_ICONS = new Icons(() => '');

const empty = fc.constantFrom('', ' ', '\u00a0', '\t', '%empty%');

const withoutAddress = fc.oneof(
  fc.constantFrom(
    '{% video /%}',
    '{% video provider="raw" /%}',
    '{% github-code /%}',
    '{% image %}\nA caption\n{% /image %}',
    '{% cards %}\n{% card title="A" /%}\n{% /cards %}',
    '{% inline-image /%}',
    '[text]() and <> and ![alt]() and [](<>) and [auto$]()',
    '{% link %}text{% /link %}',
    '{% html %}\n<a href="">a</a><img src=""><img src=" "><a href>b</a><video src=""></video>\n{% /html %}',
    '[a]: <>\n\n[a]',
  ),
  empty.chain((address) =>
    fc.constantFrom(
      `{% video videoId="${address}" /%}`,
      `{% video provider="raw" videoId="${address}" /%}`,
      `{% video provider="vimeo" videoId="${address}" /%}`,
      `{% github-code url="${address}" /%}`,
      `{% image url="${address}" /%}`,
      `{% image url="${address}" link="${address}" /%}`,
      `{% image url="a.png" link="${address}" /%}`,
      `{% cards %}\n{% card title="A" link="${address}" /%}\n{% /cards %}`,
      `Text {% inline-image url="${address}" /%}`,
      `{% link href="${address}" %}text{% /link %}`,
      `[text](<${address}>) ![alt](<${address}>)`,
      `{% html %}\n<a href="${address}">a</a><img src="${address}">\n{% /html %}`,
    ),
  ),
);

const emptyAddresses = (html: string): string[] =>
  html.match(
    /<[^>]* (?:href|src|poster|action)(?:=""|="(?:\s|%20|%C2%A0|%09)*"|(?=[\s>]))[^>]*>/g,
  ) ?? [];

test('no page has an empty address, on the platform or on the site', async () => {
  const resolver = { ...NO_PROJECT, variable: () => '' };
  await fc.assert(
    fc.asyncProperty(
      fc.oneof({ weight: 3, arbitrary: withoutAddress }, page, anyBody),
      async (body) => {
        const { html } = await bodyHtml(ParsedPage.of(body), resolver, NO_ICONS);
        expect([...emptyAddresses(await toHtml(body, resolver)), ...emptyAddresses(html)]).toEqual(
          [],
        );
      },
    ),
    { numRuns: 400 },
  );
});

test.each(['{% video /%}', '{% video videoId="" provider="vimeo" /%}'])(
  'a video without an address does not link to a player: %s',
  async (body) => {
    const { html } = await bodyHtml(ParsedPage.of(body), NO_PROJECT, NO_ICONS);
    expect(`${html}${await toHtml(body, NO_PROJECT)}`).not.toContain('href');
    expect(toMarkdown(`One.\n\n${body}\n\nTwo.`, NO_PROJECT)).toMatch(/^One\.\n+Two\.$/);
  },
);
