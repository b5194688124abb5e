/** What every command does in every situation. `every-command.test.ts` fails for a missing row. */

export const SITUATIONS = [
  'terminal',
  'pipe',
  'json',
  'json, platform down',
  'no key',
  'wrong permission',
  'platform down',
  'garbage',
  'Ctrl-C',
] as const;
export type Situation = (typeof SITUATIONS)[number];

export interface Expected {
  readonly exitCode: number;
  /** What stdout holds. `answer`: the platform's own words, also where it refuses. */
  readonly stdout: 'result' | 'nothing' | 'answer' | 'any';
  /** Start of the one line that says what went wrong. */
  readonly error: string | null;
}

export interface Row {
  readonly argv: readonly string[];
  /** `KEY` stands for the key of the run. */
  readonly stdin?: string;
  /** Typed on the terminal. */
  readonly answer?: string;
  /** For the document of `--json`: `docs/json/<name>.schema.json`; null: it has no document of its own. */
  readonly schema: string | null;
  /** The output of `--json` is one document a line. */
  readonly lines?: boolean;
  /** Runs until the signal: it is sent as soon as something is on stdout. */
  readonly serves?: boolean;
  readonly expected: Readonly<Record<Situation, Expected>>;
}

const DONE: Expected = { exitCode: 0, stdout: 'result', error: null };

const fails = (exitCode: number, error: string): Expected => ({
  exitCode,
  stdout: 'nothing',
  error,
});

/** A command that asks the platform. */
const ASKS: Row['expected'] = {
  terminal: DONE,
  pipe: DONE,
  json: DONE,
  'json, platform down': fails(8, 'http://127.0.0.1:'),
  'no key': fails(4, 'No API key is set for http://127.0.0.1:'),
  'wrong permission': fails(4, ' is forbidden: '),
  'platform down': fails(8, 'http://127.0.0.1:'),
  garbage: fails(1, ''),
  'Ctrl-C': fails(130, 'Interrupted'),
};

/** A command that needs no platform: nothing that happens there concerns it. */
const LOCAL: Row['expected'] = {
  terminal: DONE,
  pipe: DONE,
  json: DONE,
  'json, platform down': DONE,
  'no key': DONE,
  'wrong permission': DONE,
  'platform down': DONE,
  garbage: DONE,
  'Ctrl-C': { exitCode: 0, stdout: 'any', error: null },
};

/** A command for another program, which is gone at once. */
const LEFT: Expected = { exitCode: 0, stdout: 'nothing', error: null };
const TALKS: Row['expected'] = {
  terminal: fails(2, 'docs lsp talks to an editor'),
  pipe: LEFT,
  json: LEFT,
  'json, platform down': LEFT,
  'no key': LEFT,
  'wrong permission': LEFT,
  'platform down': LEFT,
  garbage: LEFT,
  'Ctrl-C': LEFT,
};

const asks = (argv: string, extra: Partial<Row> = {}): Row => ({
  argv: argv.split(' '),
  schema: argv.split(' ').slice(0, 2).join('-'),
  expected: ASKS,
  ...extra,
});

/** Stdout is the list of what is left. */
const LEAVES_NOTHING: Row['expected'] = {
  ...ASKS,
  terminal: { ...DONE, stdout: 'nothing' },
  pipe: { ...DONE, stdout: 'nothing' },
};

const PUSHES = { schema: 'push' };

