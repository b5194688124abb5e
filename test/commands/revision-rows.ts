/** What commands do on either revision. Each command that asks the platform needs a row. */

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

/** Pages that the platform starts with. */
export const ALL = [
  'v1.0/station/last',
  'v1.0/station/start',
  'v2.0/data/table',
  'v2.0/station/last',
  'v2.0/station/start',
];

type Files = Readonly<Record<string, string>>;

/** Runs a command, or does something beside it. */
export type Step =
  | {
      readonly run: readonly string[];
      readonly exitCode?: number;
      readonly says?: string;
      /** The key is on stdin. */
      readonly typesKey?: true;
    }
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
  /** The settings name the changelog of the platform. */
  readonly hasChangelog?: true;
  /** What the last step asked. */
  readonly requests?: Readonly<Record<string, number>>;
}

const run = (...argv: readonly string[]): Step => ({ run: argv });
const ends = (exitCode: number, ...argv: readonly string[]): Step => ({ run: argv, exitCode });
const says = (text: string, ...argv: readonly string[]): Step => ({ run: argv, says: text });

const NOTHING = { listAll: 1 };

export const ROWS: readonly Row[] = [
  { name: 'pull: the first one', steps: [run('pull', '--yes')], files: ALL },
  {
    name: 'pull: of a documentation',
    steps: [run('pull', 'v2.0/station', '--yes')],
    files: ALL.slice(3),
  },
  ...(
    [
      ['v2.0/station/', 3],
      ['v2.0', 2],
      ['v2.0/', 2],
    ] as const
  ).map(([place, from]) => ({
    name: `pull: of ${place}`,
    steps: [run('pull', place, '--yes')],
    files: ALL.slice(from),
  })),
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
  {
    name: 'push, push --check: a documentation without pages on either side',
    steps: [
      run('pull', '--yes'),
      { write: { 'docs/v2.0/bare/_settings.yaml': 'title: Bare\n' } },
      run('push', '--yes'),
      run('push', '--check'),
    ],
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
      { run: ['push', '--yes'], exitCode: 7, says: 'Did you mean "v2.0/data"?' },
    ],
  },
  {
    name: 'push: with a lost lock',
    steps: [
      run('pull', '--yes'),
      { remove: 'docs-cli.lock' },
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
    name: 'review',
    steps: [
      run('pull', '--yes'),
      { write: { 'docs/v2.0/data/table.md': page('table', 'Ours.') } },
      says('Ours.', 'review'),
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
  {
    name: 'version list, update and clone',
    steps: [
      says('v2.0', 'version', 'list'),
      run('version', 'update', 'v2.0', '--name', 'Renamed', '--yes'),
      says('Renamed', 'version', 'list'),
      says('is a copy of v2.0', 'version', 'clone', 'v2.0', '--name', 'v3', '--yes'),
      run('page', 'delete', 'v3/data/table', '--yes', '--force'),
      run('page', 'delete', 'v3/station/last', '--yes', '--force'),
      run('page', 'delete', 'v3/station/start', '--yes', '--force'),
      says('bare', 'list', 'v3'),
    ],
  },
  {
    name: 'page delete',
    steps: [
      { write: { 'notes.md': FRESH } },
      run('page', 'push', 'notes.md', '--in', 'v2.0/bare', '--yes'),
      run('page', 'delete', 'v2.0/bare/notes', '--yes'),
      ends(1, 'page', 'get', 'v2.0/bare/notes'),
    ],
  },
  { name: 'list', steps: [says('data', 'list', 'v2.0')] },
  {
    name: 'report',
    steps: [
      says('Nothing', 'report', 'v2.0'),
      { edit: 'v2.0/data/table' },
      says('table', 'report', 'v2.0'),
    ],
  },
  {
    name: 'links',
    steps: [
      run('pull', '--yes'),
      run('links', '--remote', 'v2.0'),
      { write: { 'docs/v2.0/data/table.md': page('table', '[gone](/data/gone)') } },
      run('push', '--yes', '--publish'),
      ends(1, 'links', '--remote', 'v2.0'),
      ends(5, 'version', 'clone', 'v2.0', '--name', 'v3', '--publish', '--yes'),
    ],
    files: ALL,
  },
  {
    name: 'changelog push and list',
    hasChangelog: true,
    steps: [
      { write: { 'docs/changelogs/news/first.md': page('First', 'It is here.') } },
      run('changelog', 'push', '--yes'),
      says('first', 'changelog', 'list'),
      run('changelog', 'push', '--yes'),
    ],
    requests: { listPosts: 1 },
  },
  {
    name: 'ref get, diff and publish',
    steps: [
      { write: { 'petstore.yaml': DEFINITION } },
      run('ref', 'upload', 'petstore.yaml', '--in', 'v1.0', '--create', '--draft', '--yes'),
      says('listPets', 'ref', 'get', 'Petstore', '--in', 'v1.0', '--draft'),
      run('ref', 'publish', 'Petstore', '--in', 'v1.0', '--yes'),
      run('ref', 'diff', 'petstore.yaml', '--against', 'Petstore', '--in', 'v1.0'),
      says('listPets', 'ref', 'get', 'Petstore', '--in', 'v1.0'),
    ],
  },
  {
    name: 'access grant, list and revoke',
    steps: [
      run('access', 'grant', 'ann@example.com', '--expires', '30d', '--yes'),
      says('ann@example.com', 'access', 'list'),
      run('access', 'revoke', 'ann@example.com', '--yes'),
      says('revoked', 'access', 'list', '--revoked'),
    ],
  },
  { name: 'users', steps: [run('users')] },
  { name: 'audit tail', steps: [says('v2.0', 'audit', 'tail', '-n', '50', '--details')] },
  { name: 'api', steps: [says('v1.0', 'api', 'GET', '/version')] },
  { name: 'login', steps: [{ run: ['login'], typesKey: true }] },
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
