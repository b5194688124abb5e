import { describe, expect, test } from 'vitest';
import { type Severity, SEVERITIES, DIFF_RULES } from '../../../src/definitions/diff/rules.ts';
import { diffDefinitions } from '../../../src/definitions/diff/diff.ts';
import { CATALOGUE, type CataloguePair, type Level } from './catalogue.ts';
import { REASONS } from './catalogue-reasons.ts';

const MEANS: Readonly<Record<Level, Severity>> = {
  error: 'breaking',
  warning: 'risky',
  info: 'safe',
};

/** The worst that is said of a pair; no word is as good as `safe`. */
function verdictOn({ before, after }: CataloguePair): Severity {
  const { counts } = diffDefinitions(before, after);
  return SEVERITIES.find((severity) => counts[severity] > 0) ?? 'safe';
}

const reasonFor = (id: string): string | undefined =>
  REASONS.find(([pattern]) => pattern.test(id))?.[1];

const different = CATALOGUE.map((pair) => ({ ...pair, ours: verdictOn(pair) })).filter(
  ({ level, ours }) => MEANS[level] !== ours,
);

describe('the catalogue of oasdiff', () => {
  test('has one pair for each rule', () => {
    const ids = CATALOGUE.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.length).toBeGreaterThan(400);
  });

  test('a difference of verdict has a reason, and a reason a difference', () => {
    const without = different.filter(({ id }) => reasonFor(id) === undefined);
    expect(without.map(({ id, level, ours }) => `${id}: ${level}, ours ${ours}`)).toEqual([]);
    const idle = REASONS.filter(([pattern]) => !different.some(({ id }) => pattern.test(id)));
    expect(idle).toEqual([]);
  });

  test('docs/ref-diff-verdicts.md says the same (vitest run THIS_FILE --update writes it)', async () => {
    const rows = different
      .map(({ id, level, ours }) => `| \`${id}\` | ${level} | ${ours} | ${reasonFor(id)} |`)
      .toSorted();
    const rules = Object.entries(DIFF_RULES).map(([rule, { request, response }]) => {
      const means = request === response ? request : `${request} / ${response}`;
      return `| \`${rule}\` | ${means} |`;
    });
    const page = [
      '# Verdicts of `ref diff`',
      '',
      'What each change means to clients. If there are two words, the first is about what clients send (the request), the second about',
      'what they read (the response). `docs ref rules` says why.',
      '',
      '| rule | verdict |',
      '| --- | --- |',
      ...rules,
      '',
      '## Beside those of oasdiff',
      '',
      `oasdiff publishes a [catalogue of rules](https://www.oasdiff.com/docs/breaking-changes). \`test/definitions/diff/catalogue.ts\` has a pair of`,
      `definitions for ${CATALOGUE.length} of its ids; its \`error\`, \`warning\` and \`info\` are our breaking, risky and safe. On`,
      `${CATALOGUE.length - different.length} of them the verdicts agree. These ${different.length} differ, and why:`,
      '',
      '| rule of oasdiff | its level | ours | why |',
      '| --- | --- | --- | --- |',
      ...rows,
      '',
    ].join('\n');
    await expect(page).toMatchFileSnapshot('../../../docs/ref-diff-verdicts.md');
  });
});
