/** Every rule has a page, and its examples show the rule and nothing else. */
import { describe, expect, test } from 'vitest';
import { filesOfExample, type Example } from '../../../src/content/check/rules/rule.ts';
import { REDIRECTS_FILE } from '../../../src/content/redirects/redirects.ts';
import { RULES } from '../../../src/content/check/rules.ts';
import type { RuleCode } from '../../../src/content/check/rules.ts';
import { temporaryFolder } from '../../support/folder.ts';
import { runDocs } from '../../support/host.ts';
import { expectOfSchema } from '../../support/schema.ts';

/** Bytes, sizes, and names that not every system can have: they have tests of their own. */
const WITHOUT_EXAMPLE = [
  'unreadable-file',
  'oversized-file',
  'path-collision',
  'unportable-name',
  // Needs another rule to be broken first.
  'same-slug',
  // Needs another site.
  'external-link',
  // Needs a lock.
  'already-public',
];

/** What the examples of the platform's repository layout stand in. */
const REPOSITORY = { 'v1/_settings.yaml': 'name: v1\n', 'v1/d/_settings.yaml': 'title: Guide\n' };
const INTRO = { 'v1/d/intro.md': '---\ntitle: Intro\n---\n\n## First steps\n' };

async function codesOf(example: Example): Promise<string[]> {
  const files = filesOfExample(example);
  const isRepository = Object.keys(files).some(
    (path) => !/^v1\/\w+\/[\w.-]*$/.test(path) || path.endsWith('.yaml'),
  );
  const all = { ...INTRO, ...(isRepository ? REPOSITORY : {}), ...files };
  // One file is next to the configuration.
  const placed = Object.entries(all).map(([path, text]) => [
    path === REDIRECTS_FILE ? path : `docs/${path}`,
    text,
  ]);
  const folder = await temporaryFolder({
    'docs-cli.config.yml': 'content: [{ path: docs }]\n',
    ...Object.fromEntries(placed),
  });
  const { stdout } = await runDocs(['check', '--json'], { cwd: folder });
  const codes = JSON.parse(stdout).findings.map(({ code }: { code: string }) => code);
  return [...new Set<string>(codes)];
}

const CODES = Object.keys(RULES) as RuleCode[];

describe.each(CODES.filter((code) => !WITHOUT_EXAMPLE.includes(code)))('%s', (code) => {
  const { wrong, right } = RULES[code];
  test('the wrong example breaks it, and no other rule', async () => {
    expect(await codesOf(wrong ?? '')).toEqual([code]);
  });
  test('the right example breaks no rule', async () => {
    expect(right).not.toBeNull();
    expect(await codesOf(right ?? '')).toEqual([]);
  });
});

test('rules without an example are known', () => {
  const without = CODES.filter((code) => RULES[code].wrong === null);
  expect(without.toSorted()).toEqual(WITHOUT_EXAMPLE.toSorted());
});

const run = async (...argv: string[]) =>
  runDocs(['check', ...argv], { cwd: await temporaryFolder() });

test('--explain tells what a rule means, and how to switch it off', async () => {
  const { stdout, exitCode } = await run('--explain', 'broken-link');
  expect(exitCode).toBe(0);
  await expect(stdout).toMatchFileSnapshot('../../golden/check/explain.txt');
  const { stdout: json } = await run('--explain', 'bom', '--json');
  await expectOfSchema('check-rules', JSON.parse(json));
  expect(JSON.parse(json)).toMatchObject([{ rule: 'bom', severity: 'warning', setting: null }]);
});

test('--rules lists all', async () => {
  const { stdout } = await run('--rules', '--json');
  const listed = JSON.parse(stdout);
  await expectOfSchema('check-rules', listed);
  expect(listed.map(({ rule }: { rule: string }) => rule)).toEqual(CODES);
  expect((await run('--rules')).stdout.split('\n').length).toBeGreaterThan(CODES.length);
});

test.each([
  ['broken-lnk', 'Did you mean broken-link?'],
  ['responses-empty', 'docs ref rules --check responses-empty'],
  ['qqqqqqqq', 'docs check --rules'],
])('a rule that does not exist: %s', async (name, hint) => {
  const { exitCode, stderr } = await run('--explain', name);
  expect(exitCode).toBe(2);
  expect(stderr).toContain(hint);
});
