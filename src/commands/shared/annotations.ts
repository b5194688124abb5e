import { Failure } from '../../model/failure.ts';
import type { Context } from '../../context.ts';
import { repositoryPaths } from '../../system/programs/repository-path.ts';
import type { Annotation } from '../../ui/ui.ts';

/** Annotates places in the pull request on GitHub Actions. Paths: in the project, or absolute. */
export async function annotate(
  context: Context,
  annotations: readonly Annotation[],
): Promise<void> {
  const nameOf = await forgeNames(context);
  for (const each of annotations) {
    const { file } = each.place ?? {};
    const named =
      file === undefined ? each : { ...each, place: { ...each.place, file: nameOf(file) } };
    context.ui.annotate(named);
  }
}

/** The most annotations of one rule: forges show few, and count the rest. */
const MAX_ANNOTATIONS = 10;

/** The first findings of each rule, in their order. */
export function fewOfEachRule<T extends { readonly rule: string }>(findings: readonly T[]): T[] {
  const counts = new Map<string, number>();
  return findings.filter(({ rule }) => {
    const number = (counts.get(rule) ?? 0) + 1;
    counts.set(rule, number);
    return number <= MAX_ANNOTATIONS;
  });
}

/** A file's name on a forge, for annotations, SARIF and summaries. Paths as in `annotate`. */
export async function forgeNames(context: Context): Promise<(file: string) => string> {
  const { root } = await context.folder();
  const nameOf = repositoryPaths(context.host, root);
  return (file) => (/^https?:/.test(file) ? file : nameOf(file));
}

/**
 * The name of this configuration, if the repository has several: the folder of its file, or the
 * file if it has a special name, and the profile. Null for the default file at the top without a
 * profile.
 */
export async function configurationName(context: Context): Promise<string | null> {
  const { file, profile } = await context.config();
  const path = file === null ? '' : (await forgeNames(context))(file);
  const where = path.replace(/(?:^|\/)docs-cli\.config\.[a-z]+$/, '');
  const names = [where, profile.value === null ? '' : `profile ${profile.value}`];
  const said = names.filter((name) => name !== '').join(', ');
  return said === '' ? null : said;
}

/** Throws `usage` if `--json` comes with a format of lines. */
export function requireOneFormat(format: string, json: boolean): void {
  if (!json || !['github', 'unix'].includes(format)) return;
  throw new Failure('usage', `--format ${format} prints lines, and --json a document.`, {
    hint: 'Leave out one of them',
  });
}
