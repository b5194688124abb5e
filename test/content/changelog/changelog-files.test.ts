import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  changelogSettings,
  postText,
  readChangelogs,
} from '../../../src/content/changelog/changelog-files.ts';

const read = (files: Record<string, string>) => readChangelogs(new Map(Object.entries(files)));

const post = async (text: string) => {
  const [changelog] = await read({ 'changelogs/news/a-post.md': text });
  return changelog?.posts[0];
};

describe('the file of a post', () => {
  test('is parsed in the form that the vendor writes', async () => {
    const text =
      "---\ntitle: '26 May 2026'\ndate: '2026-05-26 14:30:00'\npublished: true\n---\n\nWe *did*.\n";
    expect(await post(text)).toEqual({
      slug: 'a-post',
      title: '26 May 2026',
      date: Date.UTC(2026, 4, 26, 14, 30) / 1000,
      published: true,
      content: 'We *did*.',
    });
  });

  test('is not published without "published", and may have a day alone or no date', async () => {
    expect(await post('---\ntitle: A\ndate: 2026-08-04\n---\n')).toMatchObject({
      published: false,
      date: Date.UTC(2026, 7, 4) / 1000,
      content: '',
    });
    expect(await post('---\r\ntitle: A\r\n---\r\nx\r\n')).toMatchObject({
      date: null,
      content: 'x',
    });
  });

  test.each([
    ['title: A', /front matter .* not closed/],
    ['---\ntitle: A\n', /front matter .* not closed/],
    ['---\npublished: true\n---\n', /title/],
    ['---\ntitle: [A\n---\n', /./],
    ['---\ntitle: A\npublished: maybe\n---\n', /published/],
    ['---\ntitle: A\ndate: [2026-02-03]\n---\n', /date/],
    ['---\ntitle: A\ndate: 2026-08-04T25:00:00\n---\n', /date/],
    ['---\ntitle: A\ndate: 2026-02-30\n---\n', /date/],
    ['---\ntitle: A\ndate: tomorrow\n---\n', /date/],
  ])('%j is refused, and the message names it', async (text, message) => {
    await expect(post(text)).rejects.toMatchObject({
      code: 'content',
      message: expect.stringMatching(message) as unknown,
      place: { file: 'changelogs/news/a-post.md' },
    });
  });

  test('is refused if its name is not a slug', async () => {
    await expect(read({ 'changelogs/news/a_post.md': '---\ntitle: A\n---\n' })).rejects.toThrow(
      /slug/,
    );
  });

  test('is parsed as it was written', async () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 20 });
    const written = fc.record({
      title: fc.oneof(
        text,
        fc.constantFrom("it's", 'a: b', '# c', '- d', 'line\nbreak', '\u0085', 'null', ' e '),
      ),
      date: fc.integer({ min: 0, max: 4_000_000_000 }),
      published: fc.boolean(),
      content: fc.oneof(text, fc.constantFrom('', '\n', 'a\n\n', '---\nb', '\n\nc')),
    });
    await fc.assert(
      fc.asyncProperty(written, async (each) => {
        fc.pre(each.title.trim() !== '');
        const expected = { ...each, content: each.content.replaceAll('\r\n', '\n') };
        expect(await post(postText(each))).toEqual({ slug: 'a-post', ...expected });
      }),
    );
  });
});

describe('the folder of a changelog', () => {
  test('contains its settings, and its posts by date', async () => {
    const dated = (date: string) => `---\ntitle: T\ndate: '${date}'\n---\n`;
    const changelogs = await read({
      'changelogs/news/b.md': dated('2026-01-02'),
      'changelogs/news/_settings.yaml': changelogSettings({
        title: "What's new",
        description: 'All of it',
        published: false,
      }),
      'changelogs/news/a.md': dated('2026-01-03'),
      'changelogs/news/README.md': 'About this folder.',
      'changelogs/news/deep/er.md': 'Not a post.',
      'changelogs/empty/note.txt': '',
      'v1.0/guide/a.md': 'A page.',
    });
    expect(changelogs).toMatchObject([
      {
        path: 'news',
        title: "What's new",
        description: 'All of it',
        published: false,
        posts: [{ slug: 'b' }, { slug: 'a' }],
      },
    ]);
  });

  test('without settings has its path as the title', async () => {
    expect(await read({ 'changelogs/news/a.md': '---\ntitle: A\n---\n' })).toMatchObject([
      { path: 'news', title: 'news', description: null, published: true },
    ]);
  });
});
