import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { digestOf } from '../../src/content/digest.ts';
import { temporaryName } from '../../src/system/files/temporary.ts';
import type { FilePath, PageKey, Slug } from '../../src/model/ids.ts';
import type { LocalPage, LocalProject, PageTexts } from '../../src/model/local.ts';
import type { ContentFolder, Project } from '../../src/model/project.ts';
import { scan } from '../../src/sync/folder/scan.ts';
import { TextReader } from '../../src/sync/folder/found-folder.ts';
import { RecentTexts } from '../../src/sync/folder/scan-files.ts';
import { temporaryFolder, writeFiles } from '../support/folder.ts';
import { contentAt, projectAt } from '../support/project.ts';

const DOCS = contentAt('docs');
const MAPPED = { version: 'v1' as Slug, documentation: 'guide' as Slug };

async function projectWith(
  files: Readonly<Record<string, string>>,
  contents: readonly ContentFolder[] = [DOCS],
): Promise<Project> {
  return projectAt(await temporaryFolder(files), contents);
}

/** Makes files old, and waits for the file system's clock: no scan takes them for racy. */
function age(project: Project, aged: readonly string[]): void {
  const probe = join(project.root, 'probe');
  for (const file of aged) {
    const path = join(project.root, file);
    utimesSync(path, new Date(1e12), new Date(1e12));
    do writeFileSync(probe, '');
    while (statSync(probe).mtimeMs <= statSync(path).ctimeMs);
  }
}

const pageOf = (local: LocalProject, key: string): LocalPage | undefined =>
  local.pages.get(key as PageKey);
const keys = (local: LocalProject): string[] => [...local.pages.keys()];
const reasons = (local: LocalProject): Record<string, string> =>
  Object.fromEntries(local.unplaced.map(({ file, reason }) => [file, reason]));

