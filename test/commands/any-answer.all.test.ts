/**
 * Every command, against a service of which nothing is known but its published file: the tool
 * neither breaks nor calls any allowed answer malformed, and asks nothing that the file refuses.
 */
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { EXIT } from '../../src/model/failure.ts';
import { PROJECT } from '../support/any-answer/known.ts';
import { serveAnything } from '../support/any-answer/stub.ts';
import { temporaryFolder, writeFiles } from '../support/folder.ts';
import { runDocs, type Run } from '../support/host.ts';
import { impatientClock } from '../support/clocks.ts';
import { problemsBySchema } from '../support/schema.ts';
import { HAS_CONTRACT, NO_CONTRACT } from '../support/contract/file.ts';
import { todaysContract } from '../support/contract/judge.ts';
import { ROWS, type Row } from './rows.ts';

/** They have no service to ask, or a platform of their own. */
const ON_THEIR_OWN = new Set([
  'demo',
  'dev',
  'platform start',
  'platform publish',
  'platform unpublish',
  'platform key create',
  'platform key list',
  'platform key revoke',
]);

/** Beside those of `ROWS`, which each command has at least one of. */
const MORE: Readonly<Record<string, readonly string[]>> = {
  push: ['push --publish --ours --force --recreate --yes', 'push --dry-run'],
  pull: ['pull --theirs --force --yes', 'pull --merge --yes'],
  sync: ['sync --pull --publish --theirs --force --yes'],
  status: ['status --publish'],
  links: ['links v1.0/guides/intro', 'links --remote'],
  list: ['list v1.0', 'list latest'],
  report: ['report --all', 'report v1.0 --stale 90 --by ann@example.com'],
  'page delete': ['page delete v1.0/guides/intro --yes --force'],
  'page list': [
    'page list --published --exact',
    'page list --in latest',
    'page list --in v1.0/guides',
  ],
  'page get': ['page get v1.0/guides/intro --format text', 'page get 1', 'page get Intro'],
  'page push': ['page push docs/v1.0/guides/intro.md --publish --yes'],
  'page publish': ['page publish 1 --yes'],
  'changelog list': ['changelog list news --exact'],
  'changelog push': ['changelog push --force --yes', 'changelog push news --dry-run'],
  'version publish': ['version publish v1.0 --force --yes'],
  'ref upload': [
    'ref upload openapi/petstore.yaml --in v1.0 --draft --create --try-it-out --no-expandable --yes',
    'ref upload openapi/petstore.yaml --in v1.0 --yes',
  ],
  'ref publish': ['ref publish Petstore --in v1.0 --yes'],
  'ref get': ['ref get Petstore --in v1.0'],
  'ref diff': ['ref diff openapi/petstore.yaml --against Petstore --in v1.0'],
  'audit tail': ['audit tail -n 300 --details'],
  'access list': ['access list --active --csv'],
  search: ['search intro --in latest -n 60'],
  export: ['export --in v1.0 --force'],
};

const EXIT_CODES = new Set<number>([0, ...Object.values(EXIT)]);

