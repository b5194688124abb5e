import { basename, join, resolve, sep } from 'node:path';
import type { Config } from '../../config/config.ts';
import { PLATFORM_EXPORT } from '../../importers/export/export-tool.ts';
import type {
  FoundPage,
  ImportSource,
  ImportTarget,
  OpenedSource,
  Tool,
} from '../../importers/import-tool.ts';
import { issueIn } from '../../importers/model.ts';
import type { ImportIssue } from '../../importers/model.ts';
import { openSource } from '../../importers/source-folder.ts';
import { SITE_TOOLS, TOOLS } from '../../importers/tools.ts';
import { isReserved, isPortableName } from '../../content/file-names.ts';
import { slugOfName, slugProblem } from '../../content/slug.ts';
import type { Context } from '../../context.ts';
import { readRegular } from '../../system/files/read.ts';
import { Failure } from '../../model/failure.ts';
import { inputKindOf, sizeProblem } from '../../model/input-limits.ts';
import type { FilePath } from '../../model/ids.ts';
import { type ContentFolder, lockFileOf } from '../../model/project.ts';
import { isInside, wayInto } from '../../system/files/path.ts';
import { count } from '../../model/text/sentences.ts';
import { importBalance } from './balance.ts';
import type { ImportReport } from './document.ts';
import { importView, shownIssue } from './view.ts';
import { isFile } from '../shared/named-files/input.ts';
import { namedFile } from '../shared/named-files/named-file.ts';
import { openOutput } from './output-folder.ts';

export interface ImportFlags {
  readonly out: string;
  readonly in?: string;
  readonly from?: string;
  readonly force: boolean;
}

/**
 * Translates the pages of another tool's project, or an export of the platform, into a folder.
 * Writes nothing outside that folder, and reads nothing outside the source. Rejects with `partial`
 * after the report if pages could not be imported.
 */
export async function importDocs(
  context: Context,
  named: string,
  flags: ImportFlags,
): Promise<void> {
  const { host, ui } = context;
  // Reads the settings now, although their rules are used only at the end, to report errors before
  // anything is written.
  const settings = await context.config();
  const path = resolve(host.cwd, named);
  const { path: out } = await namedFile(context, flags.out);
  const except = (): string | null => inside(path, out, flags.out);
  const [tool, source] = await sourceAt(path, named, except, flags.from);
  const target = targetOf(flags.in, path);
  const output = await openOutput(out, flags.out, flags.force);

  const progress = ui.progress('Reading');
  const imported = await tool.read(source, target, (done, all) => {
    host.signal.throwIfAborted();
    progress.update(`Reading ${done} of ${all} pages`);
    // Yields to the event loop, so that Ctrl-C works.
    return done % 20 === 0 ? new Promise((next) => void setImmediate(next)) : undefined;
  });
  progress.update('Writing');
  const failed = [...imported.failed];
  for (const [file, content] of imported.files) {
    host.signal.throwIfAborted();
    const tooLarge = sizeProblem(inputKindOf(file), Buffer.byteLength(content));
    if (typeof content !== 'string' || tooLarge === undefined) await output.write(file, content);
    else failed.push({ file, reason: tooLarge });
  }
  const issues: ImportIssue[] = [...imported.issues];
  for (const [to, from] of imported.copies) {
    host.signal.throwIfAborted();
    const bytes = bytesOf(join(path, from));
    if (bytes !== null) await output.write(to, bytes);
    else {
      const says = 'This file was not copied: it is larger than 64 MB, or cannot be read.';
      issues.push(issueIn(from, null, 'file', says));
    }
  }
  const files = await output.finish();
  progress.update('Checking');
  const { check, pages } = await checked(context, out, imported.pages);
  progress.stop();

  const { documentations } = imported;
  const report: ImportReport = {
    tool: tool.name,
    from: named,
    out: flags.out,
    documentations,
    pages,
    files,
    failed,
    issues: issues.map(shownIssue),
    check,
    next: nextCommand(settings, out, check),
  };
  await ui.result(report, importView(tool.label), { long: true });
  if (failed.length > 0) {
    throw new Failure('partial', `${count(failed.length, 'page')} could not be imported.`, {
      hint: 'Fix what is reported for each, and run the same command again',
    });
  }
}

/** Determines what the source is, and which tool it belongs to. */
async function sourceAt(
  path: string,
  named: string,
  except: () => string | null,
  from: string | undefined,
): Promise<readonly [Tool, ImportSource]> {
  if (await isFile(path)) {
    if (!/\.zip$/i.test(path)) {
      throw new Failure('usage', `${named} is neither a folder nor a ZIP.`, {
        hint: "Name the folder with the other tool's configuration, or the ZIP of docs export",
      });
    }
    return [PLATFORM_EXPORT, { path, named, opened: null, base: '.' }];
  }
  const opened = openSource(path, named, except());
  const { tool, base } = await toolIn(opened, named, from);
  return [tool, { path, named, opened, base }];
}

