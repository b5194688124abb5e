/**
 * Folders of strangers, cloned or unpacked: links lead out of the project, and files of the tool's
 * own are something else. Each builder puts one into a sound project; what lies outside must stay
 * unread, unwritten and unmade.
 */
import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** In everything that lies outside: it must never turn up anywhere else. */
export const CANARY = 'CANARY-8f14e45fceea167a';

/** What a builder is given: the project, and the folder outside of it that holds what a stranger is after. */
export interface Ground {
  readonly project: string;
  readonly outside: string;
}

export interface HostileFolder {
  readonly name: string;
  build(ground: Ground): Promise<void>;
}

const PAGE = `---\ntitle: Diary\n---\n\n${CANARY}\n`;

/** What lies outside of every hostile folder, by path. */
export const OUTSIDE: Readonly<Record<string, string>> = {
  'secret.txt': `${CANARY}\n`,
  'state/names.json': `{"places":["${CANARY}"]}`,
  'state/docs-cli.lock.log': `${CANARY}\n`,
  'state/scan.cache': `${CANARY}\n`,
  'state/objects/pack-1': `${CANARY}\n`,
  'pages/diary.md': PAGE,
  'pages/_nav.yaml': 'items:\n  - diary\n',
  'tree/v1.0/_settings.yaml': 'name: v1.0\n',
  'tree/v1.0/guides/diary.md': PAGE,
  'tree/v1.0/guides/_nav.yaml': 'items:\n  - diary\n',
  'petstore.yaml': `openapi: 3.0.3\ninfo: { title: ${CANARY}, version: 1.0.0 }\npaths: {}\n`,
  'workflows/docs.yml': `${CANARY}: true\n`,
};

/** A link in the project, in the place of what is there. `to`: below `outside`, or nothing that is there. */
const link = (path: string, to: string): HostileFolder => ({
  name: `${path} -> outside/${to}`,
  build: async ({ project, outside }) => {
    const at = join(project, path);
    await rm(at, { recursive: true, force: true });
    await mkdir(dirname(at), { recursive: true });
    await symlink(join(outside, to), at);
  },
});

/** Several of these at once. */
const together = (name: string, ...parts: readonly HostileFolder[]): HostileFolder => ({
  name,
  build: async (ground) => {
    for (const part of parts) await part.build(ground);
  },
});

const file = (path: string, text: string): HostileFolder => ({
  name: `${path}: ${text}`,
  build: async ({ project }) => {
    await mkdir(dirname(join(project, path)), { recursive: true });
    await writeFile(join(project, path), text);
  },
});

const without = (path: string): HostileFolder => ({
  name: `no ${path}`,
  build: ({ project }) => rm(join(project, path), { recursive: true }),
});

const LOCK = 'docs-cli.lock';

/** Links from where content is to what is never content, although it may be in the project. */
export const CONTENT_LINKS: readonly HostileFolder[] = [
  together(
    'content that is a link',
    without('docs'),
    file('docs-cli.config.yml', 'content:\n  - path: .\npublish: true\n'),
    file('v1.0/_settings.yaml', 'name: v1.0\n'),
    file('v1.0/guides/shows.md', '---\ntitle: Shows\n---\n\n![It](it.png) [It](it.md)\n'),
    link('v1.0/guides/intro.md', 'pages/diary.md'),
    link('v1.0/guides/errors.md', 'pages/diary.md'),
    link('v1.0/guides/it.png', 'secret.txt'),
    link('v1.0/tutorials', 'pages'),
    link('v1.0/refs/api.yaml', 'petstore.yaml'),
    link('_synced-blocks/diary.md', 'pages/diary.md'),
    link('changelogs/news/diary.md', 'pages/diary.md'),
  ),
  together(
    'a definition that refers to a link',
    file(
      'openapi/petstore.yaml',
      'openapi: 3.0.3\ninfo: { title: Pets, version: 1.0.0 }\npaths: {}\ncomponents: { schemas: { Held: { $ref: "held.yaml#/info" } } }\n',
    ),
    link('openapi/held.yaml', 'petstore.yaml'),
  ),
];

export const HOSTILE_FOLDERS: readonly HostileFolder[] = [
  ...CONTENT_LINKS,
  link(LOCK, 'secret.txt'),
  link(LOCK, 'not-there'),
  link('.docs-cli', 'state'),
  link('.docs-cli', 'not-there'),
  link('.docs-cli/docs-cli.lock.log', 'secret.txt'),
  link('.docs-cli/docs-cli.lock.log', 'not-there'),
  link('.docs-cli/docs-cli.lock.run', 'secret.txt'),
  link('.docs-cli/docs-cli.lock.run', 'not-there'),
  link('.docs-cli/docs-cli.lock.still', 'not-there'),
  link('.docs-cli/names.json', 'state/names.json'),
  link('.docs-cli/names.json', 'not-there'),
  link('.docs-cli/scan.cache', 'secret.txt'),
  link('.docs-cli/.gitignore', 'secret.txt'),
  link('.docs-cli/.gitignore', 'not-there'),
  link('.docs-cli/objects', 'state/objects'),
  link('.docs-cli/tmp', 'state'),
  link('.docs-cli/pages', 'pages'),
  link('docs', 'tree'),
  link('docs/v1.0', 'tree/v1.0'),
  link('docs/v1.0/guides', 'pages'),
  link('docs/v1.0/guides/intro.md', 'pages/diary.md'),
  link('docs/v1.0/guides/_nav.yaml', 'pages/_nav.yaml'),
  link('docs/v1.0/guides/_nav.yaml', 'not-there'),
  link('docs/v1.0/_settings.yaml', 'tree/v1.0/_settings.yaml'),
  together(
    'a content folder behind a linked one',
    link('parts', ''),
    file('docs-cli.config.yml', 'content:\n  - path: parts/tree\n'),
  ),
  together(
    'notes without a header, mapped to a documentation',
    link('notes', 'pages'),
    file(
      'docs-cli.config.yml',
      'content:\n  - { path: notes, version: v1.0, documentation: guides }\npublish: true\n',
    ),
  ),
  together('a folder that only the platform has pages for', link('docs/v1.0/tutorials', 'pages')),
  link('docs/_synced-blocks', 'pages'),
  link('openapi/petstore.yaml', 'petstore.yaml'),
  link('openapi', ''),
  link('.gitignore', 'secret.txt'),
  link('.gitignore', 'not-there'),
  link('.github', 'workflows'),
  link('out', ''),
  link('out.md', 'secret.txt'),
  link('out.md', 'not-there'),
];
