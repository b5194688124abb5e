/** `docs check`, `build`, `dev` and `push` agree on what is content, published or hidden. */
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, readFile, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { main } from '../../src/main.ts';
import { ask, startDev } from '../support/dev.ts';
import { temporaryFolder } from '../support/folder.ts';
import { createHost, runDocs } from '../support/host.ts';

const RUNS = process.env['DOCS_FAULTS'] === undefined ? 10 : 150;

/** How `published` of a version or a documentation may be written. Null: not at all. */
const flag = fc.constantFrom(
  null,
  null,
  null,
  'true',
  'True',
  'TRUE',
  '"true"',
  "'True'",
  '',
  'false',
  'False',
  'FALSE',
  '"false"',
  'no',
  'off',
  '0',
  '1',
  'yes',
  'on',
  'maybe',
  'true # until spring',
  '[true]',
  '{}',
  'null',
  '~',
);

/** Lines of a header, as people write them. */
const headerLine = fc.constantFrom(
  'listed: true',
  'listed: false',
  'Listed: no',
  'listed: "false"',
  'listed:',
  'listed: 0',
  'listed: FALSE',
  "listed: 'yes'",
  'hidden: true',
  'hidden: 1',
  'hidden: yes',
  'Hidden: TRUE',
  'hidden: false',
  'hidden:',
  'hidden: until spring',
  ' hidden: true',
  'audience: 12',
  'Audience: "12"',
  'audience:',
  'description: hidden',
  'keywords: a',
);

type Sections = 'plain' | 'published' | 'draft' | 'both' | 'conflict' | 'stray' | 'empty';
const sections = fc.constantFrom<Sections>(
  'plain',
  'plain',
  'plain',
  'published',
  'draft',
  'both',
  'conflict',
  'stray',
  'empty',
);

interface PageOf {
  readonly header: readonly string[];
  readonly sections: Sections;
  /** In a folder below that of its documentation, where another file may have its name. */
  readonly nested: 'no' | 'alone' | 'twin';
  readonly link: 'no' | 'inside' | 'hidden' | 'outside';
}

const page: fc.Arbitrary<PageOf> = fc.record({
  header: fc.array(headerLine, { maxLength: 2 }),
  sections,
  nested: fc.constantFrom('no', 'no', 'no', 'no', 'alone', 'twin'),
  link: fc.constantFrom('no', 'no', 'no', 'no', 'no', 'inside', 'hidden', 'outside'),
});

const FILES_OF_DOCS = [
  'kit.zip',
  'plan A.pdf',
  'pic.png',
  '.secret.pdf',
  '.private/x.pdf',
  'node_modules/x.zip',
  'linked-in.pdf',
  'linked-hidden.pdf',
  'linked-out.pdf',
  'none.pdf',
  'deep/x.csv',
];

interface Stray {
  readonly name: string;
  readonly text: string;
}

/** Settings that nobody reads. Null: there are none. */
const stray = (names: readonly string[]): fc.Arbitrary<Stray | null> =>
  fc.oneof(
    { weight: 4, arbitrary: fc.constant(null) },
    {
      weight: 1,
      arbitrary: fc.record({
        name: fc.constantFrom(...names),
        // As JSON, which is YAML as well, or as neither.
        text: fc.constantFrom(
          '{ "published": false }',
          '{ "draft": "yes" }',
          '{ "published": "maybe" }',
          '{ "published": true }',
          '{ "title": "T" }',
          '{ "title": ',
        ),
      }),
    },
  );
const MISNAMED = [
  '_settings.yml',
  '_Settings.yaml',
  '_setting.yaml',
  'settings.yaml',
  'settings.yml',
  '_settings.json',
];
const BELOW = ['in/_settings.yaml', 'in/_settings.yml', 'in/settings.yaml', 'in/_settings.json'];

/** An item of a navigation. `of`: which page, in the order of the files. */
const navItem = fc.record({
  of: fc.nat(8),
  key: fc.constantFrom(
    'draft: true',
    'published: "no"',
    'hidden: yes',
    'listed: false',
    'audience: 12',
    'audience:',
    'status: [new, wip]',
    'Privat: maybe',
    'icon: key',
    'published: true',
  ),
  on: fc.constantFrom('page', 'page', 'category', 'above'),
});
type NavItem = typeof navItem extends fc.Arbitrary<infer T> ? T : never;

