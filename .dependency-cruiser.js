// Imports run one way (ARCHITECTURE.md, "The map"). Each rule names a folder and all that it may import.
import { readdirSync, readFileSync } from 'node:fs';

/**
 * @param {string} from
 * @param {string[]} to
 */
const may = (from, ...to) => ({
  name: `${from.replaceAll('/', '-')}-imports`,
  comment: `src/${from} may import only: itself${to.map((folder) => `, ${folder}`).join('')}`,
  severity: 'error',
  from: { path: `^src/${from}` },
  to: { path: '^src/', pathNot: [`^src/${from}`, ...to.map((folder) => `^src/${folder}`)] },
});

/**
 * @param {string} room a folder of content
 * @param {string[]} to the rooms whose code it may load; types it may take from all
 */
const loads = (room, ...to) => ({
  name: `content-${room}-loads`,
  comment: `src/content/${room} may load only: itself${to.map((other) => `, ${other}`).join('')}`,
  severity: 'error',
  from: { path: `^src/content/${room}/` },
  to: {
    path: '^src/content/[^/]+/',
    pathNot: [room, ...to].map((other) => `^src/content/${other}/`),
    dependencyTypesNot: ['type-only'],
  },
});

/** Declarations of commands, which every run loads: the files there that know Commander. */
const DECLARATIONS = readdirSync('src/commands', { recursive: true, encoding: 'utf8' })
  .map((name) => `src/commands/${name}`)
  .filter((file) => file.endsWith('.ts') && readFileSync(file, 'utf8').includes("from 'commander'"))
  .map((file) => `^${file}$`);

/** What `--json` prints. */
const DOCUMENT = ['', '[^/]+/', 'shared/[^/]+/'].map(
  (room) => `^src/commands/${room}document\\.ts$`,
);

/** The rooms of `src`, the lowest first, and which others each may import, types included. */
const ROOMS = {
  model: [],
  system: ['model'],
  config: ['system', 'model', 'host.ts'],
  api: ['model'],
  content: ['system', 'model'],
  definitions: ['system', 'model'],
  importers: ['content', 'system', 'model'],
  site: ['content', 'definitions', 'system', 'model'],
  platform: ['site', 'content', 'definitions', 'system', 'model'],
  ui: ['system/findings', 'system/programs', 'model', 'host.ts'],
  move: ['content', 'system', 'model'],
  sync: ['api', 'content', 'move', 'system', 'model'],
};

/** Files of sync that belong to no room: rooms take from them, and they from no room. */
const GROUND = '^src/sync/(comparable-digest|deps|ledger|run-options|pool)\\.ts$';

/** What a run knows: its types are those of folder, record and platform. */
const RUN = '^src/sync/run\\.ts$';

/**
 * @param {string} room a folder of sync
 * @param {string[]} to the rooms that it may import, also types; `run`: what a run knows
 */
const takes = (room, ...to) => ({
  name: `sync-${room}-takes`,
  comment: `src/sync/${room} may import only: itself${to.map((other) => `, ${other}`).join('')}`,
  severity: 'error',
  from: { path: `^src/sync/${room}/` },
  to: {
    path: '^src/sync/',
    pathNot: [
      GROUND,
      ...[room, ...to].map((other) => (other === 'run' ? RUN : `^src/sync/${other}/`)),
    ],
  },
});

