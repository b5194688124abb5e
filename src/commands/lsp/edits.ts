/** What an editor may change for its user: fixes, canonical form, and moves with their links. */
import { lstatSync } from 'node:fs';
import { join, posix } from 'node:path';
import type { CodeAction, TextEdit, WorkspaceEdit } from 'vscode-languageserver-protocol';
import { TextDocument } from 'vscode-languageserver-textdocument';
import type { Range } from 'vscode-languageserver-protocol';
import type { CheckFinding } from '../../content/check/finding.ts';
import { fixText } from '../../content/check/fix.ts';
import { formatPage } from '../../content/format-page.ts';
import { withNavEntry } from '../../content/layouts/nav.ts';
import { fileOfTarget } from '../../content/links/link-targets.ts';
import { newPageText } from '../../content/page/page-edit.ts';
import { Failure } from '../../model/failure.ts';
import type { FilePath } from '../../model/ids.ts';
import { planMove } from '../../move/plan-move.ts';
import { renamesOf } from '../../move/renames.ts';
import type { Rename } from '../../move/renames.ts';
import { linksBetween } from '../shared/links-to.ts';
import { fileIn } from '../../content/folder/list-folder.ts';
import { linkedPage } from './navigation.ts';
import type { Cursor } from './navigation.ts';
import { headerEnd, headingsIn, linkAt, rangeOf } from './page-text.ts';
import type { EditWriter, TextsEdit } from './workspace-edit.ts';
import type { OpenProject } from './workspace.ts';

/** The edit that makes one text of another: what differs, without what is the same around it. */
function editBetween(before: string, after: string): TextEdit[] {
  if (before === after) return [];
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < most - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  const document = TextDocument.create('', '', 0, before);
  const range = rangeOf(document, start, before.length - end);
  return [{ range, newText: after.slice(start, after.length - end) }];
}

/** The canonical form, as `docs fmt` writes it. Throws `content` if the page cannot have it. */
export function formatted(text: string): TextEdit[] {
  const found = formatPage(text);
  if (found.kind === 'refused') {
    throw new Failure('content', `This page stays as it is: ${found.reason}.`);
  }
  return found.kind === 'same' ? [] : editBetween(text, found.text);
}

/** What can be done about the findings that begin in these lines, each for itself. */
export async function actionsFor(
  { now, file, document }: Cursor,
  findings: readonly CheckFinding[],
  { start, end }: Range,
  writer: EditWriter,
): Promise<CodeAction[]> {
  const actions: CodeAction[] = [];
  const text = document.getText();
  const add = (title: string, edit: WorkspaceEdit, isPreferred = false): void => {
    actions.push({ title, kind: 'quickfix', edit, isPreferred });
  };
  for (const found of findings) {
    const line = found.place.line - 1;
    if (line < start.line || line > end.line) continue;
    const { fix, rule } = found;
    if (fix?.kind === 'nav') {
      const nav = now.textOf(fix.navFile) ?? '';
      const edits = editBetween(nav, await withNavEntry(nav, fix.page, null));
      add(`Fix ${rule}`, writer.edit(new Map([[fix.navFile, edits]])), true);
    } else if (fix !== null) {
      const edits = editBetween(text, fixText(text, [found]).text);
      if (edits.length > 0) add(`Fix ${rule}`, writer.edit(new Map([[file, edits]])), true);
    }
    if (rule === 'broken-link' && writer.does('create')) {
      const created = missingPage({
        now,
        file,
        document,
        offset: document.offsetAt({ line, character: found.place.column - 1 }),
      });
      if (created !== null) {
        const uri = writer.uriOf(created.file);
        const top = { line: 0, character: 0 };
        const edits = [{ range: { start: top, end: top }, newText: created.text }];
        const documentChanges = [
          { kind: 'create' as const, uri, options: { ignoreIfExists: true } },
          ...writer.documentEdits(new Map([[created.file, edits]])),
        ];
        add(`Create ${created.file}`, { documentChanges });
      }
    }
    const ignoring = ignored(file, text, found);
    if (ignoring !== null) add(`Ignore ${rule} here`, writer.edit(new Map([[file, ignoring]])));
  }
  return actions;
}

/** The page that a broken link names, if it can be one. */
function missingPage({
  now,
  file,
  document,
  offset,
}: Cursor): { readonly file: FilePath; readonly text: string } | null {
  const link = linkAt(document.getText(), offset);
  const wanted = link === undefined ? null : fileOfTarget(file, link.target);
  const { site } = now.whole;
  if (wanted === null || site.isOutside(wanted) || site.hasFile(wanted)) return null;
  const words = posix.basename(wanted, '.md').replaceAll(/[-_]+/g, ' ');
  const title = words.charAt(0).toUpperCase() + words.slice(1);
  return { file: wanted, text: newPageText({ title }, { draft: null, published: '' }) };
}

/** Rules about such lines themselves, and about definitions, which have a file of their own for that. */
const NEVER_IGNORED = new Set([
  'bad-ignore',
  'unused-ignore',
  'bad-definition',
  'definition-warning',
]);

/** A line that ignores the rule of a finding, before the block that it is in. */
function ignored(file: FilePath, text: string, { rule, place }: CheckFinding): TextEdit[] | null {
  if (NEVER_IGNORED.has(rule)) return null;
  const lines = text.split('\n');
  let line = place.line - 1;
  const at = (character = 0) => ({ start: { line, character }, end: { line, character } });
  if (!file.endsWith('.md')) {
    const indent = /^ */.exec(lines[line] ?? '')?.[0] ?? '';
    return [{ range: at(), newText: `${indent}# docs-check-ignore ${rule}\n` }];
  }
  const header = text.slice(0, headerEnd(text)).split('\n').length - 1;
  if (line <= header) return null;
  while (line - 1 > header && (lines[line - 1] ?? '').trim() !== '') line -= 1;
  return [{ range: at(), newText: `[//]: # (docs-check-ignore ${rule})\n\n` }];
}