describe('pages', () => {
  test('have key, title, digests and restrictions', async () => {
    const project = await projectWith({
      'docs/v1/guide/a.md':
        '---\ntitle: A: b\nhidden: 1\ncategory: Start\n---draft\n\nnew\n\n---published\n\nold\n',
      'docs/v1/guide/b.md': '\u{feff}plain\r\ntext\r\n\r\n',
      'docs/v1/guide/c.md': '---\ntitle: \nlisted: false\n---draft\n\nonly\n',
      'docs/v1/guide/empty.md': '---\ntitle: Empty\n---\n',
    });
    const local = await scan(project);
    expect(pageOf(local, 'v1/guide/a')).toMatchObject({
      file: 'docs/v1/guide/a.md',
      title: 'A: b',
      head: digestOf('new'),
      published: digestOf('old'),
      category: 'Start',
      restriction: { kind: 'hidden' },
    });
    expect(pageOf(local, 'v1/guide/b')).toMatchObject({
      title: 'b',
      head: digestOf('plain\ntext'),
      published: digestOf('plain\ntext'),
      notes: [],
    });
    expect(pageOf(local, 'v1/guide/b')).not.toHaveProperty('restriction');
    expect(pageOf(local, 'v1/guide/c')).toMatchObject({
      title: 'c',
      published: null,
      restriction: { kind: 'unlisted' },
    });
    expect(pageOf(local, 'v1/guide/empty')).toMatchObject({ head: digestOf('') });
    expect(new TextReader(project, local).read(pageOf(local, 'v1/guide/a') as LocalPage)).toEqual({
      draft: 'new',
      published: 'old',
    });
  });

  test('have notes on what the API cannot write, and a digest that changes only with them', async () => {
    const header = '---\ntitle: A\ndescription: D\ntags: x\nlisted: true\n---\n\n';
    const files = { 'docs/v1/guide/a.md': `${header}one\n`, 'docs/v1/guide/a/b.md': 'x\n' };
    const project = await projectWith(files);
    const first = await scan(project);
    expect(pageOf(first, 'v1/guide/a')?.notes).toEqual(['description', 'tags']);
    expect(pageOf(first, 'v1/guide/b')?.notes).toEqual(['parent']);
    const digest = pageOf(first, 'v1/guide/a')?.headerDigest;
    await writeFiles(project.root, { 'docs/v1/guide/a.md': `${header}two\n` });
    expect(pageOf(await scan(project), 'v1/guide/a')?.headerDigest).toBe(digest);
    await writeFiles(project.root, { 'docs/v1/guide/a.md': header.replace('tags: x', 'tags: y') });
    expect(pageOf(await scan(project), 'v1/guide/a')?.headerDigest).not.toBe(digest);
  });

  test('are not used if their file changed since the scan', async () => {
    const project = await projectWith({ 'docs/v1/guide/a.md': 'one' });
    const local = await scan(project);
    await writeFiles(project.root, { 'docs/v1/guide/a.md': 'two' });
    const page = pageOf(local, 'v1/guide/a') as LocalPage;
    expect(() => new TextReader(project, local).read(page)).toThrow(/changed since/);
    rmSync(join(project.root, page.file));
    expect(() => new TextReader(project, local).read(page)).toThrow(/does not exist/);
  });

  test('keep the texts that the scan read, with translated links, until a caller takes them, as long as memory allows', async () => {
    const project = await projectWith({
      'docs/v1/guide/a.md': 'See [b](b.md).\n',
      'docs/v1/guide/b.md': 'Plain.\n',
      'docs/v1/guide/long.md': 'x'.repeat(200),
    });
    const ready = new RecentTexts<PageTexts>(150);
    const local = await scan(project, { ready });
    await writeFiles(project.root, {
      'docs/v1/guide/a.md': 'Other.\n',
      'docs/v1/guide/b.md': 'Other.\n',
      'docs/v1/guide/long.md': 'Other.\n',
    });
    const texts = new TextReader(project, local, ready);
    const [a, b, long] = ['a', 'b', 'long'].map(
      (slug) => pageOf(local, `v1/guide/${slug}`) as LocalPage,
    ) as [LocalPage, LocalPage, LocalPage];
    expect(texts.read(a)).toEqual({ draft: null, published: 'See [b](/guide/b).' });
    expect(texts.read(b)).toEqual({ draft: null, published: 'Plain.' });
    expect(texts.take(b)).toEqual({ draft: null, published: 'Plain.' });
    expect(() => texts.read(b)).toThrow(/changed since/);
    expect(() => texts.read(long)).toThrow(/changed since/);
  });

  test.each([65_535, 65_536, 65_537, 300_000])('of %d bytes are read completely', async (bytes) => {
    const text = 'ä'.repeat(bytes / 2).padEnd(bytes - Math.floor(bytes / 2), 'x');
    const project = await projectWith({ 'docs/v1/guide/a.md': text });
    expect(statSync(join(project.root, 'docs/v1/guide/a.md')).size).toBe(bytes);
    expect(pageOf(await scan(project), 'v1/guide/a')?.head).toBe(digestOf(text));
  });
});

