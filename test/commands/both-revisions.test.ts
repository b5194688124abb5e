/** What commands do, on both revisions of the service: the older one, and today's, whose `GET /all` tells no slugs. */
import { describe, expect, test } from 'vitest';
import type { ApiRevision } from '../../src/model/operations.ts';
import { openWorld } from '../support/world.ts';
import type { World } from '../support/world.ts';

const REVISIONS: readonly ApiRevision[] = ['classic', '2026'];

const page = (title: string, text: string): string => `---\ntitle: ${title}\n---\n\n${text}\n`;

const FRESH = page('Fresh', 'New.');

const DEFINITION = `openapi: 3.0.3
info: { title: Petstore, version: 1.0.0 }
servers: [{ url: 'https://petstore.example.com' }]
paths:
  /pets:
    get:
      summary: List pets
      operationId: listPets
      responses:
        '200': { description: All of them }
`;

const ALL = [
  'v1.0/station/last',
  'v1.0/station/start',
  'v2.0/data/table',
  'v2.0/station/last',
  'v2.0/station/start',
];

/** Versions v1.0 (`station`) and v2.0 (`station`, `data`, `bare`), with published pages in all but `bare`. */
async function open(api: ApiRevision): Promise<World> {
  const config = { 'docs-cli.config.yml': 'content:\n  - path: docs\n', 'docs/.keep': '' };
  const world = await openWorld(config, { api });
  const { admin } = world.platform;
  await admin.createVersion({ slug: 'v1.0', name: 'First' });
  await admin.createVersion({ slug: 'v2.0', name: 'Second' });
  for (const [version, slug, title] of [
    ['v1.0', 'station', 'The Station'],
    ['v2.0', 'station', 'The Station'],
    ['v2.0', 'data', 'Data'],
    ['v2.0', 'bare', 'Bare'],
  ] as const) {
    const id = await admin.createDocumentation({ version, slug, title });
    for (const key of ALL.filter((one) => one.startsWith(`${version}/${slug}/`))) {
      const name = key.split('/').at(-1) ?? '';
      const made = await admin
        .editor()
        .create(id, { title: name, slug: name, content: `Of ${key}.` });
      await admin.editor().publish(made);
    }
  }
  return world;
}

type Files = Readonly<Record<string, string>>;

/** Runs a command, or does something beside it. */
type Step =
  | { readonly run: readonly string[]; readonly exitCode?: number; readonly says?: string }
  | { readonly write: Files }
  | { readonly remove: string }
  | { readonly edit: string };

interface Row {
  readonly name: string;
  readonly steps: readonly Step[];
  /** Pages that have files afterwards, of `ALL`. */
  readonly files?: readonly string[];
  /** Pages that the platform has afterwards beside `ALL`. */
  readonly made?: readonly string[];
  /** What the last step asked. */
  readonly requests?: Readonly<Record<string, number>>;
}

const run = (...argv: readonly string[]): Step => ({ run: argv });
const ends = (exitCode: number, ...argv: readonly string[]): Step => ({ run: argv, exitCode });
const says = (text: string, ...argv: readonly string[]): Step => ({ run: argv, says: text });

const NOTHING = { listAll: 1 };

