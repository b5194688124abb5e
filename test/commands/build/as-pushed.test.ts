/** A folder's site and a platform after `docs push --publish` show readers the same pages. */
import { once } from 'node:events';
import { access, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { main } from '../../../src/main.ts';
import { ask } from '../../support/dev.ts';
import { temporaryFolder } from '../../support/folder.ts';
import { createHost, runDocs } from '../../support/host.ts';

const HEADERS = [
  '',
  'listed: true\n',
  'listed: false\n',
  'Listed: "no"\n',
  'hidden: true\n',
  'hidden: 1\n',
  'hidden: until spring\n',
  'Hidden: yes\n',
  'hidden: false\n',
  'hidden:\n',
  'audience: 12\n',
  'audience:\n',
  'listed: false\nhidden: true\n',
  'hidden: true\naudience: 12\n',
];

const SECTIONS = [
  '---\n\nPublished.\n',
  '---published\n\nPublished.\n',
  '---draft\n\nDraft.\n',
  '---draft\n\nDraft.\n\n---published\n\nPublished.\n',
];

/** Of a page the last letter keeps one title from being a part of another. */
const PAGES = HEADERS.flatMap((header) => SECTIONS.map((sections) => ({ header, sections }))).map(
  ({ header, sections }, index) => ({
    slug: `p${index}`,
    title: `Title${index}x`,
    isDraft: sections === SECTIONS[2],
    header,
    text: `---\ntype: page\ntitle: Title${index}x\n${header}${sections}`,
  }),
);

const LINKS = PAGES.map(({ slug }) => `[auto$](${slug}.md)`).join(' ');

const FILES = {
  'docs-cli.config.yml': 'content:\n  - path: docs\n',
  'docs/v1/_settings.yaml': 'name: v1\npublished: true\n',
  'docs/v1/guide/_settings.yaml': 'title: Guide\n',
  'docs/v1/guide/all.md': `---\ntype: page\ntitle: All\n---\n\n${LINKS}\n`,
  ...Object.fromEntries(PAGES.map(({ slug, text }) => [`docs/v1/guide/${slug}.md`, text])),
};

async function startSite(cwd: string) {
  const ending = new AbortController();
  const { host, stdout } = createHost({ cwd, signal: ending.signal });
  const flags = ['--site', '--json', '--no-rate-limits', '--from', '.'];
  const ended = main(['platform', 'start', ...flags], host);
  onTestFinished(async () => {
    ending.abort();
    await ended;
  });
  await Promise.race([once(host.stdout, 'data'), ended]);
  return JSON.parse(stdout()) as Record<'baseUrl' | 'siteUrl' | 'apiKey', string>;
}

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

/** Of these pages, the slugs of those that can be read, also as Markdown, or that links show. */
async function seen(opens: (file: string) => Promise<boolean>, all: string) {
  const read: string[] = [];
  for (const { slug } of PAGES) {
    const pageOpens = await opens(slug);
    expect([slug, await opens(`${slug}.md`)]).toEqual([slug, pageOpens]);
    if (pageOpens) read.push(slug);
  }
  const linked = PAGES.filter(({ title }) => all.includes(title)).map(({ slug }) => slug);
  return { read, linked };
}

async function seenOnPlatform(cwd: string) {
  const { baseUrl, siteUrl, apiKey } = await startSite(cwd);
  const env = { DOCS_BASE_URL: baseUrl, DOCS_API_KEY: apiKey };
  const pushed = await runDocs(['push', '--publish', '--yes'], { cwd, env });
  expect(pushed).toMatchObject({ exitCode: 0 });
  const at = (file: string) => ask(`${siteUrl}v1/guide/${file}`);
  const { body } = await at('all');
  return seen(async (file) => (await at(file)).status === 200, body);
}

async function seenInBuild(cwd: string, ...flags: readonly string[]) {
  const out = `site${flags.length}`;
  expect(await runDocs(['build', '--out', out, ...flags], { cwd })).toMatchObject({ exitCode: 0 });
  const below = (path: string) => join(cwd, out, path);
  const all = await readFile(below('v1/guide/all.html'), 'utf8');
  const opens = (file: string) =>
    isThere(below(`v1/guide/${file.endsWith('.md') ? file : `${file}.html`}`));
  const search = await readFile(below('_docs/search/v1.js'), 'utf8');
  const found = PAGES.filter(({ title }) => search.includes(title)).map(({ slug }) => slug);
  return { ...(await seen(opens, all)), found };
}

test('docs build shows the pages that docs push --publish publishes, and does not name another', async () => {
  const cwd = await temporaryFolder(FILES);
  const { found, ...built } = await seenInBuild(cwd);
  const platform = await seenOnPlatform(cwd);

  expect(platform.read.length).toBeGreaterThan(0);
  expect(built).toEqual(platform);
  expect(found).toEqual(platform.read);
});

test('docs build --drafts shows every page but those for an audience, also what a push holds back', async () => {
  const cwd = await temporaryFolder(FILES);
  const { read } = await seenInBuild(cwd, '--drafts');
  expect(read).toEqual(
    PAGES.filter(({ header }) => !header.includes('audience: 12')).map(({ slug }) => slug),
  );
});

test('docs build --audience shows what its audience would see, and nothing that the file hides', async () => {
  const cwd = await temporaryFolder(FILES);
  const others = new Set((await seenInBuild(cwd)).read);
  const { read } = await seenInBuild(cwd, '--audience', '12');
  expect(read.filter((slug) => !others.has(slug))).toEqual(
    PAGES.filter(({ header, isDraft }) => header === 'audience: 12\n' && !isDraft).map(
      ({ slug }) => slug,
    ),
  );
});

/** What the settings of a section may say, and whether it is shown then. */
const SETTINGS: readonly (readonly [string, boolean])[] = [
  ['', true],
  ['published:\n', false],
  ['published: null\n', false],
  ['draft: true\n', false],
  ['Published: false\n', false],
  ['hidden: false\n', true],
  ['published: True\n', true],
  ['published: false\n', false],
  ['published: FALSE\n', false],
  ["published: 'False' # for a week\n", false],
  ['published: no\n', false],
  ['published: off\n', false],
  ['published: [\n', false],
];

const SECTION_FILES = {
  'docs-cli.config.yml': 'content:\n  - path: docs\n',
  'docs/v1/_settings.yaml': '',
  'docs/v1/guide/open.md': '---\ntitle: Open\n---\n\nOpen.\n',
  ...Object.fromEntries(
    SETTINGS.flatMap(([settings], n) => [
      [`docs/v1/d${n}/_settings.yaml`, settings],
      [`docs/v1/d${n}/page.md`, '---\ntitle: Page\n---\n\nOf a documentation.\n'],
      [`docs/w${n}/_settings.yaml`, settings],
      [`docs/w${n}/guide/page.md`, '---\ntitle: Page\n---\n\nOf a version.\n'],
      [`docs/v1/refs/r${n}.settings.yaml`, settings],
      [
        `docs/v1/refs/r${n}.yaml`,
        `openapi: 3.0.3\ninfo: { title: R${n}, version: '1' }\npaths: {}\n`,
      ],
    ]),
  ),
};

const SECTION_PAGES = SETTINGS.flatMap(([, isShown], n) =>
  [`v1/d${n}/page`, `w${n}/guide/page`, `v1/r${n}/ref`].map((page) => [page, isShown] as const),
);

test('docs build hides each version, documentation and reference whose settings are not clearly published', async () => {
  const cwd = await temporaryFolder(SECTION_FILES);
  const built = await runDocs(['build', '--out', 'site'], { cwd });
  expect(built).toMatchObject({ exitCode: 0 });
  const seen: (readonly [string, boolean])[] = [];
  for (const [page] of SECTION_PAGES) {
    seen.push([page, await isThere(join(cwd, 'site', `${page}.html`))]);
  }
  expect(seen).toEqual(SECTION_PAGES);
});

test('the site of docs platform start --from hides the same sections after a push, and docs check names each value', async () => {
  const wellFormed = Object.entries(SECTION_FILES).filter(([, text]) => !text.includes('['));
  const cwd = await temporaryFolder(Object.fromEntries(wellFormed));
  const { baseUrl, siteUrl, apiKey } = await startSite(cwd);
  const env = { DOCS_BASE_URL: baseUrl, DOCS_API_KEY: apiKey };
  await runDocs(['push', '--publish', '--yes'], { cwd, env });
  const pages = SECTION_PAGES.filter(([page]) => !/\D12\//.test(page));
  const seen: (readonly [string, boolean])[] = [];
  for (const [page] of pages) {
    seen.push([page, (await ask(`${siteUrl}${page}`)).status === 200]);
  }
  expect(seen).toEqual(pages);

  const checked = await runDocs(['check', '--json'], { cwd });
  const named = checked.stdout.match(/must be true or false/g) ?? [];
  expect(named).toHaveLength(2 * 3);
});
