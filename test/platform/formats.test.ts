/** What `?format=` makes of each construct that names something in the project around the page. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PageId, Slug } from '../../src/model/ids.ts';
import type { Seed } from '../../src/platform/platform-options.ts';
import { SEED } from './support/seed.ts';
import { request } from '../support/request.ts';
import { start } from './support/platform.ts';
import type { TestPlatform } from '../support/platform.ts';

const DEFINITION = 'openapi: 3.0.3\ninfo: { title: Pets API, version: "1" }\npaths: {}\n';

const SHARED_SEED: Seed = {
  ...SEED,
  references: [
    {
      version: 'v1' as Slug,
      slug: 'pets' as Slug,
      file: 'pets.yaml' as never,
      definition: DEFINITION,
    },
  ],
  shared: {
    variables: new Map([
      ['product', 'Lapwing'],
      ['user.name', ''],
      ['markup', '<b>*x*</b>'],
    ]),
    syncedBlocks: new Map([
      ['note', 'About %product%, see [auto$](/guides/target).'],
      ['outer', 'Outer.\n\n{% synced id="note" /%}'],
      ['ring-a', 'A\n\n{% synced id="ring-b" /%}'],
      ['ring-b', 'B\n\n{% synced id="ring-a" /%}'],
    ]),
  },
};

let platform: TestPlatform;

beforeAll(async () => {
  platform = await start({ seed: SHARED_SEED, rateLimits: false });
  const editor = platform.admin.editor();
  const v1 = await platform.admin.documentationId('v1', 'guides');
  const v2 = await platform.admin.documentationId('v2', 'guides');
  await editor.create(v1, { title: 'The <target>', slug: 'target', content: 'x' });
  await editor.create(v2, { title: 'Second', slug: 'second', content: 'x' });
  await editor.create(v1, { title: 'Odd', slug: 'odd ü', content: 'x' });
});

afterAll(() => platform.close());

let count = 0;

/** The id of a new page with this draft. */
async function pageOf(content: string): Promise<PageId> {
  count += 1;
  const documentation = await platform.admin.documentationId('v1', 'guides');
  return platform.admin
    .editor()
    .create(documentation, { title: `Page ${count}`, slug: `page-${count}`, content });
}

async function draftOf(id: number, format: string, key?: string): Promise<string> {
  const answer = await request(platform, 'GET', `/page/${id}?format=${format}`, key ? { key } : {});
  return String(answer.json['contentDraft']);
}

const convert = async (content: string, format: string) => draftOf(await pageOf(content), format);

describe('a link that shows the title of its target', () => {
  test.each([
    ['/guides/target', 'The <target>', '/v1/guides/target'],
    ['/v1/guides/target#part', 'The <target>', '/v1/guides/target#part'],
    ['/v2/guides/second', 'Second', '/v2/guides/second'],
    ['/guides/odd%20%C3%BC', 'Odd', '/v1/guides/odd%20%C3%BC'],
    ['/guides', 'Guides', '/v1/guides'],
    ['/pets/ref', 'Pets API', '/v1/pets/ref'],
  ])('%s', async (href, title, url) => {
    const escaped = title.replace('<', '&lt;').replace('>', '&gt;');
    expect(await convert(`[auto$](${href})`, 'html')).toBe(
      `<p><a href="${url}">${escaped}</a></p>\n`,
    );
    expect(await convert(`[auto$](${href})`, 'text')).toBe(`${title}\n`);
    const markdown = title.replace('<', String.raw`\<`).replace('>', String.raw`\>`);
    expect(await convert(`[auto$](${href})`, 'markdown')).toBe(`[${markdown}](${href})`);
  });

  test('keeps its address if the target does not exist', async () => {
    expect(await convert('[auto$](/guides/none#x)', 'text')).toBe('/guides/none\n');
    expect(await convert('[here](/guides/none#x)', 'html')).toBe(
      '<p><a href="/guides/none#x">here</a></p>\n',
    );
  });

  test('changes with the title', async () => {
    const id = await pageOf('[auto$](/guides/renamed)');
    const documentation = await platform.admin.documentationId('v1', 'guides');
    const other = await platform.admin
      .editor()
      .create(documentation, { title: 'Before', slug: 'renamed' });
    expect(await draftOf(id, 'text')).toBe('Before\n');
    await platform.admin.editor().edit(other, { title: 'After' });
    expect(await draftOf(id, 'text')).toBe('After\n');
  });

  test('does not reveal a version that the key may not see', async () => {
    const key = await platform.admin.createKey({
      name: 'one',
      permissions: null,
      versions: ['v1'],
    });
    const id = await pageOf('[auto$](/v2/guides/second)');
    expect(await draftOf(id, 'text')).toBe('Second\n');
    expect(await draftOf(id, 'text', key)).toBe('/v2/guides/second\n');
  });
});

describe('a plain link', () => {
  test('leads to the page within its version', async () => {
    expect(await convert('[here](/guides/target#part)', 'html')).toBe(
      '<p><a href="/v1/guides/target#part">here</a></p>\n',
    );
  });

  test('is unchanged in Markdown, and if its target is not a page', async () => {
    expect(await convert('[here](/guides/target)', 'markdown')).toBe('[here](/guides/target)');
    expect(await convert('[out](https://example.com/a)', 'html')).toContain(
      'href="https://example.com/a"',
    );
  });
});

