/**
 * Every command, against a service of which nothing is known but its published file: whatever answers the file allows, the tool neither
 * breaks nor calls them malformed, and it asks nothing that the file refuses.
 */
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { EXIT } from '../../src/model/failure.ts';
import { PROJECT } from '../support/any-answer/known.ts';
import { serveAnything } from '../support/any-answer/stub.ts';
import { temporaryFolder, writeFiles } from '../support/folder.ts';
import { runDocs, type Run } from '../support/host.ts';
import { impatientClock } from '../support/impatient-clock.ts';
import { problemsBySchema } from '../support/schema.ts';
import { CONTRACT, todaysContract } from '../support/today.ts';
import { ROWS, type Row } from './rows.ts';

/** They have no service to ask, or a platform of their own. */
const ON_THEIR_OWN = new Set(['demo', 'platform start', 'platform key create']);

/** Beside those of `ROWS`, which each command has at least one of. */
const MORE: Readonly<Record<string, readonly string[]>> = {
  push: ['push --publish --ours --force --recreate --yes', 'push --dry-run'],
  pull: ['pull --theirs --force --yes', 'pull --merge --yes'],
  sync: ['sync --pull --publish --theirs --force --yes'],
  status: ['status --publish'],
  links: ['links v1.0/guides/intro', 'links --remote'],
  list: ['list v1.0', 'list latest'],
  report: ['report --all', 'report v1.0 --stale 90 --by ann@example.com'],
  'page list': [
    'page list --published --exact',
    'page list --in latest',
    'page list --in v1.0/guides',
  ],
  'page get': ['page get v1.0/guides/intro --format text', 'page get 1', 'page get Intro'],
  'page push': ['page push docs/v1.0/guides/intro.md --publish --yes'],
  'page publish': ['page publish 1 --yes'],
  'version publish': ['version publish v1.0 --force --yes'],
  'ref upload': [
    'ref upload openapi/petstore.yaml --in v1.0 --draft --create --try-it-out --no-expandable --yes',
    'ref upload openapi/petstore.yaml --in v1.0 --yes',
  ],
  'ref publish': ['ref publish Petstore --in v1.0 --yes'],
  'ref get': ['ref get Petstore --in v1.0'],
  'ref diff': ['ref diff openapi/petstore.yaml Petstore --in v1.0'],
  'audit tail': ['audit tail -n 300 --details'],
  'access list': ['access list --active --csv'],
  search: ['search intro --in latest -n 60'],
  export: ['export --in v1.0 --force'],
};

const EXIT_CODES = new Set<number>([0, ...Object.values(EXIT)]);

/** What the tool says of answers that it does not understand. The stub gives no other reason to say so. */
const MALFORMED = /makes no sense|may or may not have been carried out|platform-garbled/;

/** Their results are bytes as they came, for a file or another program. */
const BYTES = new Set(['api', 'page get', 'ref get', 'export']);

const { DOCS_ANSWER_SEED, DOCS_FAULTS } = process.env;
/** `DOCS_FAULTS=all`: many. `DOCS_ANSWER_SEED`: the one that a run before told of. */
const SEEDS =
  DOCS_ANSWER_SEED === undefined
    ? Array.from({ length: DOCS_FAULTS === undefined ? 3 : 200 }, (_, index) => index + 1)
    : [Number(DOCS_ANSWER_SEED)];

const COMMANDS = Object.entries(ROWS).filter(([name]) => !ON_THEIR_OWN.has(name));

const CASES = SEEDS.flatMap((seed) => COMMANDS.map(([name, row]) => ({ seed, name, row })));

const NONE = CONTRACT === '' ? ' (skipped: DOCS_CONTRACT names no file)' : '';

interface Case {
  readonly seed: number;
  readonly name: string;
  readonly row: Row;
}

/** What was wrong of `argv` in a folder of its own, as text and as JSON. Every other seed finds a lock there. */
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
  if (seed % 4 === 1) await judged('pull', '--yes', '--force');
  await judged(...argv);
  await judged('--json', ...argv);

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

describe.skipIf(CONTRACT === '')(`whatever today's service answers${NONE}`, () => {
  test.each(CASES)('docs $name, seed $seed', async (each) => {
    const more = (MORE[each.name] ?? []).map((line) => line.split(' '));
    for (const argv of [each.row.argv, ...more]) {
      const problems = await problemsOf(each, argv);
      expect({ argv, problems }).toEqual({ argv, problems: [] });
    }
  });
});