export const ROWS: Readonly<Record<string, Row>> = {
  push: asks('push --yes', PUSHES),
  pull: asks('pull --yes', PUSHES),
  sync: asks('sync --yes', { schema: 'push' }),
  status: asks('status', PUSHES),
  diff: asks('diff', { schema: 'diff' }),
  review: asks('review', { schema: 'review' }),
  dev: {
    argv: ['dev', '--port', '0'],
    schema: 'dev',
    lines: true,
    serves: true,
    expected: LOCAL,
  },
  build: { argv: ['build', '--out', 'site'], schema: 'build', expected: LOCAL },
  check: { argv: ['check'], schema: 'check', expected: LOCAL },
  lsp: {
    argv: ['lsp', '--stdio'],
    schema: null,
    expected: TALKS,
  },
  fmt: { argv: ['fmt'], schema: 'fmt', expected: LOCAL },
  move: {
    argv: ['move', 'docs/v1.0/guides/errors.md', 'docs/v1.0/guides/faults.md', '--dry-run'],
    schema: 'move',
    expected: LOCAL,
  },
  import: { argv: ['import', 'other', '--out', 'imported'], schema: 'import', expected: LOCAL },
  list: asks('list', { schema: 'list' }),
  report: asks('report v1.0', { schema: 'report' }),
  links: asks('links --remote v1.0', { schema: 'links' }),
  'page list': asks('page list'),
  'page get': asks('page get v1.0/guides/intro'),
  'page push': asks('page push docs/v1.0/guides/intro.md --yes', PUSHES),
  'page publish': asks('page publish v1.0/guides/intro --yes'),
  'page delete': asks('page delete v1.0/guides/intro --yes'),
  'changelog list': asks('changelog list'),
  'changelog push': asks('changelog push --yes'),
  'version list': asks('version list'),
  'version publish': asks('version publish v1.0 --yes'),
  'version unpublish': asks('version unpublish v1.0 --yes'),
  'version update': asks('version update v1.0 --name First --yes'),
  'version clone': asks('version clone v1.0 --name v9 --yes'),
  'ref list': asks('ref list'),
  'ref upload': asks('ref upload openapi/petstore.yaml --in v1.0 --create --yes'),
  'ref publish': asks('ref publish petstore --in v1.0 --yes'),
  'ref get': asks('ref get petstore --in v1.0 --draft'),
  'ref check': {
    argv: ['ref', 'check', 'openapi/petstore.yaml'],
    schema: 'ref-check',
    expected: LOCAL,
  },
  'ref rules': { argv: ['ref', 'rules'], schema: 'ref-rules', expected: LOCAL },
  'ref diff': asks('ref diff openapi/petstore.yaml --against petstore --in v1.0 --draft'),
  'ref accept': {
    argv: ['ref', 'accept', 'openapi/petstore.yaml', '--against', 'openapi/petstore.yaml'],
    schema: 'ref-accept',
    expected: LOCAL,
  },
  users: asks('users', { schema: 'users' }),
  'audit tail': asks('audit tail -n 3', { lines: true }),
  'access list': asks('access list'),
  'access grant': asks('access grant ann@example.com --expires never --yes', {
    expected: LEAVES_NOTHING,
  }),
  'access revoke': asks('access revoke bo@example.com --yes', { expected: LEAVES_NOTHING }),
  export: asks('export --force', { schema: 'export' }),
  // Any key may search.
  search: asks('search intro', {
    schema: 'search',
    expected: { ...ASKS, 'wrong permission': DONE },
  }),
  open: { argv: ['open', 'v1.0/guides/intro'], schema: 'open', expected: LOCAL },
  api: asks('api GET /users', {
    schema: 'api',
    expected: {
      ...ASKS,
      'wrong permission': {
        exitCode: 4,
        stdout: 'answer',
        error: 'The platform answered GET /users with 403',
      },
      garbage: { exitCode: 0, stdout: 'answer', error: null },
    },
  }),
  whoami: asks('whoami', { schema: 'whoami', expected: { ...ASKS, 'wrong permission': DONE } }),
  login: {
    argv: ['login'],
    stdin: 'KEY',
    answer: 'KEY\r',
    schema: 'login',
    expected: {
      ...ASKS,
      // A key that may do nothing is a key: it is kept.
      'wrong permission': DONE,
      'no key': fails(2, 'No API key was given.'),
      'Ctrl-C': fails(130, 'Interrupted'),
    },
  },
  logout: { argv: ['logout'], schema: 'logout', expected: LOCAL },
  init: {
    argv: ['init', '--yes', '--force', '--publish', '--ci', 'github'],
    schema: 'init',
    // It asks the platform what there is; without a key it says that it did not.
    expected: { ...ASKS, 'no key': DONE },
  },
  config: { argv: ['config'], schema: 'config', expected: LOCAL },
  completion: { argv: ['completion', 'bash'], schema: 'completion', expected: LOCAL },
  help: { argv: ['help', 'access', 'grant'], schema: 'help', expected: LOCAL },
  complete: { argv: ['complete', '--', 'acc'], schema: null, expected: LOCAL },
  demo: { argv: ['demo'], schema: 'demo', expected: LOCAL },
  'platform start': {
    argv: ['platform', 'start'],
    schema: 'platform-start',
    lines: true,
    serves: true,
    expected: LOCAL,
  },
  'platform publish': {
    argv: ['platform', 'publish', 'v1.0/guides', '--data', 'platform'],
    schema: 'platform-publish',
    expected: LOCAL,
  },
  'platform unpublish': {
    argv: ['platform', 'unpublish', 'v1.0', '--data', 'platform'],
    schema: 'platform-publish',
    expected: LOCAL,
  },
  'platform copy': {
    argv: ['platform', 'copy', '--from', 'platform', '--to', 'copied'],
    schema: 'platform-copy',
    expected: LOCAL,
  },
  'platform key create': {
    argv: ['platform', 'key', 'create', '--data', 'platform', '--name', 'ci'],
    schema: 'platform-key-create',
    expected: LOCAL,
  },
  'platform key list': {
    argv: ['platform', 'key', 'list', '--data', 'platform'],
    schema: 'platform-key-list',
    expected: LOCAL,
  },
  'platform key revoke': {
    argv: ['platform', 'key', 'revoke', 'platform start', '--data', 'platform', '--dry-run'],
    schema: 'platform-key-revoke',
    expected: LOCAL,
  },
};