describe('a variable', () => {
  test.each([
    ['text', 'Lapwing is  here, v1, %unknown%, 100%.\n'],
    ['html', '<p>Lapwing is  here, v1, %unknown%, 100%.</p>\n'],
    ['markdown', '%product% is %user.name% here, %_.version.slug%, %unknown%, 100%.'],
  ])('in %s', async (format, expected) => {
    const source = '%product% is %user.name% here, %_.version.slug%, %unknown%, 100%.';
    expect(await convert(source, format)).toBe(expected);
  });

  test('is text, whatever its value contains', async () => {
    expect(await convert('%markup%', 'html')).toBe('<p>&lt;b&gt;*x*&lt;/b&gt;</p>\n');
  });
});

describe('a synced block', () => {
  test.each([
    ['text', 'Outer.\n\nAbout Lapwing, see The <target>.\n'],
    [
      'html',
      '<p>Outer.</p>\n<p>About Lapwing, see <a href="/v1/guides/target">The &lt;target&gt;</a>.</p>\n',
    ],
    [
      'markdown',
      String.raw`Outer.

About %product%, see [The \<target\>](/guides/target).
`,
    ],
  ])('is replaced by its whole content: %s', async (format, expected) => {
    expect(await convert('{% synced id="outer" /%}\n', format)).toBe(expected);
  });

  test('that is unknown is replaced by nothing', async () => {
    expect(await convert('{% synced id="none" /%}\n', 'text')).toBe('');
  });

  test('that contains itself ends', async () => {
    expect(await convert('{% synced id="ring-a" /%}\n', 'text')).toBe('A\n\nB\n');
  });
});

describe('a list of child pages', () => {
  test('contains the listed pages, in order', async () => {
    const id = await pageOf('{% index-list /%}\n');
    expect(await draftOf(id, 'html')).toBe('');
    const editor = platform.admin.editor();
    const [one, two] = [await pageOf('1'), await pageOf('2')];
    await editor.edit(one, { title: 'One', slug: 'one' });
    await editor.edit(two, { title: 'Two', slug: 'two' });
    await editor.move(two, id);
    await editor.move(one, id);
    expect(await draftOf(id, 'html')).toBe(
      '<ul class="index-list">\n<li><a href="/v1/guides/two">Two</a></li>\n<li><a href="/v1/guides/one">One</a></li>\n</ul>\n',
    );
    expect(await draftOf(id, 'text')).toBe('Two\nOne\n');
    expect(await draftOf(id, 'markdown')).toBe(
      '- [Two](/v1/guides/two)\n- [One](/v1/guides/one)\n',
    );
  });
});

test('draft and published text are both converted, by id and by slug', async () => {
  const id = await pageOf('[auto$](/guides/target)');
  await platform.admin.editor().publish(id);
  await platform.admin.editor().edit(id, { content: '%product%' });
  const expected = { contentDraft: 'Lapwing\n', contentPublished: 'The <target>\n' };
  const { json } = await request(platform, 'GET', `/page/${id}?format=text`);
  expect(json).toMatchObject(expected);
  const address = `version_slug=v1&documentation_slug=guides&page_slug=${String(json['slug'])}`;
  expect((await request(platform, 'GET', `/page?${address}&format=text`)).json).toMatchObject(
    expected,
  );
});

test('search finds the text that readers see: titles of targets, variables, synced blocks', async () => {
  const id = await pageOf('## Kiwi\n\n{% synced id="outer" /%}\n');
  await platform.admin.editor().publish(id);
  const { json } = await request(platform, 'GET', '/search?query=kiwi%20lapwing%20target');
  expect(json).toMatchObject({ nbHits: 1, hits: [{ pageId: id, title: 'Kiwi' }] });
});

describe('hostile pages', () => {
  test('a page of links to all places is answered', async () => {
    const links = Array.from({ length: 20_000 }, (_, n) => `[auto$](/guides/${n})`);
    const text = await convert([...links, '[auto$](/guides/target)'].join('\n'), 'text');
    expect(text).toContain('/guides/19999');
  });

  test('names that no database can look up are unknown names', async () => {
    const plugin = String.raw`$plugin[{"type":"synced-block","data":{"syncedBlockId":"a\u0000\ud800"}}]$`;
    expect(await convert(`${plugin}\n\n[auto$](/guides/%00)\n`, 'text')).toContain('%00');
  });

  test('a value that is too long for a page is refused when it is sent', async () => {
    const shared = { variables: new Map([['big', 'x'.repeat(300_000)]]), syncedBlocks: new Map() };
    await expect(start({ seed: { ...SEED, shared } })).rejects.toThrow(/big: is longer than/);
  });

  test('a long value that is used many times does not make a huge page', async () => {
    const shared = { variables: new Map([['big', 'x'.repeat(200_000)]]), syncedBlocks: new Map() };
    await platform.admin.seed({ ...SEED, shared });
    const text = await convert('%big%\n\n'.repeat(1_000), 'text');
    expect(text.length).toBeLessThan(5_000_000);
    expect(text).toContain('%big%');
  });
});