const pathOf = ({ nested }: PageOf, slug: string): string =>
  nested === 'no' ? slug : `in/${slug}`;
const navPage = ({ of }: NavItem, paths: readonly string[]): string =>
  paths[of % paths.length] ?? '';
const OPEN_KEYS: ReadonlySet<string> = new Set(['audience:', 'icon: key', 'published: true']);
const isHolding = ({ key }: NavItem): boolean => !OPEN_KEYS.has(key);
const holdsAt = ({ name, text }: Stray, inFolder: boolean): boolean =>
  !/true|"T"/.test(text) && (inFolder || !name.startsWith('in/'));

const navText = (items: readonly NavItem[], paths: readonly string[]): string =>
  `items:\n${items
    .map((item) => {
      const { key, on } = item;
      const page = `page: ${navPage(item, paths)}`;
      if (on === 'page') return `  - ${page}\n    ${key}\n`;
      const around = on === 'category' ? 'category: C' : 'page: none';
      return `  - ${around}\n    ${key}\n    items:\n      - ${page}\n`;
    })
    .join('')}`;

const documentation = fc.record({
  published: flag,
  stray: stray([...MISNAMED, ...BELOW]),
  nav: fc.array(navItem, { maxLength: 2 }),
  /** The page of the folder `in`. */
  above: fc.option(page, { freq: 2 }),
  pages: fc.array(page, { minLength: 4, maxLength: 8 }),
});
const version = fc.record({
  published: flag,
  stray: stray(MISNAMED),
  documentations: fc.array(documentation, { minLength: 1, maxLength: 2 }),
});
const folderOf = fc.record({
  versions: fc.array(version, { minLength: 1, maxLength: 2 }),
  links: fc.subarray(FILES_OF_DOCS),
});

type FolderOf = typeof folderOf extends fc.Arbitrary<infer T> ? T : never;

interface Listed {
  /** `v0/d0/p0`. */
  readonly key: string;
  readonly file: string;
  readonly word: string;
  /** Whether settings that nobody reads hold it back, or a key of a navigation. */
  readonly isHeld: boolean;
}

const textOf = ({ header, sections: of }: PageOf, word: string): string => {
  const head = `---\ntitle: T${word}\n${header.map((line) => `${line}\n`).join('')}`;
  switch (of) {
    case 'plain':
      return `${head}---\n\n${word}\n`;
    case 'published':
      return `${head}---published\n\n${word}\n`;
    case 'draft':
      return `${head}---draft\n\n${word}\n`;
    case 'both':
      return `${head}---draft\n\nDraft.\n\n---published\n\n${word}\n`;
    case 'conflict':
      return `${head}---\n\n<<<<<<< HEAD\n${word}\n=======\nother\n>>>>>>> theirs\n`;
    case 'stray':
      return `${head}---\n\n${word}\n\n---draft\n\nDraft.\n`;
    case 'empty':
      return '';
    default:
      return of satisfies never;
  }
};

