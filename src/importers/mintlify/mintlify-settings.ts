/** Mintlify's settings: `docs.json`, and files it includes as `{ "$ref": "./other.json" }`. */
import { readToolConfig } from '../config/data.ts';
import { settingsTeller, tellUnread } from '../issues.ts';
import type { ImportIssue, SourceFolder } from '../model.ts';
import { fileNamed } from '../read/includes.ts';
import { isRecord, textUnder } from '../config-values.ts';

/**
 * The limit for included files, in characters. Files that include each other twice would grow
 * without end.
 */
const MAX_READ = 4_000_000;
const DEEPEST = 20;
const DEEPEST_VALUE = 100;

/**
 * Reads `file` and its includes. `isWhole`: whether all were read. Each one that was not read is an
 * issue.
 */
export async function readMintlifySettings(
  folder: SourceFolder,
  base: string,
  file: string | undefined,
  issues: ImportIssue[],
): Promise<{
  readonly value: unknown;
  readonly isWhole: boolean;
  readonly settings: readonly string[];
}> {
  let left = MAX_READ;
  let isWhole = true;
  const settings: string[] = [];

  const read = async (path: string | undefined, open: readonly string[]): Promise<unknown> => {
    const value = await readToolConfig(folder, path, issues);
    isWhole &&= value !== null;
    if (path === undefined) return value;
    settings.push(path);
    return whole(value, [...open, path], 0);
  };

  const referenced = async (path: string, open: readonly string[]): Promise<unknown> => {
    const from = open.at(-1) ?? '';
    const found = fileNamed(path, from, { folder, roots: [base] });
    const length = typeof found === 'string' ? (folder.text(found) ?? '').length : 0;
    const problem =
      typeof found === 'object'
        ? found.problem
        : open.includes(found)
          ? 'it includes itself'
          : open.length > DEEPEST || length > left
            ? 'the settings are nested too deeply'
            : null;
    if (typeof found === 'string' && problem === null) {
      left -= length;
      return read(found, open);
    }
    isWhole = false;
    tellUnread(settingsTeller(folder, from, issues), path, problem ?? undefined);
    return null;
  };

  const whole = async (
    value: unknown,
    open: readonly string[],
    depth: number,
  ): Promise<unknown> => {
    if (depth > DEEPEST_VALUE) return null;
    if (Array.isArray(value)) {
      const items: unknown[] = [];
      for (const item of value as readonly unknown[])
        items.push(await whole(item, open, depth + 1));
      return items;
    }
    if (!isRecord(value)) return value;
    const entries: (readonly [string, unknown])[] = [];
    for (const [key, each] of Object.entries(value)) {
      if (key !== '$ref') entries.push([key, await whole(each, open, depth + 1)]);
    }
    const own: unknown = Object.fromEntries(entries);
    const path = textUnder(value, '$ref');
    if (path === null) return own;
    const named = await referenced(path, open);
    // Keys next to `$ref` override those of the file.
    return isRecord(named) && isRecord(own) ? { ...named, ...own } : (named ?? own);
  };

  const value = await read(file, []);
  return { value, isWhole, settings };
}