describe('files that cannot be placed', () => {
  test('are reported with a reason, and the others are used', async () => {
    const project = await projectWith({
      'docs/README.md': 'about',
      'docs/loose.md': 'x',
      'docs/v1/loose.md': 'x',
      'docs/v1/guide/fine.md': 'x',
      'docs/v1/guide/ blank.md': 'x',
      'docs/v1/guide/odd.md': '---\ntype: poster\n---\n',
      'docs/v1/guide/_hidden.md': 'x',
      'docs/v1/guide/split.md': 'x',
      'docs/_synced-blocks/x.md': "---\ntitle: 'x'\n---\n",
      'docs/v1/refs/x.md': 'x',
      'docs/v1/guide/node_modules/x.md': 'x',
    });
    writeFileSync(join(project.root, 'docs/v1/guide/latin.md'), Buffer.from([0xe9, 0x0a]));
    const local = await scan(project);
    expect(keys(local)).toEqual(['v1/guide/fine', 'v1/guide/split']);
    expect(reasons(local)).toEqual({
      'docs/loose.md': 'is not in a folder of a version and a documentation',
      'docs/v1/loose.md': 'is not in a folder of a version and a documentation',
      'docs/v1/guide/ blank.md': 'has the slug " blank", which begins or ends with a space',
      'docs/v1/guide/odd.md': 'has the unknown type "poster"',
      'docs/v1/guide/_hidden.md': 'is below "_hidden.md": names that begin with _ are reserved',
      'docs/v1/guide/latin.md': 'is not valid UTF-8',
    });
  });

  test('include all files that have the same key', async () => {
    const project = await projectWith(
      { 'docs/a.md': '---\nslug: x\n---\n', 'docs/b.md': '---\nslug: x\n---\n', 'docs/c.md': 'c' },
      [{ ...DOCS, ...MAPPED }],
    );
    const local = await scan(project);
    expect(local.layouts).toEqual(['plain']);
    expect(keys(local)).toEqual(['v1/guide/c']);
    expect(local.unplaced).toEqual([
      {
        file: 'docs/a.md',
        key: 'v1/guide/x',
        reason: 'claims the key v1/guide/x, as does "docs/b.md"',
      },
      {
        file: 'docs/b.md',
        key: 'v1/guide/x',
        reason: 'claims the key v1/guide/x, as does "docs/a.md"',
      },
    ]);
  });

  test('get a message if two names differ only in Unicode form', async () => {
    const project = await projectWith({ 'docs/\u00e9.md': 'x', 'docs/e\u0301.md': 'x' }, [
      { ...DOCS, ...MAPPED },
    ]);
    const { unplaced } = await scan(project);
    expect(unplaced.map(({ reason }) => reason).toSorted()).toEqual(
      [
        'claims the key v1/guide/\u00e9, as does "docs/e\u0301.md": the names differ only in Unicode form, this one is in NFC',
        'claims the key v1/guide/\u00e9, as does "docs/\u00e9.md": the names differ only in Unicode form, this one is in NFD',
      ].toSorted(),
    );
  });

  test('include slugs with a slash or control character, and paths that are equal on some system', async () => {
    const project = await projectWith(
      {
        'docs/a.md': '---\nslug: ../x\n---\n',
        'docs/b.md': '---\nslug: x\u0007y\n---\n',
        'docs/Straße.md': 'x',
        'docs/STRASSE.md': 'x',
      },
      [{ ...DOCS, ...MAPPED }],
    );
    const local = await scan(project);
    expect(keys(local)).toEqual([]);
    expect(reasons(local)['docs/a.md']).toBe('has the slug "../x", which contains a slash');
    expect(reasons(local)['docs/b.md']).toBe(
      'has the slug "x·y", which contains a control character',
    );
    expect(reasons(local)['docs/STRASSE.md']).toMatch(
      /^differs from "docs\/Straße.md" only in case/,
    );
  });

  test('include links out of the folder, but not links inside it', async () => {
    const outside = await temporaryFolder({ 'secret.md': 'secret' });
    const project = await projectWith({ 'docs/v1/guide/a.md': 'a' });
    const at = (name: string): string => join(project.root, 'docs/v1/guide', name);
    symlinkSync(join(outside, 'secret.md'), at('out.md'));
    symlinkSync(outside, at('folder'));
    symlinkSync(at('a.md'), at('in.md'));
    symlinkSync(at('nothing'), at('dangling.md'));
    const local = await scan(project);
    expect(keys(local)).toEqual(['v1/guide/a', 'v1/guide/in']);
    expect(reasons(local)).toEqual({
      'docs/v1/guide/dangling.md': 'is a broken symbolic link',
      'docs/v1/guide/folder': 'is a symbolic link out of the content folder',
      'docs/v1/guide/out.md': 'is a symbolic link out of the content folder',
    });
  });

  test('do not include temporary files; those of a process that has ended are deleted', async () => {
    const [dead, alive] = [2 ** 22 + 1, process.ppid].map(
      (pid) => `docs/v1/guide/${temporaryName().replace(`-${process.pid}-`, `-${pid}-`)}`,
    ) as [string, string];
    const project = await projectWith({ 'docs/v1/guide/a.md': 'a', [dead]: 'x', [alive]: 'x' });
    const local = await scan(project);
    expect([keys(local), reasons(local)]).toEqual([['v1/guide/a'], {}]);
    expect(existsSync(join(project.root, dead))).toBe(false);
    expect(existsSync(join(project.root, alive))).toBe(true);
  });

  test.skipIf(process.getuid?.() === 0)('include files that cannot be read', async () => {
    const project = await projectWith({ 'docs/v1/guide/a.md': 'a' });
    chmodSync(join(project.root, 'docs/v1/guide/a.md'), 0);
    expect(reasons(await scan(project))).toEqual({
      'docs/v1/guide/a.md': 'cannot be read (EACCES)',
    });
  });

  test('do not include a folder with the name of a page', async () => {
    const project = await projectWith({ 'docs/v1/guide/x.md/y.md': 'y' });
    expect(keys(await scan(project))).toEqual(['v1/guide/y']);
  });
});