/** The files, the links to be made, and the pages with the words that only they have. */
function filesOf({ versions, links }: FolderOf) {
  const files: Record<string, string> = {
    'docs-cli.config.yml': 'content:\n  - path: docs\n',
    'docs/developerhub.yaml': 'title: P\n',
    '.env': 'LEAK',
    'docs/.env': 'LEAK',
    'docs/.hidden.md': '---\ntitle: Leak\n---\n\nLEAK\n',
    'outside.md': '---\ntitle: Leak\n---\n\nLEAK\n',
    'docs/vh/_settings.yaml': 'name: vh\npublished: true\n',
    'docs/vh/hub/_settings.yaml': 'title: Hub\npublished: true\n',
  };
  const symlinks: Record<string, string> = {};
  const pages: Listed[] = [];
  const addStray = (at: string, of: Stray | null): void => {
    if (of) files[`${at}/${of.name}`] = of.text;
  };
  for (const [v, { published, stray: ofVersion, documentations }] of versions.entries()) {
    const at = `docs/v${v}`;
    files[`${at}/_settings.yaml`] =
      `name: v${v}\n${published === null ? '' : `published: ${published}\n`}`;
    addStray(at, ofVersion);
    for (const [d, of] of documentations.entries()) {
      const { published: shown, stray: ofDocumentation, nav, pages: own, above } = of;
      files[`${at}/d${d}/_settings.yaml`] =
        `title: D\n${shown === null ? '' : `published: ${shown}\n`}`;
      const all = own.map((one, p) => ({ page: one, slug: `p${p}` }));
      if (above) all.push({ page: { ...above, nested: 'no' }, slug: 'in' });
      addStray(`${at}/d${d}`, ofDocumentation);
      const paths = all.map(({ page: one, slug }) => pathOf(one, slug));
      if (nav.length > 0) files[`${at}/d${d}/_nav.yaml`] = navText(nav, paths);
      for (const { page: each, slug } of all) {
        const word = `word${v}x${d}x${slug}x`;
        const file = `${at}/d${d}/${each.nested === 'no' ? '' : 'in/'}${slug}.md`;
        if (each.link === 'no') files[file] = textOf(each, word);
        else {
          const up = '../'.repeat(file.split('/').length - 2);
          if (each.link === 'inside') files[`docs/texts/${word}.txt`] = textOf(each, word);
          symlinks[file] =
            up +
            { inside: `texts/${word}.txt`, hidden: '.hidden.md', outside: '../outside.md' }[
              each.link
            ];
        }
        const isFile = each.link === 'no' || each.link === 'inside';
        if (each.nested === 'twin' && isFile) files[`${at}/d${d}/${slug}.md`] = textOf(each, word);
        const inFolder = file.includes('/in/');
        const isHeld =
          [ofVersion, ofDocumentation].some((one) => one && holdsAt(one, inFolder)) ||
          nav.some((item) => isHolding(item) && navPage(item, paths) === pathOf(each, slug));
        pages.push({ key: `v${v}/d${d}/${slug}`, file, word, isHeld });
      }
    }
  }
  for (const name of FILES_OF_DOCS)
    if (!/linked|none/.test(name)) files[`docs/vh/hub/${name}`] = `bytes of ${name}`;
  symlinks['docs/vh/hub/linked-in.pdf'] = 'kit.zip';
  symlinks['docs/vh/hub/linked-hidden.pdf'] = '../../.env';
  symlinks['docs/vh/hub/linked-out.pdf'] = '../../../.env';
  const targets = [
    ...pages.map(({ file }) => `../../${file.slice('docs/'.length)}`),
    ...links.map((name) => encodeURI(name)),
  ];
  // Each link in a line of its own: findings have lines.
  files['docs/vh/hub/hub.md'] =
    `---\ntitle: Hub\n---\n\n${targets.map((target) => `[x](${target})\n\n`).join('')}`;
  return { files, symlinks, pages, links, targets };
}

async function startSite(cwd: string) {
  const ending = new AbortController();
  const { host, stdout } = createHost({ cwd, signal: ending.signal });
  const ended = main(
    ['platform', 'start', '--site', '--json', '--no-rate-limits', '--from', '.'],
    host,
  );
  const stop = async () => {
    ending.abort();
    await ended;
  };
  onTestFinished(stop);
  await Promise.race([once(host.stdout, 'data'), ended]);
  return { stop, ...(JSON.parse(stdout()) as Record<'baseUrl' | 'siteUrl' | 'apiKey', string>) };
}

const keysOf = (pages: readonly Listed[], are: readonly boolean[]): string[] =>
  pages.filter((_, at) => are[at]).map(({ key }) => key);

