/** The front matter of a changelog post. */
import type { FilePath } from '../../../model/ids.ts';
import { nearest } from '../../../model/text/nearest.ts';
import type { SettingsMap, SettingsValue } from '../../settings/settings-file.ts';
import { finding, quoted } from '../finding.ts';
import type { Finding } from '../finding.ts';
import { placedYaml } from './placed-yaml.ts';
import type { PlacedYaml } from './placed-yaml.ts';

const KEYS = ['title', 'date', 'published'];

/** Errors, because the platform refuses such a post. An unknown key is a warning. */
export async function checkPostHeader(file: FilePath, header: string | null): Promise<Finding[]> {
  if (header === null) {
    const message = 'The front matter of this post is missing, or not closed.';
    const hint =
      'It begins with a line of `---`, then `title`, `date` and `published`, then another line of `---`';
    return [finding('bad-post', { file, message, hint })];
  }
  const yaml = await placedYaml(header);
  if ('problem' in yaml) {
    const { problem: message, line, column } = yaml;
    return [finding('bad-post', { file, line: line + 1, column, message, hint: null })];
  }
  const values = mapOf(yaml.value);
  if (values === null) {
    const message = 'The front matter is not a list of `key: value` lines.';
    return [finding('bad-post', { file, line: 2, message })];
  }
  return [...checkValues(file, yaml, values), ...unknownKeys(file, yaml, values, KEYS)];
}

function checkValues(file: FilePath, yaml: PlacedYaml, values: SettingsMap): Finding[] {
  const findings: Finding[] = [];
  const wrong = (key: string, message: string, hint: string | null = null): void => {
    const place = Object.hasOwn(values, key) ? below(yaml.valueAt([key])) : { line: 1, column: 1 };
    findings.push(finding('bad-post', { file, ...place, message, hint }));
  };
  const text = (key: string): string | null => {
    const value = Object.hasOwn(values, key) ? values[key] : null;
    return typeof value === 'string' && value.trim() !== '' ? value : null;
  };
  if (text('title') === null) wrong('title', 'A post needs a `title`, as text.');
  const date = text('date');
  if (date === null || !isDate(date)) {
    const said = date === null ? 'A post needs a `date`.' : `${quoted(date)} is not a date.`;
    wrong('date', said, 'Write it as `2026-08-04`, or `2026-08-04 14:30:00` with a time');
  }
  const published = Object.hasOwn(values, 'published') ? (values['published'] ?? null) : null;
  if (published !== null && !(typeof published === 'string' && isFlag(published))) {
    const said = typeof published === 'string' ? `, not ${quoted(published)}` : '';
    wrong('published', `\`published\` must be true or false${said}.`);
  }
  return findings;
}

/** Keys that are not in `known`. Their places are in the file, in which the front matter begins on the second line. */
export const unknownKeys = (
  file: FilePath,
  yaml: PlacedYaml,
  values: SettingsMap,
  known: readonly string[],
): Finding[] =>
  Object.keys(values).flatMap((key) => {
    if (known.includes(key)) return [];
    const near = nearest(key, known);
    const message = `Unknown key \`${key}\`.`;
    const hint = near === undefined ? null : `Did you mean \`${near}\`?`;
    return finding('unknown-key', { file, ...below(yaml.keyAt([key])), message, hint });
  });

/** Returns null if it is not a map. An empty front matter is an empty map. */
export function mapOf(value: SettingsValue): SettingsMap | null {
  if (value === null || value === '') return {};
  return typeof value === 'object' && !Array.isArray(value) ? (value as SettingsMap) : null;
}

/** The place in the file of a place in its front matter. */
const below = ({ line, column }: { readonly line: number; readonly column: number }) => ({
  line: line + 1,
  column,
});

const isFlag = (text: string): boolean => /^(?:true|false)$/i.test(text);

const DATE = /^(\d{4})-(\d{2})-(\d{2})(?: ([01]\d|2[0-3]):[0-5]\d:[0-5]\d)?$/;

/** Whether it is an existing day, alone or with a time. */
function isDate(text: string): boolean {
  const [, year, month, day] = DATE.exec(text.trim()) ?? [];
  if (year === undefined) return false;
  const moment = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  return moment.getUTCMonth() === Number(month) - 1 && moment.getUTCDate() === Number(day);
}
