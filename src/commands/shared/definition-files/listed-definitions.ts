/** Checks the definitions in the configuration and in content folders, with the rules of `docs ref check`. */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Config } from '../../../config/config.ts';
import { placeOfSetting } from '../../../config/setting-place.ts';
import type { Context } from '../../../context.ts';
import { finding } from '../../../content/check/finding.ts';
import type { CheckFinding } from '../../../content/check/finding.ts';
import { projectText } from '../../../system/files/read.ts';
import type { TextOrProblem } from '../../../system/files/read.ts';
import { RULES } from '../../../content/check/rules.ts';
import { innermostOf } from '../../../content/layouts/layout.ts';
import { isLikeSettings, isUnreadSettingsOf, settingsFileOf } from '../../../content/file-names.ts';
import { filesAround } from '../../../content/folder/list-folder.ts';
import { checkReferenceSettings, unreadSettings } from '../page-folders/repository-files.ts';
import { placeIn } from '../../../system/files/path.ts';
import type { Place } from '../../../system/findings/place.ts';
import type { FilePath } from '../../../model/ids.ts';
import { type Project, generatedFiles } from '../../../model/project.ts';

/**
 * Rejects with `config` if the project's rules for definitions cannot be used.
 *
 * @param open texts that count instead of those on the disk, as an editor has them
 */
export async function checkDefinitions(
  context: Context,
  project: Project,
  inFolders: readonly FilePath[],
  { isNamed, isAsked }: Record<'isNamed' | 'isAsked', (file: FilePath) => boolean>,
  open: ReadonlyMap<FilePath, string> = new Map(),
): Promise<CheckFinding[]> {
  const { root, references, contents } = project;
  const listed = references.map(({ file }) => file);
  const asked = new Set([...listed, ...inFolders].filter(isAsked));
  if (asked.size === 0) return [];
  const generated = generatedFiles(project);
  const { notMade } = await import('./wanted-definitions.ts');
  const { checkOne, findingOf } = await import('./checked-definitions.ts');
  const textIn = (file: FilePath): TextOrProblem | null => {
    const text = open.get(file);
    return text === undefined ? projectText(root, file) : { text };
  };
  const policy = {
    root,
    network: false,
    outside: false,
    signal: context.host.signal,
    open: new Map(Array.from(open, ([file, text]) => [resolve(root, file), text])),
  };
  const config = await context.config();
  const checks = { rules: config.checks.value, others: Object.keys(RULES), none: false };
  const findings: CheckFinding[] = [];
  const ofFolders = new Set<FilePath>();
  // Definitions and settings in content folders are checked with their folder.
  for (const file of listed) {
    const beside = settingsFileOf(file);
    if (!isAsked(file) || inFolders.includes(file) || beside === file) continue;
    findings.push(...(await checkReferenceSettings(beside, textIn(beside))));
    for (const other of new Set([...filesAround(root, file), ...open.keys()])) {
      if (listed.includes(other) || !isUnreadSettingsOf(file, other, () => false)) continue;
      if (isLikeSettings(other)) ofFolders.add(other);
      else findings.push(...(await unreadSettings(other, textIn(other), beside)));
    }
  }
  for (const file of ofFolders) {
    if (innermostOf(file, contents) !== -1) continue;
    findings.push(...(await unreadSettings(file, textIn(file), null)));
  }
  for (const file of asked) {
    const path = resolve(root, file);
    const place = placeIn(root, file);
    if ('problem' in place) {
      const message = `This definition ${place.problem}, so it is not read.`;
      findings.push(finding('bad-definition', { file, message }));
      continue;
    }
    if (!existsSync(path)) {
      if (generated.has(file)) {
        context.ui.say((style) => style.text(`${notMade(file)}: it was not checked.`));
        continue;
      }
      const message = `The configuration lists the definition "${file}", which does not exist.`;
      findings.push(finding('bad-definition', { ...(await whereListed(config, file)), message }));
      continue;
    }
    const { problems, notes } = await checkOne(path, policy, checks);
    for (const note of notes) context.ui.warn(note);
    for (const each of problems) {
      const found = findingOf(root, each);
      if (isNamed(found.place.file)) findings.push(found);
    }
  }
  return findings;
}

/** The place in the configuration that lists a missing definition, which has no lines itself. */
async function whereListed({ root, references }: Config, listed: string): Promise<Place<FilePath>> {
  const index = references.value.findIndex(({ file }) => file === listed);
  const path = ['references', index, 'file'];
  const place = await placeOfSetting(references, { path, from: root });
  const { file = '.', line = 1, column = 1 } = place ?? {};
  return { file: file as FilePath, line, column };
}