describe('content folders', () => {
  test('contain the files that their globs select, except those of inner content folders', async () => {
    const project = await projectWith(
      {
        'docs/v1/guide/a.md': 'a',
        'docs/v1/guide/drafts/b.md': 'b',
        'docs/api/x.md': 'x',
        'docs/api/y.txt.md': 'y',
      },
      [
        { ...DOCS, exclude: ['**/drafts/**'] },
        {
          ...DOCS,
          path: 'docs/api' as FilePath,
          ...MAPPED,
          documentation: 'api' as Slug,
          include: ['x*'],
        },
      ],
    );
    const local = await scan(project);
    expect(keys(local)).toEqual(['v1/guide/a', 'v1/api/x']);
    expect(local.unplaced).toEqual([]);
    expect(local.layouts).toEqual(['repository', 'plain']);
  });

  test('may be the project itself', async () => {
    const project = await projectWith(
      { 'v1/guide/a.md': 'a', 'README.md': 'r', 'docs-cli.config.yml': '' },
      [{ ...DOCS, path: '.' as FilePath }],
    );
    const local = await scan(project);
    expect(pageOf(local, 'v1/guide/a')?.file).toBe('v1/guide/a.md');
    expect(local.unplaced).toEqual([]);
  });

  test('that are missing or outside the project are configuration errors', async () => {
    await expect(scan(await projectWith({}))).rejects.toMatchObject({ code: 'config' });
    const outside = await projectWith({}, [{ ...DOCS, path: '../x' as FilePath }]);
    await expect(scan(outside)).rejects.toMatchObject({ code: 'config' });
  });

  test('with malformed settings fail with file and line', async () => {
    const project = await projectWith({
      'docs/v1/guide/_nav.yaml': 'items:\n  - a\n  - {b\n',
      'docs/v1/guide/a.md': 'a',
    });
    await expect(scan(project)).rejects.toMatchObject({
      code: 'content',
      located: expect.stringMatching(/^docs\/v1\/guide\/_nav.yaml:\d+: /) as string,
    });
  });
});

