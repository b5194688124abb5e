// Imports run one way (ARCHITECTURE.md, "The map"). Each rule names a folder and all that it may import.

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
 * @param {'content' | 'sync'} area
 * @param {string} room one of its folders
 * @param {string[]} to the rooms whose code it may load; types it may take from all
 */
const loads = (area, room, ...to) => ({
  name: `${area}-${room}-loads`,
  comment: `src/${area}/${room} may load only: itself${to.map((other) => `, ${other}`).join('')}`,
  severity: 'error',
  from: { path: `^src/${area}/${room}/` },
  to: {
    path: `^src/${area}/[^/]+/`,
    pathNot: [room, ...to].map((other) => `^src/${area}/${other}/`),
    dependencyTypesNot: ['type-only'],
  },
});

export default {
  forbidden: [
    {
      name: 'no-cycles',
      comment: 'nothing may need itself to load',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
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
      from: { path: '^src/sync/plan/(plan|cases|verdicts|orphans|guard)\\.ts$' },
      to: { pathNot: '^src/(model/|sync/plan/(plan|cases|verdicts|orphans|guard)\\.ts$)' },
    },
    may('programs/'),
    may('yaml/'),
    may('files/', 'model/'),
    may('git/', 'model/', 'files/', 'programs/'),
    may('config/', 'model/', 'files/', 'programs/', 'yaml/', 'host.ts'),
    may('findings/'),
    may('content/', 'model/', 'files/', 'yaml/', 'findings/'),
    may('definitions/', 'model/', 'files/', 'yaml/', 'findings/'),
    may('importers/', 'model/', 'files/', 'yaml/', 'content/'),
    may('site/', 'model/', 'files/', 'content/', 'definitions/'),
    may('site/assets/', 'site/search/'),
    may('api/', 'model/'),
    may('api/transport/', 'model/'),
    may('api/decode/', 'model/'),
    may('api/requests/', 'model/', 'api/call.ts', 'api/mask.ts'),
    may('api/errors/', 'model/', 'api/call.ts', 'api/mask.ts', 'api/requests/', 'api/transport/'),
    may('api/pace/', 'model/', 'api/errors/', 'api/requests/', 'api/transport/'),
    may(
      'api/send/',
      'model/',
      'api/mask.ts',
      'api/errors/',
      'api/pace/',
      'api/requests/',
      'api/transport/',
    ),
    may('api/resources/', 'model/', 'api/call.ts', 'api/client.ts'),
    may('sync/', 'model/', 'files/', 'api/', 'content/', 'git/', 'programs/'),
    loads('content', 'darkdown'),
    loads('content', 'links', 'darkdown'),
    loads('content', 'settings', 'darkdown'),
    loads('content', 'page', 'darkdown', 'links'),
    loads('content', 'layouts', 'settings'),
    loads('content', 'folder', 'layouts', 'page', 'settings'),
    loads('content', 'changelog', 'folder', 'layouts', 'settings'),
    loads(
      'content',
      'check',
      'changelog',
      'darkdown',
      'folder',
      'layouts',
      'links',
      'page',
      'settings',
    ),
    loads('content', 'archive'),
    loads('content', 'export', 'archive', 'darkdown', 'layouts', 'links', 'page'),
    loads('content', 'search'),
    loads('sync', 'snapshot'),
    loads('sync', 'lock', 'snapshot'),
    loads('sync', 'log', 'lock'),
    loads('sync', 'folder', 'lock', 'log'),
    loads('sync', 'git', 'lock', 'folder'),
    loads('sync', 'plan', 'snapshot'),
    loads('sync', 'pull', 'lock', 'log', 'folder', 'git', 'plan'),
    loads('sync', 'push', 'snapshot', 'lock', 'log', 'plan', 'pull'),
    loads('sync', 'prune', 'snapshot', 'lock', 'log', 'folder', 'git', 'plan', 'push'),
    loads('sync', 'pairing', 'snapshot', 'lock', 'folder', 'git', 'push'),
    loads('sync', 'recognition', 'snapshot', 'lock', 'log', 'git', 'pairing', 'pull'),
    may('platform/', 'model/', 'content/', 'definitions/', 'site/'),
    may('review/', 'model/', 'content/'),
    {
      name: 'ui-takes-only-types',
      severity: 'error',
      from: { path: '^src/ui/' },
      to: { path: '^src/(?!ui/|model/|programs/)', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'ui-owns-what-it-shows',
      comment: 'features map their results to ui/documents; ui knows of none of them',
      severity: 'error',
      from: { path: '^src/ui/' },
      to: {
        path: '^src/(?!ui/|model/|programs/|api/|config/|content/|definitions/|importers/|sync/|host\\.ts$)',
      },
    },
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
      name: 'features-take-plain-options',
      comment: 'a feature knows neither Commander nor the command that calls it',
      severity: 'error',
      from: { path: '^src/features/' },
      to: { path: '^(src/commands/|src/program\\.ts$|node_modules/commander/)' },
    },
    {
      name: 'commands-only-declare',
      comment: 'a command is flags, help and one call of a feature, loaded when it runs',
      severity: 'error',
      from: { path: '^src/commands/' },
      to: {
        path: '^src/(?!commands/|features/|model/|importers/tools\\.ts$|context\\.ts$|consent\\.ts$)',
      },
    },
    {
      name: 'nobody-imports-commands',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/(commands/|program\\.ts$)' },
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
