/** Every command of the manual prints what the manual shows. `--update` writes today's output. */
import { existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { runDocs } from '../support/host.ts';
import { readFences } from './fences.ts';
import { NOT_RUN } from './not-run.ts';
import { played, readPage } from './play.ts';
import { nowhere, SCENES } from './scenes.ts';

const MANUAL = fileURLToPath(new URL('../../manual/', import.meta.url));

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

const README = fileURLToPath(new URL('../../README.md', import.meta.url));

const SKILL = fileURLToPath(new URL('../../skills/docs/SKILL.md', import.meta.url));

const PAGES = readdirSync(MANUAL, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.md'))
  .map((path) => [basename(path, '.md'), `${MANUAL}${path}`] as const);

describe('what the manual shows is what the tool prints', () => {
  test.each([...PAGES, ['README', README], ['SKILL', SKILL]] as const)('%s', async (slug, path) => {
    const scene = await (SCENES[slug] ?? nowhere)();

    await expect(await played(await readPage(path), scene)).toMatchFileSnapshot(path);
  });

  test('each scene has a page', () => {
    const known = new Set(['README', 'SKILL', ...PAGES.map(([page]) => page)]);
    expect(Object.keys(SCENES).filter((slug) => !known.has(slug))).toEqual([]);
  });
});

test('what the manual has readers type, and no test runs, is on the list of not-run', async () => {
  const typed: string[] = [];
  for (const [, path] of PAGES) {
    const fences = readFences(await readPage(path));
    typed.push(
      ...fences
        .filter(({ language }) => ['sh', 'bash', 'powershell'].includes(language))
        .flatMap(({ lines }) => lines.filter((line) => line !== '' && !line.startsWith('#'))),
    );
  }
  expect(typed.filter((line) => !NOT_RUN.some(([command]) => command.test(line)))).toEqual([]);
  expect(NOT_RUN.filter(([command]) => !typed.some((line) => command.test(line)))).toEqual([]);
});

test('the manual is a project that docs check and docs fmt find nothing in', async () => {
  const check = await runDocs(['check', '--max-warnings', '0'], { cwd: MANUAL });
  const fmt = await runDocs(['fmt', '--check'], { cwd: MANUAL });

  expect(check).toMatchObject({ exitCode: 0, stderr: '' });
  expect(fmt).toMatchObject({ exitCode: 0 });
});

test('the manual sends nobody to a file of the repository that the package lacks', async () => {
  const { files } = JSON.parse(await readFile(`${ROOT}package.json`, 'utf8')) as {
    readonly files: readonly string[];
  };
  const isShipped = (path: string) =>
    files.some((each) => path === each || path.startsWith(`${each}/`));
  const named: string[] = [];
  for (const [, path] of PAGES) {
    const text = await readPage(path);
    for (const [, file = ''] of text.matchAll(/`((?:docs|tools|test|src|bench)\/[\w./-]+)`/g)) {
      if (existsSync(`${ROOT}${file}`)) named.push(file);
    }
  }
  expect(named.filter((file) => !isShipped(file))).toEqual([]);
});