describe('a second scan', () => {
  const files = {
    'docs/v1/guide/_nav.yaml': 'items:\n  - a\n',
    'docs/v1/guide/a.md': 'see [b](b.md) and [c](c.md)\n',
    'docs/v1/guide/b.md': 'text\n',
  };

  test('reads only changed files', async () => {
    const project = await projectWith(files);
    age(project, Object.keys(files));
    const first = await scan(project);
    // A read would move the time of access, years old, on file systems that record it at all.
    const reader = new TextReader(project, first);
    const { atimeMs } = statSync(join(project.root, 'docs/v1/guide/b.md'));
    expect(await scan(project)).toEqual(first);
    expect(statSync(join(project.root, 'docs/v1/guide/b.md')).atimeMs).toBe(atimeMs);
    expect(reader.read(pageOf(first, 'v1/guide/a') as LocalPage).published).toBe(
      'see [b](/guide/b) and [c](c.md)',
    );
  });

  test('notices that a link has a new target although its file did not change', async () => {
    const project = await projectWith(files);
    age(project, Object.keys(files));
    const first = await scan(project);
    await writeFiles(project.root, { 'docs/v1/guide/c.md': 'new\n' });
    const second = await scan(project);
    expect(pageOf(second, 'v1/guide/a')?.head).toBe(
      digestOf('see [b](/guide/b) and [c](/guide/c)'),
    );
    rmSync(join(project.root, 'docs/v1/guide/c.md'));
    expect(await scan(project)).toEqual(first);
    rmSync(join(project.root, 'docs/v1/guide/b.md'));
    expect(pageOf(await scan(project), 'v1/guide/a')?.head).toBe(
      digestOf('see [b](b.md) and [c](c.md)'),
    );
  });

  test('after edits has the same result as a first scan', async () => {
    const project = await projectWith(files);
    age(project, Object.keys(files));
    const first = await scan(project);
    const edits: readonly Readonly<Record<string, string>>[] = [
      { 'docs/v1/guide/b.md': 'other text\n' },
      { 'docs/v1/guide/a.md': 'see [b](b.md), [a](a.md)\n', 'docs/v1/guide/b.md': 'more\n' },
      { 'docs/v1/guide/b.md': '---\ntitle: Named\n---\n\nmore\n' },
      { 'docs/v1/guide/b.md': '---\ntitle: Named\nkeywords: x\n---\n\nmore\n' },
      { 'docs/v1/guide/b.md': '---\ntitle: Named\nkeywords: y\n---\n\nmore\n' },
      { 'docs/v1/guide/b.md': '---\nslug: a\n---\n\nmore\n' },
      { 'docs/v1/guide/b.md': '---\nslug: a\n---\n\nanother\n' },
      { 'docs/v1/guide/b.md': '<<<<<<< file\na\n=======\nb\n>>>>>>> platform\n' },
      { 'docs/v1/guide/_nav.yaml': 'items:\n  - b\n  - a\n', 'docs/v1/guide/b.md': 'text\n' },
      files,
    ];
    for (const edit of edits) {
      await writeFiles(project.root, edit);
      age(project, Object.keys(files));
      const fresh = await scan(project, { remember: false });
      expect(await scan(project)).toEqual(fresh);
      expect(await scan(project)).toEqual(fresh);
    }
    expect(await scan(project)).toEqual(first);
  });

  test('reads only the edited file if an edit changes nothing but a text', async () => {
    const project = await projectWith(files);
    age(project, Object.keys(files));
    await scan(project);
    await writeFiles(project.root, { 'docs/v1/guide/b.md': 'other text\n' });
    age(project, ['docs/v1/guide/b.md']);
    const { atimeMs } = statSync(join(project.root, 'docs/v1/guide/a.md'));
    expect(pageOf(await scan(project), 'v1/guide/b')?.head).toBe(digestOf('other text'));
    expect(statSync(join(project.root, 'docs/v1/guide/a.md')).atimeMs).toBe(atimeMs);
  });

  test('tries to read unreadable files again', async () => {
    const project = await projectWith(files);
    const bad = join(project.root, 'docs/v1/guide/d.md');
    writeFileSync(bad, Buffer.from([0xff]));
    age(project, Object.keys(files));
    expect((await scan(project)).unplaced).toHaveLength(1);
    writeFileSync(bad, 'd');
    expect((await scan(project)).unplaced).toEqual([]);
  });

  test('has the same result without the cache', async () => {
    const project = await projectWith(files);
    const first = await scan(project);
    rmSync(join(project.root, '.docs-cli'), { recursive: true });
    expect(await scan(project)).toEqual(first);
    appendFileSync(join(project.root, 'docs/v1/guide/b.md'), 'more\n');
    expect(pageOf(await scan(project), 'v1/guide/b')?.head).toBe(digestOf('text\nmore'));
  });

  test('works if the state folder cannot be created', async () => {
    const project = await projectWith(files);
    writeFileSync(join(project.root, '.docs-cli'), 'a file');
    expect((await scan(project)).pages.size).toBe(2);
    mkdirSync(join(project.root, 'docs/v1/other'));
    expect((await scan(project)).pages.size).toBe(2);
  });
});

describe('while many files are read', () => {
  const PAGES = 600;
  const files = Object.fromEntries(
    Array.from({ length: PAGES }, (_, n) => [`docs/v1/guide/p${n}.md`, `text ${n}`]),
  );

  /** How often the event loop turned until the promise was settled. */
  async function turnsDuring(promise: Promise<unknown>): Promise<number> {
    let turns = 0;
    let isOver = false;
    const count = (): void => {
      turns += 1;
      if (!isOver) setImmediate(count);
    };
    setImmediate(count);
    await promise.finally(() => {
      isOver = true;
    });
    return turns;
  }

  test('the event loop runs regularly, even if no file is read again', async () => {
    const project = await projectWith(files);
    age(project, Object.keys(files));
    expect(await turnsDuring(scan(project))).toBeGreaterThanOrEqual(2);
    expect(await turnsDuring(scan(project))).toBeGreaterThanOrEqual(2);
  });

  test('an interrupted scan ends, and writes nothing to the cache', async () => {
    const project = await projectWith(files);
    const interrupt = new AbortController();
    const running = scan(project, { signal: interrupt.signal });
    interrupt.abort(new Error('interrupted'));
    await expect(running).rejects.toThrow('interrupted');
    expect(existsSync(join(project.root, '.docs-cli', 'scan.cache'))).toBe(false);
    expect((await scan(project)).pages.size).toBe(PAGES);
  });
});
