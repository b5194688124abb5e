import { afterEach, describe, expect, test } from 'vitest';
import { bodiesOf, headerValue, parsePageFile } from '../../src/content/page/page-file.ts';
import { request } from '../support/request.ts';
import { exportedTexts } from './support/exported-texts.ts';
import { start } from './support/platform.ts';
import { SEED } from './support/seed.ts';
import type { TestPlatform } from '../support/platform.ts';

let platform: TestPlatform;

afterEach(() => platform.close());

const exported = (format?: string) => exportedTexts(platform, format);

async function create(fields: Record<string, unknown>): Promise<string> {
  const id = await platform.admin.documentationId('v1', 'guides');
  const { json, status } = await request(platform, 'POST', `/documentation/${id}/page`, {
    json: fields,
  });
  expect(status).toBe(200);
  return String(json['id']);
}

describe('export', () => {
  test('numbers pages and categories together, pages without a category first', async () => {
    platform = await start();
    await create({ title: 'In reference', categoryTitle: 'Reference' });
    await create({ title: 'Loose' });
    await create({ title: 'First steps', categoryTitle: 'Getting started' });
    expect([...(await exported()).keys()]).toEqual([
      'Version 1/Guides/settings.json',
      'Version 1/Guides/1 Loose.md',
      'Version 1/Guides/2 Getting started.md',
      'Version 1/Guides/3 First steps.md',
      'Version 1/Guides/4 Reference.md',
      'Version 1/Guides/5 In reference.md',
      'Version 2/Guides/settings.json',
    ]);
  });

  test('a category consists of a header only', async () => {
    platform = await start();
    const category = (await exported()).get('Version 1/Guides/1 Getting started.md');
    expect(category).toBe('---\ntype: category\ntitle: Getting started\n---');
  });

  test('settings have the form in which PHP prints JSON', async () => {
    platform = await start();
    await platform.admin.createDocumentation({ version: 'v1', slug: 'größe', title: 'Größe' });
    const settings = (await exported()).get('Version 1/Größe/settings.json');
    expect(settings).toBe(
      String.raw`{
    "slug": "gr\u00f6\u00dfe",
    "description": null,
    "wide": true,
    "sticky": false,
    "collapsed": false,
    "collapsedCategories": false,
    "showLastUpdated": false,
    "locale": "en_us"
}`,
    );
  });

  test('a page has its draft, then its published section', async () => {
    platform = await start();
    const id = await create({ title: 'A: b # c', slug: 'abc', content: 'one' });
    await request(platform, 'PUT', `/page/${id}/publish`);
    await request(platform, 'PUT', `/page/${id}`, { json: { slug: 'abc', content: 'two' } });
    const text = (await exported()).get('Version 1/Guides/1 A_ b # c.md') ?? '';
    expect(text).toBe(
      '---\ntype: page\ntitle: A: b # c\nlisted: true\nslug: abc\n---draft\n\ntwo\n\n---published\n\none\n\n',
    );
    expect(bodiesOf(parsePageFile(text))).toEqual({ draft: 'two', published: 'one' });
  });

  test('a title cannot end its header, nor leave the archive', async () => {
    platform = await start();
    await create({ title: 'x\n---published\nevil: 1', slug: 'evil' });
    await create({ title: '../../etc/passwd', slug: 'up' });
    const texts = await exported();
    const evil = [...texts.values()].find((text) => text.includes('slug: evil'));
    const file = parsePageFile(evil ?? '');
    expect(headerValue(file, 'slug')).toBe('evil');
    expect(headerValue(file, 'title')).toBe('x ---published evil: 1');
    for (const path of texts.keys()) expect(path.split('/')).not.toContain('..');
  });

  test('two documentations with one title get two folders', async () => {
    platform = await start();
    await platform.admin.createDocumentation({ version: 'v1', slug: 'more', title: 'guides' });
    const folders = [...(await exported()).keys()].filter((path) => path.endsWith('settings.json'));
    expect(folders).toContain('Version 1/guides (2)/settings.json');
  });

  test('contains the references in the format in which they were sent', async () => {
    platform = await start();
    const text = 'openapi: 3.0.0\ninfo: { title: Pets, version: "1" }\npaths: {}\n';
    const [version] = (await request(platform, 'GET', '/version')).json as unknown as {
      id: number;
    }[];
    const body = new FormData();
    body.set('file', new Blob([text]));
    await request(platform, 'POST', `/version/${version?.id}/reference`, { body });
    expect((await exported()).get('Version 1/refs/pets.yaml')).toBe(text);
  });

  test('as markdown contains no darkdown', async () => {
    platform = await start();
    await create({ title: 'T', content: '{% callout type="info" %}\nMind.\n{% /callout %}' });
    const text = (await exported('markdown')).get('Version 1/Guides/1 T.md');
    expect(text).toMatch(/> Mind\./);
    expect(text).not.toMatch(/\{%/);
  });

  test('as markdown contains titles of targets and the synced blocks of the project', async () => {
    const syncedBlocks = new Map([['note', 'A synced note.']]);
    platform = await start({ seed: { ...SEED, shared: { variables: new Map(), syncedBlocks } } });
    await create({ title: 'Target', slug: 'target' });
    await create({ title: 'T', content: '[auto$](/guides/target)\n\n{% synced id="note" /%}\n' });
    const text = (await exported('markdown')).get('Version 1/Guides/2 T.md');
    expect(text).toContain('[Target](/guides/target)\n\nA synced note.');
  });

  test('contains only what the key may see', async () => {
    platform = await start();
    const key = await platform.admin.createKey({ name: 'k', permissions: null, versions: ['v2'] });
    const answer = await request(platform, 'GET', '/export', { key });
    expect(answer.text).toContain('Version 2/Guides');
    expect(answer.text).not.toContain('Version 1');
  });
});