const ROWS: readonly Row[] = [
  { name: 'pull: the first one', steps: [run('pull', '--yes')], files: ALL },
  {
    name: 'pull: of a documentation',
    steps: [run('pull', 'v2.0/station', '--yes')],
    files: ALL.slice(3),
  },
  {
    name: 'pull: of a version by its name',
    steps: [run('pull', 'second', '--yes')],
    files: ALL.slice(2),
  },
  {
    name: 'pull: of a page',
    steps: [run('pull', 'v2.0/data/table', '--yes')],
    files: ['v2.0/data/table'],
  },
  {
    name: 'pull: what an editor changed',
    steps: [
      run('pull', '--yes'),
      { edit: 'v2.0/data/table' },
      run('pull', '--yes'),
      says('Edited.', 'page', 'get', 'docs/v2.0/data/table.md'),
    ],
    files: ALL,
  },
  {
    name: 'push: nothing',
    steps: [run('pull', '--yes'), run('push', '--yes')],
    requests: NOTHING,
  },
  {
    name: 'push --check: nothing',
    steps: [run('pull', '--yes'), run('push', '--check')],
    requests: NOTHING,
  },
  ...['v2.0/data', 'v2.0/bare', 'v1.0/station'].map((place) => ({
    name: `push: the first page of ours, into ${place}`,
    steps: [
      { write: { [`docs/${place}/fresh.md`]: FRESH } },
      ends(3, 'push', '--check'),
      run('status'),
      run('push', '--yes'),
      run('push', '--yes'),
    ],
    made: [`${place}/fresh`],
    requests: NOTHING,
  })),
  {
    name: 'push: into several versions, and publish',
    steps: [
      { write: { 'docs/v1.0/station/fresh.md': FRESH, 'docs/v2.0/bare/fresh.md': FRESH } },
      run('push', '--yes', '--publish'),
      run('push', '--yes', '--publish'),
    ],
    made: ['v1.0/station/fresh', 'v2.0/bare/fresh'],
    requests: NOTHING,
  },
  {
    name: 'push: where there is no such documentation',
    steps: [
      { write: { 'docs/v2.0/dota/fresh.md': FRESH } },
      { run: ['push', '--yes'], exitCode: 7, says: 'did you mean v2.0/data?' },
    ],
  },
  {
    name: 'push: with a lost lock',
    steps: [
      run('pull', '--yes'),
      { remove: 'docs-cli.lock.json' },
      run('push', '--yes'),
      run('push', '--yes'),
    ],
    files: ALL,
    requests: NOTHING,
  },
  {
    name: 'sync --pull: both ways',
    steps: [
      run('pull', '--yes'),
      { edit: 'v1.0/station/start' },
      { write: { 'docs/v2.0/data/table.md': page('table', 'Ours.') } },
      run('sync', '--pull', '--yes'),
      says('Ours.', 'page', 'get', 'v2.0/data/table'),
    ],
    files: ALL,
  },
  {
    name: 'diff',
    steps: [
      run('pull', '--yes'),
      { write: { 'docs/v2.0/data/table.md': page('table', 'Ours.') } },
      says('+Ours.', 'diff'),
    ],
  },
  {
    name: 'page list',
    steps: [says('station', 'page', 'list', '--in', 'v2.0/station')],
  },
  { name: 'page list --in latest', steps: [says('start', 'page', 'list', '--in', 'latest')] },
  { name: 'page get', steps: [says('Of v2.0/data/table.', 'page', 'get', 'v2.0/data/table')] },
  {
    name: 'page push and publish',
    steps: [
      { write: { 'notes.md': FRESH } },
      run('page', 'push', 'notes.md', '--in', 'v2.0/bare', '--yes'),
      run('page', 'publish', 'v2.0/bare/notes', '--yes'),
      says('New.', 'page', 'get', 'v2.0/bare/notes', '--published'),
    ],
    made: ['v2.0/bare/notes'],
  },
  {
    name: 'ref upload --in latest, ref list',
    steps: [
      { write: { 'petstore.yaml': DEFINITION } },
      run('ref', 'upload', 'petstore.yaml', '--in', 'latest', '--create', '--yes'),
      says('Petstore', 'ref', 'list', '--in', 'v1.0'),
    ],
  },
  {
    name: 'version unpublish and publish',
    steps: [
      run('version', 'unpublish', 'v2.0', '--yes'),
      run('version', 'publish', 'v2.0', '--yes'),
      says('v2.0', 'version', 'list'),
    ],
  },
  { name: 'export', steps: [run('export', '-o', 'all.zip')] },
  { name: 'search', steps: [says('table', 'search', 'table')] },
  { name: 'whoami', steps: [run('whoami')] },
  {
    name: 'init',
    steps: [
      { remove: 'docs-cli.config.yml' },
      { write: { 'guide/fresh.md': FRESH } },
      run('init', '--yes', '--content', 'guide', '--in', 'v2.0/data', '--ci', 'none'),
      run('push', '--yes'),
    ],
    made: ['v2.0/data/fresh'],
  },
];

async function play(world: World, step: Step): Promise<void> {
  if ('write' in step) return world.write(step.write);
  if ('remove' in step) return world.remove(step.remove);
  if ('edit' in step) return world.edit(step.edit, 'Edited.');
  world.platform.requests.reset();
  const result = await world.run(...step.run);
  expect({ command: step.run, ...result }).toMatchObject({ exitCode: step.exitCode ?? 0 });
  const said = (result.stdout + result.stderr).replaceAll(/\s+/g, ' ');
  expect(said).toContain(step.says ?? '');
  return undefined;
}

describe.each(REVISIONS)('on the %s revision', (api) => {
  test.each(ROWS)('$name', async ({ steps, files, made = [], requests }) => {
    const world = await open(api);
    for (const step of steps) await play(world, step);
    const asked = world.platform.requests.byOperation();
    expect(requests === undefined ? undefined : asked).toEqual(requests);
    const there: string[] = [];
    for (const key of ALL) if (await world.exists(`docs/${key}.md`)) there.push(key);
    expect(there).toEqual(files ?? there);
    const keys = (await world.platform.admin.pages()).map(
      ({ version, documentation, slug }) => `${version}/${documentation}/${slug}`,
    );
    expect(keys.toSorted()).toEqual([...ALL, ...made].toSorted());
  });

  test('pull: what a key may see that is limited to one version', async () => {
    const world = await open(api);
    const key = await world.platform.admin.createKey({
      name: 'limited',
      permissions: ['project.read', 'page.read'],
      versions: ['v1.0'],
    });
    const pulled = await world.runAs({ env: { DOCS_API_KEY: key } }, 'pull', '--yes');
    expect(pulled).toMatchObject({ exitCode: 0 });
    expect(await world.exists('docs/v1.0/station/start.md')).toBe(true);
    expect(await world.exists('docs/v2.0')).toBe(false);
  });

  test('pull: the page with an id', async () => {
    const world = await open(api);
    const id = (await world.page('v2.0/station/start'))?.id;
    expect(await world.run('pull', String(id), '--yes')).toMatchObject({ exitCode: 0 });
    expect(await world.exists('docs/v2.0/station/start.md')).toBe(true);
    expect(await world.exists('docs/v2.0/station/last.md')).toBe(false);
  });
});