export default {
  forbidden: [
    {
      name: 'no-cycles',
      comment: 'no file needs itself, not even for a type',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'model-is-vocabulary',
      comment: 'model imports nothing, not even Node',
      severity: 'error',
      from: { path: '^src/model/' },
      to: { pathNot: '^src/model/' },
    },
    {
      name: 'planner-is-pure',
      comment: 'plan and guard decide from what they are given',
      severity: 'error',
      from: { path: '^src/sync/plan/(plan|cases|restriction|verdicts|guard)\\.ts$' },
      to: { pathNot: '^src/(model/|sync/plan/(plan|cases|restriction|verdicts|guard)\\.ts$)' },
    },
    ...Object.entries(ROOMS).map(([room, others]) =>
      may(`${room}/`, ...others.map((other) => (other.endsWith('.ts') ? other : `${other}/`))),
    ),
    may('system/programs/'),
    may('system/yaml/', 'model/', 'system/findings/'),
    may('system/findings/'),
    may('system/files/', 'model/'),
    may('system/http/', 'model/'),
    may('system/git/', 'model/', 'system/files/', 'system/programs/'),
    may('site/review/', 'model/', 'content/'),
    may('site/assets/', 'site/search/'),
    may('api/transport/', 'model/'),
    may('api/decode/', 'model/'),
    may('api/requests/', 'model/', 'api/call.ts', 'api/mask.ts'),
    may('api/errors/', 'model/', 'api/call.ts', 'api/mask.ts', 'api/requests/', 'api/transport/'),
    may('api/pace/', 'model/', 'api/errors/', 'api/requests/', 'api/transport/'),
    may(
      'api/send/',
      'model/',
      'api/call.ts',
      'api/mask.ts',
      'api/errors/',
      'api/pace/',
      'api/requests/',
      'api/transport/',
    ),
    may('api/resources/', 'model/', 'api/call.ts', 'api/client.ts'),
    loads('darkdown'),
    loads('links', 'darkdown'),
    loads('settings', 'darkdown'),
    loads('page', 'darkdown', 'links', 'settings'),
    loads('layouts', 'settings'),
    loads('folder', 'layouts', 'page', 'settings'),
    loads('changelog', 'folder', 'layouts', 'settings'),
    loads('redirects', 'folder'),
    loads('snippets', 'darkdown', 'folder'),
    loads(
      'check',
      'changelog',
      'darkdown',
      'folder',
      'layouts',
      'links',
      'page',
      'redirects',
      'settings',
      'snippets',
    ),
    loads('archive'),
    loads('export', 'archive', 'darkdown', 'layouts', 'links', 'page', 'settings'),
    loads('search'),
    {
      name: 'sync-ground-takes',
      comment: 'what all rooms of sync take from takes from none',
      severity: 'error',
      from: { path: GROUND },
      to: { path: '^src/sync/', pathNot: GROUND },
    },
    {
      name: 'sync-run-takes',
      comment: 'what a run knows comes from folder, record and platform',
      severity: 'error',
      from: { path: RUN },
      to: { path: '^src/sync/', pathNot: [GROUND, '^src/sync/(folder|record|platform)/'] },
    },
    takes('record'),
    takes('folder', 'record'),
    takes('platform', 'record'),
    takes('plan', 'platform', 'run'),
    takes('git', 'folder', 'record'),
    takes('pull', 'record', 'folder', 'platform', 'git', 'plan', 'run'),
    takes('write', 'record', 'folder', 'platform', 'plan', 'pull', 'run'),
    takes('match', 'record', 'folder', 'platform', 'git', 'plan', 'pull', 'write', 'run'),
    {
      name: 'sync-has-a-door',
      comment: 'the engine, and the reader for who makes no run',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/sync/' },
      to: { path: '^src/sync/(?!(engine|reader)\\.ts$)' },
    },
    {
      name: 'no-folder-cycles',
      comment: 'not even of types',
      severity: 'error',
      scope: 'folder',
      from: { path: '^src/[^/]+$' },
      to: { path: '^src/[^/]+$', circular: true },
    },
    {
      name: 'declarations-are-light',
      comment: 'flags, help and one call of a run, which is loaded when the command runs',
      severity: 'error',
      from: { path: DECLARATIONS },
      to: {
        path: '^src/(?!commands/(?!shared/)|model/|importers/tools\\.ts$|context\\.ts$|consent\\.ts$)',
        dynamic: false,
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'only-declarations-know-commander',
      comment: 'what a command does takes plain options',
      severity: 'error',
      from: {
        path: [
          '^src/(?!commands/(?!shared/)|program\\.ts$|main\\.ts$|consent\\.ts$)',
          '\\.(run|view|document)\\.ts$',
        ],
      },
      to: { path: 'node_modules/commander/' },
    },
    {
      name: 'runs-load-no-declaration',
      comment: 'a declaration that a run loads takes Commander out of the first chunk',
      severity: 'error',
      from: {
        path: [
          '^src/(?!commands/(?!shared/)|program\\.ts$|main\\.ts$)',
          '\\.(run|view|document)\\.ts$',
        ],
      },
      to: { path: DECLARATIONS, dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'programs-start-at-one-place',
      comment:
        'src/system/programs/start-program.ts says with which options other programs are started',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/system/programs/start-program\\.ts$' },
      to: { path: ['^(node:)?child_process$', 'node_modules/execa/'] },
    },
    {
      name: 'yaml-is-read-at-one-place',
      comment:
        'src/system/yaml reads and edits YAML; of the package itself others take what prints, the platform also how it keeps numbers as they are written',
      severity: 'error',
      from: {
        path: '^src/',
        pathNot: '^src/(system/yaml/|definitions/bundle\\.ts$|platform/definition/convert\\.ts$)',
      },
      to: { path: 'node_modules/yaml/' },
    },
    {
      name: 'documents-are-types',
      comment: 'no run loads a schema of --json: nothing is validated by it',
      severity: 'error',
      from: { path: '^src/', pathNot: DOCUMENT },
      to: { path: DOCUMENT, dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'no-noun-takes-from-another',
      comment: 'what two nouns share is in commands/shared, named for what it is',
      severity: 'error',
      from: { path: '^src/commands/([^/]+)/' },
      to: { path: '^src/commands/[^/]+/', pathNot: '^src/commands/($1|shared)/' },
    },
    {
      name: 'nobody-imports-commands',
      comment:
        'but the tree; main, which says what a wrong word may mean; connect, whose client reports its waits',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/(commands/|(program|main|connect)\\.ts$)' },
      to: { path: '^src/commands/' },
    },
    {
      name: 'no-test-code-in-source',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: '^(test|bench|tools)/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: 'specify',
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node'] },
  },
};
