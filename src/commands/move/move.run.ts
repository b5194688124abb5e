import type { MoveReport } from './document.ts';
import type { Context } from '../../context.ts';
import { REDIRECTS_FILE } from '../../content/redirects/redirects.ts';
import { fileIn } from '../../content/folder/list-folder.ts';
import type { FilePath, PageKey } from '../../model/ids.ts';
import { inShell } from '../../model/text/shell.ts';
import type { Translations } from '../../model/project.ts';
import { readTexts } from '../../content/folder/folder-of-texts.ts';
import {
  marked,
  movableLines,
  requireFinishedMove,
  withEachLock,
  withLines,
} from '../../sync/engine.ts';
import { count } from '../../model/text/sentences.ts';
import { reporter } from '../shared/run-report.ts';
import type { View } from '../../ui/ui.ts';
import { moveFiles, requireNoOrphan } from '../../move/move-files.ts';
import type { MovableLines } from '../../move/move-files.ts';
import { planMove } from '../../move/plan-move.ts';
import { renamesOf } from '../../move/renames.ts';
import type { Rename } from '../../move/renames.ts';

export interface MoveFlags {
  readonly dryRun: boolean;
}

/**
 * Moves a page, a folder or another file, with everything that names it. Rejects with `usage` or
 * `content`, and changes nothing, if something is in the way; if a file cannot be written, what was
 * done before is undone.
 */
export async function runMove(
  context: Context,
  from: string,
  to: string,
  { dryRun }: MoveFlags,
): Promise<void> {
  const { host, ui } = context;
  const [project, config] = await Promise.all([context.project(), context.config()]);
  requireFinishedMove(project);
  const read = await Promise.all(project.contents.map((folder) => readTexts(project, folder)));
  const files = new Set(
    read.flatMap(({ folder, pages }) =>
      Array.from(pages.keys(), (path) => fileIn(folder.path, path)),
    ),
  );
  const pages = read.flatMap(({ candidates }) => candidates);
  const known = {
    isPage: (file: FilePath) => files.has(file),
    fileOf: (name: string) => pages.find(({ key }) => key === name)?.file,
  };
  const base = { root: project.root, workingFolder: host.cwd };
  const plan = await planMove(project, read, renamesOf([from, to], known, base));
  for (const warning of plan.warnings) ui.warn(warning);
  const locks = withEachLock(project);
  const carry = async (lines: readonly MovableLines[]): Promise<void> => {
    for (const each of lines) requireNoOrphan(plan, each);
    if (dryRun) return;
    const move = () => moveFiles(project, plan, lines, ui.warn.bind(ui));
    await marked(project, [from, to], plan.renames, move);
  };
  const deps = { clock: host.clock, signal: host.signal, report: reporter(ui) };
  if (dryRun) await carry(await Promise.all(locks.map(movableLines)));
  else await withLines(locks, config.maxWaitMs.value, deps, carry);
  const report: MoveReport = {
    files: plan.files,
    changed: plan.edits.map(({ file }) => file),
    addresses: Array.from(plan.keys, ([was, now]) => ({ from: was, to: now })),
    translations: translationsOf(plan.files, files, config.translations.value),
    written: !dryRun,
  };
  await ui.result(report, moveView(plan.renames), { long: true });
}

/** The translations of pages that moved within their folder, and where they belong now. */
const translationsOf = (
  moved: MoveReport['files'],
  pages: ReadonlySet<FilePath>,
  settings: readonly Translations[],
): MoveReport['translations'] =>
  settings.flatMap(({ of, in: folders }) =>
    moved
      .filter(({ from, to }) => from.startsWith(`${of}/`) && to.startsWith(`${of}/`))
      .flatMap(({ from, to }) =>
        folders.map((folder) => ({
          from: (folder + from.slice(of.length)) as FilePath,
          to: (folder + to.slice(of.length)) as FilePath,
        })),
      )
      .filter(({ from }) => pages.has(from)),
  );

const moveView =
  (renames: readonly Rename[]): View<MoveReport> =>
  ({ files, changed, addresses, translations, written }, style) => {
    const names = renames.map(({ kind, from, to }) => {
      const end = kind === 'folder' ? '/' : '';
      return `${style.text(from)}${end} → ${style.text(to)}${end}`;
    });
    const texts = changed.map((file) => `  ~ ${style.text(file)}`);
    const keys = addresses.map(({ from, to }: Record<'from' | 'to', PageKey>) =>
      style.text(`  ${from} → ${to}`),
    );
    const mark = written ? `${style.green('✔')} ` : '';
    const moved = `${mark}${count(files.length, 'file')} ${written ? 'moved' : 'to be moved'}`;
    const links = changed.length === 0 ? '' : `, links in ${count(changed.length, 'file')}`;
    return [
      ...names,
      ...texts,
      ...(keys.length === 0
        ? []
        : [
            `${count(keys.length, 'page')} will get another address with docs push; ${REDIRECTS_FILE} gets a redirect rule for each that readers know:`,
            ...keys,
          ]),
      `${moved}${links}${written ? '' : '. Nothing was written.'}`,
      ...(translations.length === 0
        ? []
        : [
            `${count(translations.length, 'translation')} did not move with it:`,
            ...translations.map((each) =>
              style.text(`  docs move ${inShell(each.from)} ${inShell(each.to)}`),
            ),
          ]),
    ].join('\n');
  };