/** The findings of `docs check` in the folder, and which pages readers can see. */
async function checked(
  context: Context,
  folder: string,
  found: readonly FoundPage[],
): Promise<Pick<ImportReport, 'check' | 'pages'>> {
  const { checkedPages } = await import('../shared/page-folders/page-findings.ts');
  const content: ContentFolder = {
    path: '.' as FilePath,
    version: null,
    documentation: null,
    include: ['**/*.md'],
    exclude: [],
  };
  const { findings, pages, site } = await checkedPages(context, {
    root: folder,
    contents: [content],
    references: [],
    lockFile: lockFileOf(null),
    stateFolder: '.docs-cli' as FilePath,
  });
  const errors = findings.filter(({ severity }) => severity === 'error').length;
  return {
    check: { errors, warnings: findings.length - errors },
    pages: importBalance(found, pages, site),
  };
}

/**
 * The next command: `docs init` if no settings have the folder, else one that shows its problems,
 * else one that shows its pages.
 */
function nextCommand(
  { content, root, file }: Config,
  folder: string,
  { errors, warnings }: ImportReport['check'],
): ImportReport['next'] {
  const isKnown = file !== null && content.value.some(({ path }) => resolve(root, path) === folder);
  if (!isKnown) return 'docs init';
  return errors + warnings > 0 ? 'docs check' : 'docs dev';
}

function bytesOf(path: string): Uint8Array | null {
  try {
    return readRegular(path, 'copy');
  } catch {
    return null;
  }
}

function targetOf(text: string | undefined, source: string): ImportTarget {
  const name = slugOfName(basename(source).toLowerCase()).replace(/^[._-]+/, '');
  const fallback = name === '' || isReserved(name) ? 'guide' : name;
  if (text === undefined) return { version: 'v1.0', documentation: fallback, isGiven: false };
  const [version = '', documentation = '', ...others] = text.split('/');
  const problems = [version, documentation].map((slug) => problemOf(slug));
  const problem = problems.find((each) => each !== null);
  if (others.length === 0 && problem === undefined)
    return { version, documentation, isGiven: true };
  throw new Failure('usage', `Invalid --in "${text}".`, {
    hint: 'Write version/documentation in slugs, such as v1.0/guide',
  });
}

const problemOf = (slug: string): string | null =>
  slugProblem(slug) ??
  (isReserved(slug) || slug.startsWith('.') || !isPortableName(slug) ? 'is reserved' : null);

/** The output folder relative to the source, if it is inside it and so must be excluded. Throws if it is, or contains, the source. */
function inside(source: string, out: string, shown: string): string | null {
  if (isInside(source, out)) {
    throw new Failure('usage', `${shown} is the source folder, or contains it.`, {
      hint: 'Name another folder',
    });
  }
  return wayInto(source, out)?.split(sep).join('/') ?? null;
}

/** The tool, and the folder of its configuration: the topmost one. An export is recognised only if no tool is. */
async function toolIn(
  { folder, hidden }: OpenedSource,
  shown: string,
  from: string | undefined,
): Promise<{ readonly tool: Tool; readonly base: string }> {
  const listing = { files: folder.files, hidden };
  const depth = (base: string): number => (base === '.' ? 0 : base.split('/').length);
  const signsOf = async (tools: readonly Tool[]) => {
    const all = tools.map(async (tool) =>
      (await tool.finds(listing)).map(({ base }) => ({ tool, base })),
    );
    return (await Promise.all(all)).flat().toSorted((a, b) => depth(a.base) - depth(b.base));
  };
  const named = TOOLS.find(({ name }) => name === from);
  if (named !== undefined) return (await signsOf([named]))[0] ?? { tool: named, base: '.' };
  const found = await signsOf(SITE_TOOLS);
  const [first] = found.length > 0 ? found : await signsOf([PLATFORM_EXPORT]);
  if (first === undefined) {
    throw new Failure('usage', `It is not clear which tool the pages in ${shown} are for.`, {
      hint: "Name the folder with the tool's configuration, or choose the tool with --from",
    });
  }
  const rivals = found.filter(
    ({ tool, base }) => tool !== first.tool && depth(base) === depth(first.base),
  );
  if (rivals.length === 0) return first;
  const names = [...new Set([first, ...rivals].map(({ tool }) => tool.name))];
  throw new Failure(
    'usage',
    `${shown} looks like a project of several tools: ${names.join(', ')}.`,
    { hint: 'Choose one with --from' },
  );
}
