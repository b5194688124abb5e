/** The definitions that the configuration lists and those that lie in content folders, by the rules of `docs ref check`. */
import { existsSync } from 'node:fs';
import { relative, resolve, sep } from 'node:path';
import type { Context } from '../../context.ts';
import { finding } from '../../content/check/finding.ts';
import type { Finding } from '../../content/check/finding.ts';
import { RULES } from '../../content/check/rules.ts';
import { placeIn } from '../../files/limit.ts';
import type { FilePath } from '../../model/ids.ts';
import type { Project } from '../../model/project.ts';

/** Rejects with `config` if the rules of definitions cannot be used. */
export async function checkDefinitions(
  context: Context,
  { root, references }: Project,
  inFolders: readonly FilePath[],
  isAsked: (file: FilePath) => boolean,
): Promise<Finding[]> {
  const listed = references.map(({ file }) => file);
  const asked = new Set([...listed, ...inFolders].filter(isAsked));
  if (asked.size === 0) return [];
  const { checkOne } = await import('../../definition-files/checked-definitions.ts');
  const policy = { root, network: false, outside: false, signal: context.host.signal };
  const { checks: set } = await context.config();
  const checks = { rules: set.value, others: Object.keys(RULES), none: false };
  const findings: Finding[] = [];
  for (const file of asked) {
    const path = resolve(root, file);
    const place = placeIn(root, file);
    if ('problem' in place) {
      const message = `This definition ${place.problem}, so it is not read.`;
      findings.push(finding('bad-definition', { file, message }));
      continue;
    }
    if (!existsSync(path)) {
      const message = 'The configuration lists this definition, but the file does not exist.';
      findings.push(finding('bad-definition', { file, message }));
      continue;
    }
    const { problems, notes } = await checkOne(path, policy, checks);
    for (const note of notes) context.ui.warn(note);
    for (const { severity, rule, message, file: where, line, column } of problems) {
      const code = severity === 'error' ? 'bad-definition' : 'definition-warning';
      const at = relative(root, where).split(sep).join('/') as FilePath;
      findings.push(finding(code, { file: at, line, column, message: `${message} (${rule})` }));
    }
  }
  return findings;
}
