import type { FmtReport, FormattedFile } from './document.ts';
import type { Context } from '../../context.ts';
import { formatPage } from '../../content/format-page.ts';
import type { Formatted } from '../../content/format-page.ts';
import { Failure } from '../../model/failure.ts';
import { noPages } from '../shared/page-folders/no-pages.ts';
import type { FilePath } from '../../model/ids.ts';
import type { Project } from '../../model/project.ts';
import { replaceText } from '../../content/folder/replace-text.ts';
import { fileIn, unreadIn, unreadWarnings } from '../../content/folder/list-folder.ts';
import { annotate } from '../shared/annotations.ts';
import { readTexts } from '../../content/folder/folder-of-texts.ts';
import { selectFiles, filesNamed } from '../shared/page-folders/selected-files.ts';
import { colouredDiff, unifiedDiff } from '../../ui/diff.ts';
import { count, grouped } from '../../model/text/sentences.ts';
import type { View } from '../../ui/ui.ts';

export interface FmtFlags {
  readonly check: boolean;
  readonly diff: boolean;
}

interface PageText {
  readonly file: FilePath;
  readonly text: string;
}

/** Formats the pages that `names` name. Each file is written whole or not at all. Writes nothing with `--check` or `--diff`. */
export async function runFmt(
  context: Context,
  names: readonly string[],
  flags: FmtFlags,
): Promise<void> {
  const { host, ui } = context;
  const project = await context.project();
  const { pages, unreadable, warnings } = await filesOf(project, names, host.cwd);
  for (const warning of warnings) ui.warn(warning);
  if (pages.length === 0) throw noPages(project, await context.config());
  const writes = !flags.check && !flags.diff;
  const progress = ui.progress('Formatting');
  const files: FormattedFile[] = [];
  for (const [index, page] of pages.entries()) {
    host.signal.throwIfAborted();
    progress.update(`Formatting ${index} of ${pages.length}`);
    const formatted = formatPage(page.text);
    if (formatted.kind === 'same') continue;
    const isLeft =
      formatted.kind === 'changed' && writes && !(await write(project, page, formatted.text));
    const outcome: Formatted = isLeft ? { kind: 'refused', reason: EDITED } : formatted;
    files.push(fileOf(page, outcome, flags.diff));
  }
  progress.stop();
  const report: FmtReport = { files, pages: pages.length, written: writes };
  for (const { file, reason } of files) {
    if (reason !== null) ui.warn(`${file} stays as it is: ${reason}.`);
  }
  await ui.result(report, fmtView, { long: flags.diff });
  const changed = files.filter(({ reason }) => reason === null);
  if (flags.check) await failWhereAny(context, changed);
  const left = files.length - changed.length + unreadable;
  if (left > 0 && !flags.diff) throw notFormatted(left);
}

const notFormatted = (pages: number): Failure =>
  new Failure('content', `${count(pages, 'page')} ${pages === 1 ? 'was' : 'were'} not formatted.`);

function fileOf({ file, text }: PageText, formatted: Formatted, diff: boolean): FormattedFile {
  if (formatted.kind !== 'changed') {
    return { file, reason: formatted.kind === 'refused' ? formatted.reason : null, diff: null };
  }
  return {
    file,
    reason: null,
    diff: diff ? unifiedDiff(text, formatted.text, file, `${file}, formatted`) : null,
  };
}

const EDITED = 'it changed in the meantime';

const write = (project: Project, { file, text }: PageText, formatted: string): Promise<boolean> =>
  replaceText(project, file, text, formatted);

async function failWhereAny(context: Context, changed: readonly FormattedFile[]): Promise<void> {
  const message = 'This page is not in its canonical form.';
  await annotate(
    context,
    changed.map(({ file }) => ({ severity: 'error', place: { file }, message })),
  );
  if (changed.length === 0) return;
  const what = `${count(changed.length, 'page')} ${changed.length === 1 ? 'is' : 'are'}`;
  throw new Failure('content', `${what} not in canonical form.`, {
    hint: `docs fmt rewrites ${changed.length === 1 ? 'it' : 'them'}`,
  });
}

interface NamedFiles {
  readonly pages: readonly PageText[];
  /** The number of pages that cannot be read. */
  readonly unreadable: number;
  /** About these, and about other files there that may be meant as pages. */
  readonly warnings: readonly string[];
}

async function filesOf(
  project: Project,
  names: readonly string[],
  workingFolder: string,
): Promise<NamedFiles> {
  const read = await Promise.all(project.contents.map((folder) => readTexts(project, folder)));
  const pages = read.flatMap((each) =>
    [...each.pages]
      .filter(([path]) => each.takes(path))
      .map(([path, { text }]) => ({ file: fileIn(each.folder.path, path), text })),
  );
  const unread = read.flatMap(unreadIn);
  const leftOut = read.flatMap(({ folder, leftOut: all, pages: readable, refused }) => {
    const refusals = new Set(refused.map(({ path }) => path));
    return all
      .filter(({ path }) => !readable.has(path))
      .map(({ path, reason, rule }) => ({
        file: fileIn(folder.path, path),
        reason,
        // A file without a place is not a page.
        isPage: path.endsWith('.md') && (rule !== undefined || refusals.has(path)),
      }));
  });
  const about = (
    isAsked: (file: FilePath) => boolean,
  ): Pick<NamedFiles, 'unreadable' | 'warnings'> => {
    const left = leftOut.filter(({ file }) => isAsked(file));
    return {
      unreadable: left.filter(({ isPage }) => isPage).length,
      warnings: [
        ...left.map(({ file, reason }) => `${file} stays as it is: it ${reason}.`),
        ...unreadWarnings(unread.filter(isAsked)),
      ],
    };
  };
  if (names.length === 0) return { pages, ...about(() => true) };
  const keys = read.flatMap(({ candidates }) =>
    candidates.map(({ key, file }) => [key, file] as const),
  );
  const base = { root: project.root, workingFolder };
  const isNamed = await selectFiles(names, { files: pages.map(({ file }) => file), keys }, base);
  const others = [...unread, ...leftOut.map(({ file }) => file)];
  const asked = new Set(names.flatMap((name) => filesNamed(name, { files: others, keys }, base)));
  return {
    pages: pages.filter(({ file }) => isNamed(file)),
    ...about((file) => asked.has(file)),
  };
}

const fmtView: View<FmtReport> = ({ files, pages, written }, style) => {
  const changed = files.filter(({ reason }) => reason === null);
  const lines = changed.map(({ file, diff }) =>
    diff === null || diff === '' ? style.text(file) : colouredDiff(diff, style),
  );
  const left = files.length - changed.length;
  const done = written ? 'rewritten' : 'to be rewritten';
  const ofAll = changed.length === pages ? '' : `${grouped(changed.length)} of `;
  const total =
    changed.length === 0
      ? `${style.green('✔')} ${count(pages - left, 'page')} in canonical form`
      : `${ofAll}${count(pages, 'page')} ${done}`;
  if (left === 0) return [...lines, total].join('\n');
  const asTheyAre = `left as ${left === 1 ? 'it is' : 'they are'}`;
  const rest = left === pages ? count(left, 'page') : `${total}, ${grouped(left)}`;
  return [...lines, `${rest} ${asTheyAre}`].join('\n');
};