/** What the tool says of answers that it does not understand. The stub gives no other reason to say so. */
const MALFORMED =
  /is not valid \(|does not end|may or may not have been carried out|platform-garbled/;

/** Their results are bytes as they came, for a file or another program. */
const BYTES = new Set(['api', 'page get', 'ref get', 'export']);

const { DOCS_ANSWER_SEED, DOCS_FAULTS } = process.env;
/** `DOCS_FAULTS=all`: many. `DOCS_ANSWER_SEED`: the one that a run before told of. */
const SEEDS =
  DOCS_ANSWER_SEED === undefined
    ? Array.from({ length: DOCS_FAULTS === undefined ? 2 : 200 }, (_, index) => index + 1)
    : [Number(DOCS_ANSWER_SEED)];

/** What each command is there for, of what it asks: it was asked and answered in one seed at least. */
const ASKS: Readonly<Record<string, readonly string[]>> = {
  push: [
    'GET /all',
    'GET /page/{id}',
    'POST /documentation/{id}/page',
    'PUT /page/{id}',
    'PUT /page/{id}/publish',
  ],
  pull: ['GET /all', 'GET /page/{id}'],
  sync: ['GET /all', 'GET /page/{id}', 'PUT /page/{id}'],
  status: ['GET /all', 'GET /page/{id}'],
  diff: ['GET /all', 'GET /page/{id}'],
  review: ['GET /all', 'GET /page/{id}'],
  list: ['GET /version', 'GET /version/{id}/documentation'],
  report: ['GET /version/{id}/report'],
  links: ['GET /version/{id}/broken-links'],
  'page list': ['GET /all'],
  'page get': ['GET /page', 'GET /page/{id}'],
  'page push': ['POST /documentation/{id}/page', 'PUT /page/{id}'],
  'page publish': ['PUT /page/{id}/publish'],
  'page delete': ['DELETE /page/{id}'],
  'changelog list': ['GET /changelog/{id}/post'],
  'changelog push': ['GET /changelog/{id}/post', 'POST /changelog/{id}/post'],
  'version list': ['GET /version'],
  'version publish': ['GET /version/{id}/broken-links', 'PUT /version/{id}'],
  'version unpublish': ['PUT /version/{id}'],
  'version update': ['PUT /version/{id}'],
  'version clone': ['POST /version/{id}/clone'],
  'ref list': ['GET /all'],
  'ref upload': ['POST /version/{versionId}/reference'],
  'ref publish': ['PUT /reference/{id}/publish'],
  'ref get': ['GET /reference/{id}/definition'],
  'ref diff': ['GET /reference/{id}/definition'],
  users: ['GET /users'],
  'audit tail': ['GET /audit'],
  'access list': ['GET /reader-access'],
  'access grant': ['POST /reader-access'],
  'access revoke': ['PATCH /reader-access'],
  export: ['GET /export'],
  search: ['GET /search'],
  api: ['GET /users'],
  whoami: ['GET /users', 'GET /search'],
  login: ['GET /search'],
  init: ['GET /version'],
};

/** What was asked by command, and answered with what was asked for. */
const asked = new Map<string, Set<string>>();

function remember(command: string, line: string): void {
  const [, operation] = /^(.*) 20\d$/.exec(line) ?? [];
  if (operation === undefined) return;
  asked.set(command, (asked.get(command) ?? new Set()).add(operation));
}

const COMMANDS = Object.entries(ROWS).filter(([name]) => !ON_THEIR_OWN.has(name));

const CASES = SEEDS.flatMap((seed) => COMMANDS.map(([name, row]) => ({ seed, name, row })));

interface Case {
  readonly seed: number;
  readonly name: string;
  readonly row: Row;
}

/** What was wrong with `argv` in its own folder, as text and JSON. Every other seed has a lock. */
async function problemsOf({ seed, name, row }: Case, argv: readonly string[]): Promise<string[]> {
  const outside = await temporaryFolder();
  const folder = join(outside, 'project');
  await mkdir(folder);
  await writeFiles(folder, PROJECT);
  const stub = await serveAnything({
    contract: todaysContract(),
    seed,
    refusals: seed % 3 === 0 ? 15 : 0,
    isOfOnePiece: seed % 2 === 1,
  });
  const env = { DOCS_BASE_URL: stub.baseUrl, DOCS_API_KEY: 'key', PAGER: 'cat' };
  const options = { cwd: folder, env, stdin: row.stdin ?? '', clock: impatientClock() };

  const problems: string[] = [];
  const judged = async (...words: readonly string[]): Promise<void> => {
    const run = await runDocs(words, options);
    for (const each of wrongWith(run)) {
      problems.push(`docs ${words.join(' ')}: ${each}\n${run.stderr}`);
    }
    if (
      words[0] === argv[0] &&
      words[1] === argv[1] &&
      !BYTES.has(name) &&
      !argv.includes('--csv')
    ) {
      if (run.stdout.includes('\u001B')) problems.push('the terminal is told what to do');
    }
    if (words[0] === '--json' && run.exitCode === 0) {
      problems.push(...(await wrongDocuments(row, run.stdout)));
    }
  };
  if (seed % 4 === 1) await judged('pull', '--theirs', '--force', '--yes');
  const before = stub.log.length;
  await judged(...argv);
  await judged('--json', ...argv);
  for (const asked of stub.log.slice(before)) remember(name, asked);

  const strays = (await readdir(outside)).filter((entry) => entry !== 'project');
  if (strays.length > 0) problems.push(`files outside of the project: ${strays.join(', ')}`);
  return [...stub.problems, ...problems];
}

function wrongWith({ exitCode, stderr }: Run): string[] {
  const problems: string[] = [];
  if (!EXIT_CODES.has(exitCode)) problems.push(`there is no exit code ${exitCode}`);
  if (/nknown option|oo many arguments/.test(stderr)) problems.push('a row here is wrong');
  if (/bug in docs|^\s+at .*:\d+:\d+\)?$/m.test(stderr)) problems.push('it broke');
  if (MALFORMED.test(stderr)) problems.push('it did not understand an answer');
  if (stderr.includes('\u001B')) problems.push('the terminal is told what to do');
  return problems;
}

async function wrongDocuments({ schema, lines }: Row, stdout: string): Promise<string[]> {
  if (schema === null || stdout === '') return [];
  const documents = lines === true ? stdout.trimEnd().split('\n') : [stdout];
  const problems = await Promise.all(
    documents.map((document) => problemsBySchema(schema, JSON.parse(document))),
  );
  return problems.filter((problem) => problem !== '');
}

describe.skipIf(!HAS_CONTRACT)(`whatever today's service answers${NO_CONTRACT}`, () => {
  test.each(CASES)('docs $name, seed $seed', async (each) => {
    const more = (MORE[each.name] ?? []).map((line) => line.split(' '));
    for (const argv of [each.row.argv, ...more]) {
      const problems = await problemsOf(each, argv);
      expect({ argv, problems }).toEqual({ argv, problems: [] });
    }
  });

  test('every operation was asked for by the commands that are there for it', () => {
    const all = new Set(Object.values(ASKS).flat());
    expect([...all].toSorted()).toEqual(todaysContract().operations.toSorted());
    const remote = COMMANDS.filter(([, { expected }]) => expected['platform down'].exitCode === 8);
    expect(remote.map(([name]) => name).toSorted()).toEqual(Object.keys(ASKS).toSorted());
    // One seed alone may have luck of its own.
    const missing = [...asked].flatMap(([name, operations]) =>
      (ASKS[name] ?? []).filter((each) => !operations.has(each)).map((each) => `${name}: ${each}`),
    );
    expect(SEEDS.length < 3 ? [] : missing).toEqual([]);
  });
});
