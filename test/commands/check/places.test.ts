import { basename } from 'node:path';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { Failure } from '../../../src/model/failure.ts';
import type { Project } from '../../../src/model/project.ts';
import { scan } from '../../../src/sync/folder/scan.ts';
import { temporaryFolder } from '../../support/folder.ts';
import { runDocs } from '../../support/host.ts';
import { CONFLICT, SETTINGS, lay, oddFolder } from '../../support/odd-folders.ts';
import { projectAt } from '../../support/project.ts';

const CONFIG = 'content:\n  - path: docs\n';
interface Finding {
  readonly code: string;
  readonly severity: string;
  readonly file: string;
}

interface Found {
  readonly findings: readonly Finding[];
}

/** Errors of content, not of where pages are: the page is pushed in spite of them. */
const OF_CONTENT: ReadonlySet<string> = new Set([
  'nav-without-page',
  'unknown-setting',
  'unread-settings',
  'wrong-setting',
  'bad-definition',
  'bad-post',
  'shared-slug',
  // The platform refuses it, not the push.
  'bad-slug',
]);

/** The files that are left out, or that nothing is done because of malformed settings. */
type Outcome = readonly string[] | 'malformed settings';

async function ofPush(project: Project): Promise<Outcome> {
  try {
    const { unplaced } = await scan(project, { remember: false });
    return inOrder(unplaced);
  } catch (error) {
    if (error instanceof Failure && error.code === 'content') return 'malformed settings';
    // Both commands refuse an export, without a report.
    if (error instanceof Failure && error.code === 'usage') return [];
    throw error;
  }
}

async function ofCheck(cwd: string): Promise<Outcome> {
  const { stdout } = await runDocs(['check', '--json'], { cwd });
  // A folder in which nothing is that could be checked is a failure without a report.
  const { findings } = (stdout === '' ? { findings: [] } : JSON.parse(stdout)) as Found;
  const wrong = findings.filter(
    ({ severity, code }) => severity === 'error' && !OF_CONTENT.has(code),
  );
  const isMalformed = ({ code, file }: Finding): boolean =>
    code !== 'misplaced-file' && SETTINGS.includes(basename(file));
  return wrong.some(isMalformed) ? 'malformed settings' : inOrder(wrong);
}

const inOrder = (found: readonly { readonly file: string }[]): string[] =>
  [...new Set(found.map(({ file }) => file))].toSorted();

test(
  'check finds an error in exactly the files that push leaves out, and in settings exactly if push stops for them',
  { timeout: 60_000 },
  async () => {
    const root = await temporaryFolder({ 'outside.md': 'Text.\n', 'outside/a.md': 'Text.\n' });
    await fc.assert(
      fc.asyncProperty(oddFolder, async (folder) => {
        const project = await lay(root, folder);

        expect(await ofCheck(root)).toEqual(await ofPush(project));
      }),
      { numRuns: 200 },
    );
  },
);

test('a conflict that a merge left in a file is an error of check, with its line', async () => {
  const cwd = await temporaryFolder({
    'docs-cli.config.yml': CONFIG,
    'docs/v1/guide/a.md': `---\ntitle: A\n---\n\n${CONFLICT}`,
  });

  const { exitCode, stdout } = await runDocs(['check', '--json'], { cwd });

  expect(exitCode).not.toBe(0);
  expect((JSON.parse(stdout) as Found).findings).toMatchObject([
    { code: 'conflict-markers', file: 'docs/v1/guide/a.md', line: 7, severity: 'error' },
  ]);
});

const TYPES = [
  ['in quotes', 'type: "page"', true],
  ['in the manner of YAML blocks', 'type: |\n  page', true],
  ['that another one follows', 'type: page\ntype: nonsense', false],
] as const;

test.each(TYPES)(
  'a type %s is an error of check if the page is not pushed for it',
  async (_, lines, isError) => {
    const cwd = await temporaryFolder({
      'docs-cli.config.yml': CONFIG,
      'docs/v1/guide/a.md': `---\ntitle: A\n${lines}\n---\n\nText.\n`,
    });

    const { stdout } = await runDocs(['check', '--json'], { cwd });

    const codes = (JSON.parse(stdout) as Found).findings.map(({ code }) => code);
    expect(codes.includes('unknown-type')).toBe(isError);
  },
);

test('check says nothing of files that the globs leave out, whatever is in them', async () => {
  const cwd = await temporaryFolder({
    'docs-cli.config.yml': 'content:\n  - path: docs\n    exclude: ["**/old/**"]\n',
    'docs/v1/guide/a.md': '---\ntitle: A\n---\n\nText.\n',
    'docs/v1/guide/old/b.md': Buffer.from([0xff, 0xfe, 0x00]),
  });

  const { exitCode, stdout } = await runDocs(['check', '--json'], { cwd });

  expect([exitCode, (JSON.parse(stdout) as Found).findings]).toEqual([0, []]);
});

test('a conflict in the file of a category is an error of check, and push names the file', async () => {
  const root = await temporaryFolder({
    'docs-cli.config.yml': CONFIG,
    'docs/v1/guide/a.md': `---\ntitle: A\ntype: category\n---\n\n${CONFLICT}`,
  });
  const { unplaced } = await scan(projectAt(root), { remember: false });

  expect(unplaced).toMatchObject([{ file: 'docs/v1/guide/a.md' }]);
  expect(await ofCheck(root)).toEqual(['docs/v1/guide/a.md']);
});
