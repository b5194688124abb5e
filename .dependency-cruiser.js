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
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
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
      from: { path: '^src/sync/(plan|guard)\\.ts$' },
      to: { pathNot: '^src/(model/|sync/(plan|guard)\\.ts$)' },
    },
    may('config/', 'model/'),
    may('content/', 'model/'),
    may('api/', 'model/'),
    may('sync/', 'model/', 'api/', 'content/'),
    may('platform/', 'model/', 'content/'),
    {
      name: 'ui-takes-only-types',
      severity: 'error',
      from: { path: '^src/ui/' },
      to: { path: '^src/(?!ui/|model/)', dependencyTypesNot: ['type-only'] },
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
