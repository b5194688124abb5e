/** Configuration that is data: JSON and YAML. `literals` reads configuration that is code. */
import { placedYaml } from '../../system/yaml/placed-yaml.ts';
import { issueIn } from '../model.ts';
import type { ImportIssue, SourceFolder } from '../model.ts';

const NOT_READ = (format: string): string =>
  `This file is not valid ${format}, so it was not read.`;

/**
 * The line, from 1, on which a value is written in the settings; null if it is not found, because
 * settings may write it in another way.
 */
export function lineNaming(text: string, value: string): number | null {
  for (let at = text.indexOf(value); at !== -1; at = text.indexOf(value, at + value.length)) {
    const around = text.charAt(at - 1) + text.charAt(at + value.length);
    if (!/[\w/.-]/.test(around)) return text.slice(0, at).split('\n').length;
    if (value === '') return null;
  }
  return null;
}

/**
 * Reads a configuration file. Returns null if it is missing. Returns null and adds an issue if it
 * cannot be parsed.
 */
export async function readToolConfig(
  folder: SourceFolder,
  file: string | undefined,
  issues: ImportIssue[],
  notRead = NOT_READ,
): Promise<unknown> {
  const text = file === undefined ? null : folder.text(file);
  if (file === undefined || text === null) return null;
  const tell = (line: number, says: string): null => {
    issues.push(issueIn(file, line, 'config', says));
    return null;
  };
  const plain = text.replace(/^\u{feff}/u, '');
  if (/\.ya?ml$/i.test(file)) {
    // Tags such as `!!python/name` belong to the tool; their values are read as text.
    const yaml = await placedYaml(plain, 'source');
    return 'value' in yaml ? yaml.value : tell(yaml.line, notRead('YAML'));
  }
  if (file.endsWith('.json')) {
    try {
      return JSON.parse(plain) as unknown;
    } catch {
      return tell(1, notRead('JSON'));
    }
  }
  // The configuration of most tools is data, which needs no parser of code.
  const { UNKNOWN, valueOfCode } = await import('./literals.ts');
  const { value, unread } = valueOfCode(folder, file);
  for (const each of unread) issues.push(each);
  return value === UNKNOWN ? null : value;
}
