/**
 * Check, push, build, dev, review and import agree on who sees a page, over generated headers and
 * settings. What is expected is written here, apart from the code: each line is made from what a
 * person means by it.
 */
import { access, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { PostsOnPlatform } from '../../src/commands/changelog/document.ts';
import { folderOfTexts } from '../../src/content/folder/folder-of-texts.ts';
import type { FilePath } from '../../src/model/ids.ts';
import { pagesIn } from '../../src/commands/shared/review-run/folder-pages.ts';
import { ask, startDev } from '../support/dev.ts';
import { importFiles } from '../support/import-files.ts';
import { openWorld } from '../support/world.ts';
import type { AtEnd } from '../support/folder.ts';

/** Who sees a page. `never`: not even if `--allow-listed` is given. */
type Seen = 'public' | 'held' | 'never';

interface Said {
  /** Lines of a header, or of settings. */
  readonly text: string;
  readonly seen: Seen;
  /** Whether nobody can tell what it means. */
  readonly isUnclear: boolean;
  /** The header with its fences, if not as usual. Each line ends with a line feed. */
  readonly form?: (header: string) => string;
}

const YES = ['true', 'True', 'TRUE', 'yes', 'on', '1', 'y', '"true"', "'yes'", 'true # for a week'];
const NO = ['false', 'False', 'FALSE', 'no', 'off', '0', 'n', '"false"', "'no'", 'no # for now'];
const NEITHER = ['maybe', 'until spring', '2', '[true]', '"tru"'];
const NOTHING = ['', 'null', '~', '""'];

/** Keys of which "yes" hides, of which "no" hides, and how strongly. */
const HIDING: readonly (readonly [string, Seen])[] = [
  ['draft', 'never'],
  ['private', 'never'],
  ['unpublished', 'never'],
  ['wip', 'never'],
  ['confidential', 'never'],
  ['internal', 'never'],
  ['drafts', 'never'],
  ['is_draft', 'never'],
  ['unlisted', 'held'],
  ['hiden', 'held'],
];
const SHOWING: readonly (readonly [string, Seen])[] = [
  ['published', 'never'],
  ['publish', 'never'],
  ['public', 'never'],
  ['publishd', 'never'],
  ['lised', 'held'],
];

const oneOf = <T>(...items: readonly T[]): fc.Arbitrary<T> => fc.constantFrom(...items);

/** The value beside its key, or on the line after it. */
const line = (key: string, value: string): fc.Arbitrary<string> =>
  oneOf(`${key}: ${value}`.trimEnd(), `${key}:\n  ${value}`.trimEnd());

const saying = (text: string, seen: Seen, isUnclear = false): Said => ({ text, seen, isUnclear });
const open = (text: string): Said => saying(text, 'public');
const SILENT = open('');

const said = (
  key: fc.Arbitrary<readonly [string, Seen]>,
  hides: readonly string[],
  shows: readonly string[],
): fc.Arbitrary<Said> =>
  key.chain(([name, held]) =>
    fc
      .oneof(
        value(hides, held, false),
        value(shows, 'public', false),
        value([...NEITHER, ...NOTHING], held, true),
      )
      .chain(({ text, seen, isUnclear }) =>
        line(name, text).map((whole) => saying(whole, seen, isUnclear)),
      ),
  );

const value = (values: readonly string[], seen: Seen, isUnclear: boolean): fc.Arbitrary<Said> =>
  oneOf(...values).map((text) => saying(text, seen, isUnclear));

/** What the platform's own keys say: without a value they say nothing. */
const own: fc.Arbitrary<Said> = fc.oneof(
  said(oneOf(['hidden', 'held'] as const), YES, [...NO, '', 'null']).filter(isOwn),
  said(oneOf(['listed', 'held'] as const), NO, [...YES, '', 'null']).filter(isOwn),
  oneOf('staff', '12', '"partners"').map((id) => saying(`audience: ${id}`, 'held')),
  oneOf('audience:', 'audience: ""').map(open),
);

function isOwn({ text, seen, isUnclear }: Said): boolean {
  const isEmpty = /:\s*(?:""|null|~)?$/.test(text);
  return !isEmpty || (seen === 'public' && !isUnclear);
}

/** Words instead of yes and no. */
const words: fc.Arbitrary<Said> = fc.oneof(
  oneOf('draft', 'wip', 'private', 'Draft', '"draft"').map((word) =>
    saying(`status: ${word}`, 'never'),
  ),
  oneOf('draft', 'confidential').map((word) => saying(`state: ${word}`, 'never')),
  oneOf('status: new', 'status: deprecated', 'status:', 'state: stable', 'hide: [toc]').map(open),
  oneOf('private', 'internal', 'hidden').map((word) => saying(`visibility: ${word}`, 'never')),
  oneOf('public', 'Everyone').map((word) => open(`visibility: ${word}`)),
  oneOf('visibility: some', 'visibility:').map((text) => saying(text, 'never', true)),
  oneOf('audiences: staff', 'audiences:', 'Audience: staff').map((text) =>
    saying(text, 'held', true),
  ),
  oneOf('description: hidden: true', 'keywords: draft, private', '').map(open),
);

const fenced = (header: string): string => `---\n${header}---\n`;

/** What other tools read as a header, or what editors leave in one. */
const forms: fc.Arbitrary<Said> = fc.oneof(
  oneOf('---yaml', '--- yml', '---json').map((first) =>
    Object.assign(saying('draft: true', 'never', true), {
      form: (header: string) => `${first}\n${header}---\n`,
    }),
  ),
  oneOf<(header: string) => string>(
    (header) => fenced(header).replaceAll('\n', '\r'),
    (header) => `\u{200b}${fenced(header)}`,
    (header) => `\u{feff}\u{feff}${fenced(header)}`,
    (header) => `\u{a0}${fenced(header)}`,
    (header) => fenced(header).replace('draft', 'dra\u{200b}ft'),
    (header) => `----\n${header}----\n`,
    (header) => `--\n${header}\n--\n`,
    (header) => `\u{2014}\n${header}\u{2014}\n`,
    (header) => `<!--\n${header}-->\n`,
    (header) => `<!-- Licence -->\n${fenced(header)}`,
    (header) => `\`\`\`yaml\n${header}\`\`\`\n`,
    (header) => `---\n${header.replace('draft: true\n', '')}---\n\n${fenced('draft: true\n')}`,
    (header) => `---\n${header.replace('draft: true\n', '')}---\n+++\ndraft = true\n+++\n`,
  ).map((form) => Object.assign(saying('draft: true', 'never'), { form })),
);

/** Keys below others, where nothing reads them. */
const inside: fc.Arbitrary<Said> = fc.oneof(
  oneOf(
    'meta: { draft: true }',
    'options: {"a": 1, "published": "no"}',
    'more: [{ x: y, wip: yes }]',
    'a: { b: { c: { private: 1 } } }',
    'meta: { status: [new, draft] }',
    'meta: { tags: [draft], list: [wip: 1] }',
  ).map((text) => saying(text, 'never', true)),
  oneOf('meta.draft: true', 'docs.site.published: no').map((text) => saying(text, 'never')),
  oneOf('meta: { draft: false }', 'badge: { text: draft }', 'note: [draft, private]').map(open),
);

const lines: fc.Arbitrary<Said> = fc.oneof(
  forms,
  inside,
  said(oneOf(...HIDING), YES, NO),
  said(oneOf(...SHOWING), NO, YES),
  said(oneOf(['Draft', 'never'] as const, ['Hidden', 'held'] as const), YES, NO),
  said(oneOf(['Published', 'never'] as const, ['LISTED', 'held'] as const), NO, YES),
  own,
  words,
);

const WEIGHT: readonly Seen[] = ['public', 'held', 'never'];
const worse = (...all: readonly Seen[]): Seen =>
  all.reduce((a, b) => (WEIGHT.indexOf(b) > WEIGHT.indexOf(a) ? b : a));

interface Case {
  readonly parent: Said;
  readonly child: Said;
}

const cases = fc.array(
  fc.record<Case>({
    parent: lines,
    // Most pages say nothing: those above them decide.
    child: fc.oneof({ weight: 2, arbitrary: fc.constant(SILENT) }, { weight: 1, arbitrary: lines }),
  }),
  { minLength: 24, maxLength: 24 },
);

/** In settings, only `true` publishes, and another word than `false` is reported too. */
const settings: fc.Arbitrary<Said> = fc.oneof(
  said(oneOf(['published', 'never'] as const), ['false', 'FALSE', "'false'"], ['true', 'True']),
  said(oneOf(...HIDING), YES, NO).map(({ text, seen, isUnclear }) =>
    saying(text, seen === 'public' ? 'public' : 'never', isUnclear),
  ),
  oneOf('settings:\n  published: false', 'a: { b: [{ draft: true }] }').map((text) =>
    saying(text, 'never', true),
  ),
  oneOf('settings: { published: true }', 'theme: { mode: draft }').map(open),
  fc.constant(SILENT),
);

/** Not right below the title, where a key that nobody reads would be a part of it (`key-in-title`). */
const page = (title: string, { text, form = fenced }: Said): string =>
  `${form(`title: ${title}\ndescription: D\n${text === '' ? '' : `${text}\n`}`)}\nText.\n`;

interface Expected {
  readonly key: string;
  readonly seen: Seen;
}

function folderOf(all: readonly Case[], sections: readonly Said[]) {
  const files: Record<string, string> = {};
  const expected: Expected[] = [];
  const unclear: string[] = [];
  const add = (key: string, text: Said, ...above: readonly Seen[]): void => {
    files[`docs/${key}.md`] = page(key.replaceAll('/', ' '), text);
    expected.push({ key, seen: worse(text.seen, ...above) });
    if (text.isUnclear) unclear.push(`docs/${key}.md`);
  };
  for (const [n, { parent, child }] of all.entries()) {
    add(`v1/guide/p${n}`, parent);
    add(`v1/guide/p${n}/c${n}`, child, parent.seen);
    add(`v1/guide/p${n}/c${n}/d${n}`, SILENT, parent.seen, child.seen);
    // Below it in the navigation alone, and below that in a folder.
    add(`v1/guide/n${n}`, SILENT, parent.seen);
    add(`v1/guide/n${n}/m${n}`, SILENT, parent.seen);
  }
  const items = all.map((_, n) => `  - page: p${n}\n    items: [n${n}]\n`);
  files['docs/v1/guide/_nav.yaml'] = `items:\n${items.join('')}`;
  for (const [n, section] of sections.entries()) {
    const { text, seen, isUnclear } = section;
    files[`docs/v1/s${n}/_settings.yaml`] = `title: S\n${text}\n`;
    files[`docs/w${n}/_settings.yaml`] = `name: W\n${text}\n`;
    if (isUnclear) unclear.push(`docs/v1/s${n}/_settings.yaml`, `docs/w${n}/_settings.yaml`);
    add(`v1/s${n}/page`, SILENT, seen);
    add(`w${n}/guide/page`, SILENT, seen);
  }
  return { files, expected, unclear };
}

/** Keys end in the slug alone: folders of pages are not part of an address. */
const addressOf = (key: string): string => {
  const [version, documentation, ...rest] = key.split('/');
  return `${version}/${documentation}/${rest.at(-1)}`;
};

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

async function expectAgreement(
  all: readonly Case[],
  sections: readonly Said[],
  atEnd: AtEnd,
): Promise<void> {
  const { files, expected, unclear } = folderOf(all, sections);
  const links = expected.map(({ key }) => `[${addressOf(key)}](/${addressOf(key)})`).join('\n\n');
  const world = await openWorld(
    {
      'docs-cli.config.yml': 'content:\n  - path: docs\n',
      'docs/v1/_settings.yaml': 'name: v1\npublished: true\n',
      'docs/v1/guide/_settings.yaml': 'title: Guide\n',
      'docs/v1/guide/all.md': `---\ntitle: All\n---\n\n${links}\n`,
      ...Object.fromEntries(Object.entries(files).filter(([path]) => !path.endsWith('.yaml'))),
    },
    {},
    atEnd,
  );
  // The platform shows readers all versions and documentations: in others, nothing would be seen.
  await world.write(files);
  const seen = new Map(expected.map(({ key, seen: is }) => [addressOf(key), is]));
  const shown = [...seen].filter(([, is]) => is === 'public').map(([key]) => key);

  const checked = JSON.parse((await world.run('check', '--json')).stdout) as {
    findings: Record<'code' | 'file' | 'message', string>[];
  };
  const { findings } = checked;
  const unclearIn = findings
    .filter(
      ({ code, message }) =>
        code === 'unclear-visibility' ||
        (code === 'wrong-setting' && message.includes('true or false')),
    )
    .map(({ file }) => file);
  expect(unclearIn.toSorted()).toEqual(unclear.toSorted());
  const dead = findings
    .filter(({ file, code }) => file === 'docs/v1/guide/all.md' && code.startsWith('linked-'))
    .map(({ message }) => /^"\/([^"]+)"/.exec(message)?.[1] ?? message);
  expect(new Set(dead)).toEqual(new Set([...seen.keys()].filter((key) => !shown.includes(key))));

  const published = async () => {
    const found: string[] = [];
    for (const key of seen.keys()) {
      if (((await world.page(key))?.published ?? null) !== null) found.push(key);
    }
    return found;
  };
  await world.run('push', '--publish', '--yes');
  expect(await published()).toEqual(shown);
  await world.run('push', '--publish', '--yes', '--allow-listed');
  expect(await published()).toEqual(
    [...seen].filter(([, is]) => is !== 'never').map(([key]) => key),
  );

  await world.run('build', '--out', 'site');
  const built: string[] = [];
  for (const key of seen.keys()) {
    const paths = [`${key}.html`, `${key}.md`].map((name) => join(world.folder, 'site', name));
    const [html, markdown] = [await isThere(paths[0] ?? ''), await isThere(paths[1] ?? '')];
    expect([key, markdown]).toEqual([key, html]);
    if (html) built.push(key);
  }
  expect(built).toEqual(shown);
  const index = await readFile(join(world.folder, 'site/llms.txt'), 'utf8');
  expect([...seen.keys()].filter((key) => index.includes(`${key}.md`))).toEqual(shown);
  const whole = await readFile(join(world.folder, 'site/llms-full.txt'), 'utf8');
  expect([...seen.keys()].filter((key) => whole.includes(`\nSource: ./${key}.md\n`))).toEqual(
    shown,
  );

  const dev = await startDev(world.folder);
  const served: string[] = [];
  for (const key of seen.keys())
    if ((await ask(`${dev.url}${key}`)).status === 200) served.push(key);
  await dev.stop();
  expect(served).toEqual(shown);

  const folder = await folderOfTexts(
    { path: '.' as FilePath, version: null, documentation: null, include: [], exclude: [] },
    new Map(Object.entries(files).map(([path, text]) => [path.replace(/^docs\//, ''), text])),
  );
  const reviewed = [...pagesIn([folder], false, new Map()).values()]
    .filter(
      ({ header }) =>
        header.get('listed') === 'true' &&
        header.get('hidden') === 'false' &&
        header.get('published') === 'true' &&
        !header.has('audience'),
    )
    .map(({ key }) => key as string);
  expect(reviewed.toSorted()).toEqual(shown.toSorted());
}

test('check, push, build, dev and review agree on who sees a page', async () => {
  const holds = fc.assert(
    fc.asyncProperty(
      cases,
      fc.array(settings, { minLength: 4, maxLength: 4 }),
      async (all, sections) => {
        const ends: (() => unknown)[] = [];
        try {
          await expectAgreement(all, sections, (end) => ends.push(end));
        } finally {
          for (const end of ends.toReversed()) await end();
        }
      },
    ),
    { numRuns: 4 },
  );
  await expect(holds).resolves.toBeUndefined();
}, 240_000);

/** Where a line is YAML as well: the front matter of other tools is. */
const yamlLines = lines.filter(({ text }) => !text.startsWith('description: hidden'));

test('an import shows the pages that this tool would show with the same header', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(yamlLines, { minLength: 1, maxLength: 20 }), async (all) => {
      const files = Object.fromEntries(all.map((each, n) => [`p${n}.md`, page(`P${n}`, each)]));
      const imported = await importFiles('vitepress', files);
      const shown = all.flatMap((_, n) => {
        const text = imported.texts.get(`v1.0/site/p${n}.md`) ?? '';
        return /^---draft$|^hidden: true$/m.test(text) ? [] : [n];
      });
      expect(shown).toEqual(all.flatMap(({ seen }, n) => (seen === 'public' ? [n] : [])));
    }),
    { numRuns: 60 },
  );
});

/** A post is published by `published: true` alone, which other keys must not contradict. */
interface PostSaid extends Said {
  /** Whether it says both that readers see it and that they may not: nobody can send it. */
  readonly isRefused: boolean;
}

const postSaying = (text: string, seen: Seen, isRefused: boolean): PostSaid =>
  Object.assign(saying(text, seen), { isRefused });

const withoutPublished = yamlLines.filter(({ text }) => !text.startsWith('published'));

const posts: fc.Arbitrary<PostSaid> = fc.oneof(
  withoutPublished.map(({ text, seen }) =>
    postSaying(`published: true\n${text}`, seen, seen !== 'public'),
  ),
  withoutPublished.map(({ text }) => postSaying(text, 'never', false)),
  oneOf('true', 'True', '"TRUE"', 'true # now').map((is) =>
    postSaying(`published: ${is}`, 'public', false),
  ),
  oneOf('false', 'FALSE', "'false'", '', '""', 'null', '~').map((is) =>
    postSaying(`published: ${is}`, 'never', false),
  ),
  oneOf('no', 'off', 'yes', '1', 'maybe', '[true]').map((is) =>
    postSaying(`published: ${is}`, 'never', true),
  ),
);

const definition = (n: number): string =>
  `openapi: 3.0.3\ninfo: { title: R${n}, version: "1" }\npaths: {}\n`;

async function expectAgreementBeside(
  references: readonly Said[],
  written: readonly PostSaid[],
  atEnd: AtEnd,
): Promise<void> {
  const folders = { 'docs/v1/_settings.yaml': 'name: v1\n' };
  const changelog = { 'docs/changelogs/news/_settings.yaml': 'title: News\npublished: true\n' };
  const config = 'content:\n  - path: docs\n';
  const world = await openWorld(
    { 'docs-cli.config.yml': config, ...folders, ...changelog },
    {},
    atEnd,
  );
  const [news] = await world.platform.admin.changelogs();
  const listed = (n: number): boolean => n % 2 === 1;
  // Every other definition is not in a folder of pages: the configuration names it.
  const at = (n: number): string => (listed(n) ? `openapi/r${n}` : `docs/v1/refs/r${n}`);
  const others = references.flatMap((_, n) =>
    listed(n) ? [`  - { file: ${at(n)}.yaml, version: v1 }\n`] : [],
  );
  await world.write({
    'docs-cli.config.yml': `${config}changelogs:\n  news: ${news?.id}\nreferences:\n${others.join('')}`,
    ...Object.fromEntries(
      references.flatMap(({ text }, n) => [
        [`${at(n)}.yaml`, definition(n)],
        [`${at(n)}.settings.yaml`, `${text}\n`],
      ]),
    ),
    ...Object.fromEntries(
      written.map(({ text }, n) => [
        `docs/changelogs/news/p${n}.md`,
        `---\ntitle: P${n}\n${text}\n---\n\nText.\n`,
      ]),
    ),
  });
  const names = references.map((_, n) => `v1/r${n}`);
  const shown = names.filter((_, n) => references[n]?.seen === 'public');
  const slugs = written.map((_, n) => `p${n}`);
  const shownPosts = slugs.filter((_, n) => written[n]?.seen === 'public');
  const refused = slugs.filter((_, n) => written[n]?.isRefused);

  const { findings } = JSON.parse((await world.run('check', '--json')).stdout) as {
    findings: Record<'code' | 'file' | 'message' | 'severity', string>[];
  };
  const unclear = findings
    .filter(
      ({ code, message }) =>
        code === 'unclear-visibility' ||
        (code === 'wrong-setting' && message.includes('true or false')),
    )
    .flatMap(({ file }) => (file.endsWith('.settings.yaml') ? [file] : []));
  expect(unclear.toSorted()).toEqual(
    references
      .flatMap(({ isUnclear }, n) => (isUnclear ? [`${at(n)}.settings.yaml`] : []))
      .toSorted(),
  );
  const wrong = findings
    .filter(({ file, code }) => file.includes('/changelogs/') && code === 'bad-post')
    .map(({ file }) => /p\d+/.exec(file)?.[0]);
  expect(new Set(wrong)).toEqual(new Set(refused));

  await world.run('build', '--out', 'site');
  const built = Object.keys(
    (JSON.parse(await world.read('site/docs-build.json')) as { files: object }).files,
  );
  const builtOf = (shape: RegExp): string[] => built.flatMap((path) => shape.exec(path)?.[1] ?? []);
  const sorted = shown.toSorted();
  expect(builtOf(/^(v1\/r\d+)\/ref\.html$/).toSorted()).toEqual(sorted);
  expect(builtOf(/^_docs\/definitions\/(.*)\.json$/).toSorted()).toEqual(sorted);
  expect(builtOf(/^news\/(p\d+)\.html$/).toSorted()).toEqual(shownPosts.toSorted());

  const dev = await startDev(world.folder);
  const isServed = async (address: string): Promise<boolean> =>
    (await ask(`${dev.url}${address}`)).status === 200;
  for (const name of names) {
    expect([name, await isServed(`${name}/ref`)]).toEqual([name, shown.includes(name)]);
  }
  for (const slug of slugs) {
    expect([slug, await isServed(`news/${slug}`)]).toEqual([slug, shownPosts.includes(slug)]);
  }
  await dev.stop();

  const files = references.map((_, n) => `${at(n)}.yaml`);
  await world.run('ref', 'upload', ...files, '--in', 'v1', '--create', '--yes');
  const published: string[] = [];
  for (const name of names)
    if ((await world.run('ref', 'get', name)).exitCode === 0) published.push(name);
  expect(published).toEqual(shown);

  const first = await world.run('changelog', 'push', '--yes');
  expect(first.exitCode).toBe(refused.length > 0 ? 1 : 0);
  for (const slug of refused) await world.remove(`docs/changelogs/news/${slug}.md`);
  expect(await world.run('changelog', 'push', '--yes')).toMatchObject({ exitCode: 0 });
  const { stdout } = await world.run('changelog', 'list', '--json');
  const { changelogs } = JSON.parse(stdout) as PostsOnPlatform;
  const sent = changelogs.flatMap((each) => each.posts);
  expect(sent).toHaveLength(written.length - refused.length);
  expect(sent.flatMap((post) => (post.published ? [post.slug as string] : [])).toSorted()).toEqual(
    shownPosts.toSorted(),
  );
}

test('ref upload, changelog push, build, dev and check agree on who sees references and posts', async () => {
  const holds = fc.assert(
    fc.asyncProperty(
      fc.array(settings, { minLength: 16, maxLength: 16 }),
      fc.array(posts, { minLength: 16, maxLength: 16 }),
      async (references, written) => {
        const ends: (() => unknown)[] = [];
        try {
          await expectAgreementBeside(references, written, (end) => ends.push(end));
        } finally {
          for (const end of ends.toReversed()) await end();
        }
      },
    ),
    { numRuns: 3 },
  );
  await expect(holds).resolves.toBeUndefined();
}, 240_000);
