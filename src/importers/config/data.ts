/** Configuration that is data: JSON, with comments or without, and YAML. */
import type { ImportIssue, SourceFolder } from '../model.ts';

/** Reads a configuration file of any kind; null with issues if there is nothing to be had of it. */
export async function readToolConfig(
  folder: SourceFolder,
  file: string,
  issues: ImportIssue[],
): Promise<unknown> {
  const text = folder.text(file);
  if (text === null) return null;
  if (/\.ya?ml$/i.test(file)) return yamlIn(text, file, issues);
  if (file.endsWith('.json')) {
    try {
      return JSON.parse(text.replace(/^\u{feff}/u, '')) as unknown;
    } catch {
      issues.push({
        file,
        line: 1,
        kind: 'config',
        says: 'This file is not valid JSON, so it was not read.',
      });
      return null;
    }
  }
  // Most tools have data, and no need of a parser of code.
  const { UNKNOWN, valueOfCode } = await import('./literals.ts');
  const { value, unread } = valueOfCode(folder, file);
  for (const { file: where, line, says } of unread) {
    issues.push({ file: where, line, kind: 'config', says });
  }
  return value === UNKNOWN ? null : value;
}

async function yamlIn(text: string, file: string, issues: ImportIssue[]): Promise<unknown> {
  const { parseYaml } = await import('../../yaml/parse-yaml.ts');
  // Tags such as `!!python/name` are the tool's own: what they say is text here.
  const document = parseYaml(text, { prettyErrors: false, logLevel: 'silent' });
  const [error] = document.errors;
  if (error !== undefined) {
    const line = text.slice(0, error.pos[0]).split('\n').length;
    issues.push({
      file,
      line,
      kind: 'config',
      says: 'This file is not valid YAML, so it was not read.',
    });
    return null;
  }
  try {
    return document.toJS({ maxAliasCount: 100 }) as unknown;
  } catch {
    issues.push({
      file,
      line: null,
      kind: 'config',
      says: 'Its YAML aliases form a cycle.',
    });
    return null;
  }
}
