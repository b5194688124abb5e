import { describe, expect, test } from 'vitest';
import { RULES } from '../../../src/content/check/rules.ts';
import { temporaryFolder } from '../../support/folder.ts';
import { runDocs } from '../../support/host.ts';
import { REPOSITORY, SLIPS } from './repository-slips.ts';
import type { Files } from './repository-slips.ts';

/** All that is found: rule and place. `base`: the folder of the repository that the platform would sync. */
async function check(files: Files, base = '.') {
  const placed = Object.entries(files).map(([path, text]) => [
    base === '.' ? path : `${base}/${path}`,
    text,
  ]);
  const folder = await temporaryFolder({
    'docs-cli.config.yml': `content: [{ path: ${base} }]\n`,
    ...Object.fromEntries(placed),
  });
  const { stdout, exitCode } = await runDocs(['check', '--json'], { cwd: folder });
  const { findings } = JSON.parse(stdout);
  const told = findings.map(
    ({ code, file, line }: { code: string; file: string; line: number }) =>
      `${code} ${file}:${line}`,
  );
  return { told, exitCode };
}

test.each(['.', 'docs'])('a repository in which nothing is wrong, at %s', async (base) => {
  expect(await check(REPOSITORY, base)).toEqual({ told: [], exitCode: 0 });
});

describe('what the platform would tell of a pull request', () => {
  test.each(SLIPS)('%s: %s', async (rule, _what, files, at) => {
    const { told, exitCode } = await check({ ...REPOSITORY, ...files });
    expect(told).toContain(`${rule} ${at}`);
    const { severity } = RULES[rule as keyof typeof RULES];
    expect(exitCode).toBe(severity === 'error' ? 1 : 0);
    // One slip is told once; a page or a section that misses what it had may be told about, too.
    expect(told.filter((each: string) => each === `${rule} ${at}`)).toHaveLength(1);
  });
});