/** The part of the text that a rename replaces: the target of a link to a page, or a heading. */
export function renameable(
  cursor: Cursor,
): { readonly range: Range; readonly placeholder: string } | null {
  const { document, offset, file } = cursor;
  const text = document.getText();
  const linked = linkedPage(cursor);
  const link = linkAt(text, offset);
  if (link && linked && linked.page.file !== file) {
    const placeholder = posix.basename(linked.page.file, '.md');
    return { range: rangeOf(document, link.start, link.end), placeholder };
  }
  const heading = headingAt(text, offset);
  return (
    heading && { range: rangeOf(document, heading.start, heading.end), placeholder: heading.title }
  );
}

const headingAt = (text: string, offset: number) =>
  headingsIn(text).find(({ start, end }) => start <= offset && offset <= end) ?? null;

/**
 * Renames the page of a link, with the pages below it, or a heading; links and anchors follow.
 * Throws `usage` if there is neither, or the name cannot be used.
 *
 * @param warn called with what stays as it is, and why
 */
export async function renameAt(
  cursor: Cursor,
  name: string,
  writer: EditWriter,
  warn: (text: string) => void,
): Promise<WorkspaceEdit> {
  const { now, file, document, offset } = cursor;
  const linked = linkedPage(cursor);
  if (linked !== null && linked.page.file !== file && linkAt(document.getText(), offset)) {
    const from = linked.page.file;
    if (!writer.does('rename')) {
      throw new Failure('unsupported', 'This editor does not let a server rename files.', {
        hint: `docs move renames "${from}" with all links to it`,
      });
    }
    const to = posix.join(posix.dirname(from), name.endsWith('.md') ? name : `${name}.md`);
    const known = {
      isPage: (each: FilePath) => now.whole.site.inFile(each) !== undefined,
      fileOf: () => undefined,
    };
    const base = { root: now.project.root, workingFolder: now.project.root };
    const renames = renamesOf([from, to], known, base);
    const plan = await planMove(now.project, now.read, renames);
    for (const warning of plan.warnings) warn(warning);
    const moves = renames.map((each) => ({
      kind: 'rename' as const,
      oldUri: writer.uriOf(each.from),
      newUri: writer.uriOf(each.to),
    }));
    return { documentChanges: [...writer.documentEdits(editsOf(plan)), ...moves] };
  }
  const heading = headingAt(document.getText(), offset);
  if (heading === null)
    throw new Failure('usage', 'There is no link to a page and no heading here.');
  return writer.edit(await renamedHeading(cursor, heading, name));
}

async function renamedHeading(
  { now, file, document }: Cursor,
  heading: NonNullable<ReturnType<typeof headingAt>>,
  name: string,
): Promise<TextsEdit> {
  if (/[\p{Cc}\p{Zl}\p{Zp}]/u.test(name) || name.trim() === '') {
    throw new Failure('usage', 'A heading is one line of text, without control characters.');
  }
  const text = document.getText();
  const after = text.slice(0, heading.start) + name + text.slice(heading.end);
  const anchor = headingsIn(after).find(({ start }) => start === heading.start)?.anchor;
  const range = rangeOf(document, heading.start, heading.end);
  const edits = new Map<FilePath, TextEdit[]>([[file, [{ range, newText: name }]]]);
  const page = now.whole.site.inFile(file);
  if (page === undefined || anchor === undefined || anchor === heading.anchor) return edits;
  for (const from of now.whole.pages) {
    for (const link of await linksBetween(from, page, now.whole.site, now.readings)) {
      if (link.fragment !== heading.anchor || !link.target.endsWith(`#${heading.anchor}`)) continue;
      const end = link.column - 1 + link.target.length;
      const line = link.line - 1;
      const start = { line, character: end - heading.anchor.length };
      const target = { range: { start, end: { line, character: end } }, newText: anchor };
      edits.set(link.file, [...(edits.get(link.file) ?? []), target]);
    }
  }
  return edits;
}

/** The edits of links for files that the editor is about to move. Null if none of them is content. */
export async function editsForMoves(
  now: OpenProject,
  moves: readonly { readonly from: FilePath; readonly to: FilePath }[],
  writer: EditWriter,
  warn: (text: string) => void,
): Promise<WorkspaceEdit | null> {
  const files = now.read.flatMap(({ folder, files: own }) =>
    own.map((path) => fileIn(folder.path, path)),
  );
  const renames = moves
    .map(({ from, to }): Rename => {
      const stats = lstatSync(join(now.project.root, from), { throwIfNoEntry: false });
      return { kind: stats?.isDirectory() === true ? 'folder' : 'file', from, to };
    })
    .filter(({ from }) => files.some((file) => file === from || file.startsWith(`${from}/`)));
  if (renames.length === 0) return null;
  const plan = await planMove(now.project, now.read, renames);
  for (const warning of plan.warnings) warn(warning);
  return writer.edit(editsOf(plan));
}

const editsOf = ({ edits }: Awaited<ReturnType<typeof planMove>>): TextsEdit =>
  new Map(edits.map(({ was, before, after }) => [was, editBetween(before, after)]));
