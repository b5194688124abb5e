import type { CheckReport } from '../../ui/documents/check.ts';
import type { Context } from '../../context.ts';
import { inOrder } from '../../content/check/finding.ts';
import type { Finding } from '../../content/check/finding.ts';
import { Failure } from '../../model/failure.ts';
import type { FilePath } from '../../model/ids.ts';
import type { Project } from '../../model/project.ts';
import { fileIn } from '../../content/folder/list-folder.ts';
import { count } from '../../ui/count.ts';
import { brokenSince } from './broken-since.ts';
import type { BrokenSince } from './broken-since.ts';
import { checkDefinitions } from './listed-definitions.ts';
import { readTexts } from './folder-of-texts.ts';
import type { FolderOfTexts } from './folder-of-texts.ts';
import { checkFolders } from './checked-folders.ts';
import type { CheckedFolders } from './checked-folders.ts';
import { fixFiles } from './fixed-files.ts';
import { show } from './show-findings.ts';
import { selectFiles } from './selected-files.ts';

export interface CheckFlags {
  readonly format: 'text' | 'json' | 'sarif' | 'github';
  readonly fix: boolean;
  /** `true`: since the last commit. */
  readonly changed?: string | true;
  readonly maxWarnings?: number;
}

/** Checks and prints what was found. No request. Rejects with `content` if there are errors, or more warnings than allowed. */
export async function runCheck(
  context: Context,
  names: readonly string[],
  flags: CheckFlags,
): Promise<void> {
  const project = await context.project();
  let checked = await checkProject(context, project, names, flags);
  let fixed: readonly Finding[] = [];
  if (flags.fix) {
    fixed = await fixFiles(project, checked.findings, checked.texts);
    if (fixed.length > 0) checked = await checkProject(context, project, names, flags);
  }
  const { findings, pages } = checked;
  const errors = findings.filter(({ severity }) => severity === 'error').length;
  const warnings = findings.length - errors;
  const report: CheckReport = {
    findings: findings.map(shown),
    fixed: fixed.map(shown),
    pages,
    errors,
    warnings,
  };
  await show(context, report, findings, flags.format);
  const { maxWarnings = Number.POSITIVE_INFINITY } = flags;
  if (errors > 0)
    throw new Failure('content', `${count(errors, 'error')} in ${count(pages, 'page')}.`);
  if (warnings > maxWarnings) {
    throw new Failure('content', `${count(warnings, 'warning')}, and ${maxWarnings} are allowed.`);
  }
}

const shown = ({ fix, ...rest }: Finding): CheckReport['findings'][number] => ({
  ...rest,
  fixable: fix !== null,
});

interface Checked {
  readonly findings: readonly Finding[];
  /** How many pages were asked about. */
  readonly pages: number;
  /** Of all files that a finding may be fixed in. */
  readonly texts: ReadonlyMap<FilePath, string>;
}

/** All findings about what `names` and `--changed` ask for, in order. */
async function checkProject(
  context: Context,
  project: Project,
  names: readonly string[],
  { changed }: Pick<CheckFlags, 'changed'>,
): Promise<Checked> {
  const read = await Promise.all(project.contents.map((folder) => readTexts(project, folder)));
  const whole = await checkFolders(project, read);
  const isNamed = await selectFiles(names, known(project, whole), {
    root: project.root,
    workingFolder: context.host.cwd,
  });
  const since =
    changed === undefined
      ? everything
      : await brokenSince(
          { project, machine: context.host },
          read,
          changed === true ? 'HEAD' : changed,
        );
  const isAsked = (file: FilePath): boolean => isNamed(file) && since.isChanged(file);
  const found = await whole.findings(isNamed);
  const definitions = await checkDefinitions(context, project, whole.definitions, isAsked);
  return {
    findings: inOrder([
      ...(await since.wanted(found)),
      ...definitions.filter(({ file }) => isNamed(file)),
    ]),
    pages: whole.taken.filter(isAsked).length,
    texts: new Map(textsIn(read)),
  };
}

function* textsIn(read: readonly FolderOfTexts[]): Generator<readonly [FilePath, string]> {
  for (const { folder, pages, settingsTexts } of read) {
    for (const [path, { text }] of pages) yield [fileIn(folder.path, path), text];
    for (const [path, text] of settingsTexts) yield [fileIn(folder.path, path), text];
  }
}

/** Without `--changed`. */
const everything: BrokenSince = { isChanged: () => true, wanted: async (findings) => findings };

const known = ({ references }: Project, { files, pages }: CheckedFolders) => ({
  files: [...files, ...references.map(({ file }) => file)],
  keys: pages.map(({ key, file }) => [key, file] as const),
});
