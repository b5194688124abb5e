import type { Context } from '../../context.ts';
import { checkSite } from '../../content/check/check.ts';
import { inOrder } from '../../content/check/finding.ts';
import type { Finding } from '../../content/check/finding.ts';
import { Site } from '../../content/check/site.ts';
import type { CheckedPage } from '../../content/check/site.ts';
import { Failure } from '../../model/failure.ts';
import type { FilePath } from '../../model/ids.ts';
import type { Project } from '../../model/project.ts';
import { fileIn } from '../../sync/scan-folder.ts';
import type { CheckReport } from '../../ui/views/check.ts';
import { arrange } from './arrange.ts';
import { changedFiles } from './changed.ts';
import { checkDefinitions } from './definitions.ts';
import { readFolder } from './folder.ts';
import { mend } from './mend.ts';
import { show } from './show.ts';
import { selectFiles } from './select.ts';

export interface CheckFlags {
  readonly format: 'text' | 'json' | 'sarif' | 'github';
  readonly fix: boolean;
  /** `true`: since the last commit. */
  readonly changed?: string | true;
  readonly maxWarnings?: number;
}

/** Checks and prints what was found. No request. Rejects with `content` where there are errors, or more warnings than allowed. */
export async function runCheck(
  context: Context,
  names: readonly string[],
  flags: CheckFlags,
): Promise<void> {
  const project = await context.project();
  let checked = await checkProject(context, project, names, flags);
  let fixed: readonly Finding[] = [];
  if (flags.fix) {
    fixed = await mend(project.root, checked.findings);
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
    throw new Failure('content', `${counted(errors, 'error')} in ${counted(pages, 'page')}.`);
  if (warnings > maxWarnings) {
    throw new Failure(
      'content',
      `${counted(warnings, 'warning')}, and ${maxWarnings} are allowed.`,
    );
  }
}

const counted = (number: number, noun: string): string =>
  `${number} ${noun}${number === 1 ? '' : 's'}`;

const shown = ({ fix, ...rest }: Finding): CheckReport['findings'][number] => ({
  ...rest,
  fixable: fix !== null,
});

interface Checked {
  readonly findings: readonly Finding[];
  /** How many pages were asked about. */
  readonly pages: number;
}

/** All findings about what `names` and `--changed` ask for, in order. */
export async function checkProject(
  context: Context,
  project: Project,
  names: readonly string[],
  { changed }: Pick<CheckFlags, 'changed'>,
): Promise<Checked> {
  const read = await Promise.all(project.contents.map((folder) => readFolder(project, folder)));
  const arranged = await Promise.all(read.map(arrange));
  const pages = arranged.flatMap((folder) => folder.pages);
  const files = read.flatMap(({ folder, files }) => files.map((path) => fileIn(folder.path, path)));
  const site = new Site({
    pages,
    documentations: arranged.flatMap(({ documentations }) => documentations),
    references: arranged.flatMap(({ references }) => references),
    files: new Set(files),
    folders: project.contents.map(({ path }) => path),
  });
  const isAsked = await asked(context, project, names, changed, { files, pages });
  const taken = new Set(
    read.flatMap(({ folder, pages, takes }) =>
      [...pages.keys()].filter(takes).map((path) => fileIn(folder.path, path)),
    ),
  );
  const isOurs = ({ file }: CheckedPage): boolean => taken.has(file) && isAsked(file);
  const found = [
    ...arranged.flatMap(({ findings }) => findings),
    ...(await checkSite(
      pages.filter(({ file }) => taken.has(file)),
      site,
      isOurs,
    )),
    ...(await checkDefinitions(context, project, isAsked)),
  ];
  const findings = inOrder(found.filter(({ file }) => isAsked(file)));
  return { findings, pages: [...taken].filter(isAsked).length };
}

async function asked(
  { host }: Context,
  { root, references }: Project,
  names: readonly string[],
  changed: string | true | undefined,
  { files, pages }: { readonly files: readonly FilePath[]; readonly pages: readonly CheckedPage[] },
): Promise<(file: FilePath) => boolean> {
  const known = {
    files: [...files, ...references.map(({ file }) => file)],
    keys: pages.map(({ key, file }) => [key, file] as const),
  };
  const isNamed = selectFiles(names, known, root, host.cwd);
  if (changed === undefined) return isNamed;
  const since = await changedFiles(root, changed === true ? 'HEAD' : changed);
  return (file) => isNamed(file) && since.has(file.normalize('NFC'));
}
