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

export default {
  forbidden: [
    {
      name: 'no-cycles',
      comment: 'a view and its command may share a type; nothing may need itself to load',
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
      from: { path: '^src/sync/(plan|verdicts|guard)\\.ts$' },
      to: { pathNot: '^src/(model/|sync/(plan|verdicts|guard)\\.ts$)' },
    },
    may('programs/'),
    may('yaml/'),
    may('files/', 'model/'),
    may('git/', 'model/', 'programs/'),
    may('config/', 'model/', 'files/', 'programs/', 'yaml/', 'host.ts'),
    may('content/', 'model/', 'files/', 'yaml/'),
    may('api/', 'model/'),
    may('sync/', 'model/', 'files/', 'api/', 'content/', 'git/', 'programs/'),
    may('platform/', 'model/', 'content/'),
    {
      name: 'ui-takes-only-types',
      severity: 'error',
      from: { path: '^src/ui/' },
      to: { path: '^src/(?!ui/|model/|programs/)', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'nobody-imports-commands',
      severity: 'error',
      comment: 'a view may know the shape of what it shows',
      from: { path: '^src/', pathNot: '^src/(commands/|program\\.ts$)' },
      to: { path: '^src/commands/', dependencyTypesNot: ['type-only'] },
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