async function seenByAll(of: FolderOf) {
  const { files, symlinks, pages, links, targets } = filesOf(of);
  const cwd = await temporaryFolder(files);
  for (const [path, to] of Object.entries(symlinks)) {
    await mkdir(join(cwd, dirname(path)), { recursive: true });
    await symlink(to, join(cwd, path));
  }

  const built = await runDocs(['build', '--out', 'site'], { cwd });
  expect([0, 7]).toContain(built.exitCode);
  const search = async (v: string): Promise<string> =>
    existsSync(join(cwd, `site/_docs/search/${v}.js`))
      ? readFile(join(cwd, `site/_docs/search/${v}.js`), 'utf8')
      : '';
  const inBuild = pages.map(({ key }) => existsSync(join(cwd, `site/${key}.html`)));
  const inSearch = await Promise.all(
    pages.map(async ({ key, word }) => (await search(key.split('/')[0] ?? '')).includes(word)),
  );
  const copied = links.filter((name) =>
    existsSync(join(cwd, `site/_docs/files/docs/vh/hub/${name}`)),
  );

  const dev = await startDev(cwd);
  const inDev: boolean[] = [];
  for (const { key } of pages) {
    const { status, body } = await ask(dev.url + key);
    // Its writer sees why a file is left out, in its place.
    inDev.push(status === 200 && !body.includes('This page cannot be shown.'));
  }
  await ask(`${dev.url}vh/hub/hub`);
  const served: string[] = [];
  for (const name of links) {
    const { status } = await ask(`${dev.url}_docs/files/docs/vh/hub/${encodeURI(name)}`);
    if (status === 200) served.push(name);
  }
  await dev.stop();

  const checked = JSON.parse((await runDocs(['check', '--json'], { cwd })).stdout) as {
    readonly findings: readonly { file: string; line: number; code: string; message: string }[];
  };
  // The first target is in line 5.
  const told = new Set(
    checked.findings
      // All lead into other versions, which only GitHub Sync minds.
      .filter(({ file, code }) => file === 'docs/vh/hub/hub.md' && code !== 'link-into-version')
      .map(({ line }) => (line - 5) / 2),
  );
  const silent = targets.map((_, at) => !told.has(at));

  const platform = await startSite(cwd);
  const env = { DOCS_BASE_URL: platform.baseUrl, DOCS_API_KEY: platform.apiKey };
  const pushed = await runDocs(['push', '--publish', '--yes', '--json'], { cwd, env });
  expect([0, 7]).toContain(pushed.exitCode);
  const { plan, warnings } = JSON.parse(pushed.stdout) as {
    readonly plan: readonly { kind: string; file?: string; reason?: string }[];
    readonly warnings: readonly string[];
  };
  const onPlatform: boolean[] = [];
  for (const { key } of pages) onPlatform.push((await ask(platform.siteUrl + key)).status === 200);
  await platform.stop();

  const unplaced = new Set(
    plan.flatMap(
      ({ kind, file, reason = '' }) =>
        (kind === 'unplaced' && NOT_SHOWN.test(reason) && file?.endsWith('.md') && file) || [],
    ),
  );
  const refused = new Set(
    checked.findings
      .filter(
        ({ code, file, message }) =>
          UNPLACED.has(code) || (file.endsWith('.md') && message.includes(LINK)),
      )
      .map(({ file }) => file),
  );
  const named = [
    ...built.stderr.matchAll(/^.*?(docs\/\S+\.md): This file .* It is not shown\.$/gm),
  ];
  return {
    built: keysOf(pages, inBuild),
    held: new Set(pages.flatMap(({ key, isHeld }) => (isHeld ? [key] : []))),
    found: keysOf(pages, inSearch),
    dev: keysOf(pages, inDev),
    pushed: keysOf(pages, onPlatform),
    /** To which check has nothing against a link. */
    linkable: keysOf(pages, silent.slice(0, pages.length)),
    unplaced: {
      push: [...unplaced].toSorted(),
      build: named.flatMap(([, file]) => file ?? []).toSorted(),
      check: [...refused].toSorted(),
    },
    copied,
    served,
    linkableFiles: links.filter((_, at) => silent[pages.length + at]),
    /** Push says in one line, which names the first three, that linked files are not sent. */
    tells: warnings.some((text) =>
      text.startsWith('A push does not send the files that pages link to'),
    ),
  };
}

/** Why a file that has its place is left out. */
const NOT_SHOWN =
  /^claims the key|^has conflict markers|^has a line of ---draft|^is empty|^is a symbolic link/;

const LINK = 'is a symbolic link';

/** The same, as rules. */
const UNPLACED = new Set(['duplicate-slug', 'conflict-markers', 'stray-section', 'empty-file']);

test(
  'check, build, dev and push agree on what is published, hidden and content, for every spelling',
  async () => {
    await fc.assert(
      fc.asyncProperty(folderOf, async (of) => {
        const seen = await seenByAll(of);
        expect(seen.built.filter((key) => seen.held.has(key))).toEqual([]);
        expect(seen.dev).toEqual(seen.built);
        expect(seen.pushed).toEqual(seen.built);
        expect(seen.found).toEqual(seen.built);
        expect(seen.linkable).toEqual(expect.arrayContaining(seen.built));
        expect(seen.unplaced.build).toEqual(seen.unplaced.push);
        expect(seen.unplaced.check).toEqual(seen.unplaced.push);
        expect(seen.served).toEqual(seen.copied);
        expect(seen.linkableFiles).toEqual(seen.copied);
        expect(seen.tells).toBe(of.links.length > 0);
      }),
      { numRuns: RUNS },
    );
  },
  RUNS * 10_000,
);
