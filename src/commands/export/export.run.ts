import type { Exported } from './document.ts';
import { createReadStream, createWriteStream } from 'node:fs';
import { readdir, rename, rmdir, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join, resolve, dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Context } from '../../context.ts';
import type { Streamed } from '../../api/call.ts';
import { Failure } from '../../model/failure.ts';
import { sizeProblem } from '../../model/input-limits.ts';
import { fileFailure } from '../../model/file-trouble.ts';
import { count } from '../../model/text/sentences.ts';
import { checkArchive } from './archive.ts';
import { resolveVersion } from '../shared/names/version-names.ts';
import { namedFile } from '../shared/named-files/named-file.ts';
import { requireFree } from '../shared/named-files/output.ts';
import { withRefusedHint } from '../shared/refused-hint.ts';
import type { Style } from '../../ui/style.ts';

export interface ExportOptions {
  readonly output?: string;
  readonly extract?: string;
  readonly format: 'markdoc' | 'markdown';
  /** A version: slug, name, id or `latest`. */
  readonly in?: string;
  readonly force: boolean;
}

const DEFAULT_FILE = 'docs-export.zip';

const PLAN = 'The export is part of the Enterprise plan: check which plan the project has';

/** Where the export is written: paths as the user gave them, and absolute paths. */
interface Destination {
  readonly output: string | null;
  readonly file: string | null;
  readonly extract: string | null;
  readonly folder: string | null;
}

/**
 * Exports the project. Until the ZIP is complete and valid, everything is in temporary folders
 * beside the destinations, which are removed in any case. They are created before the request,
 * because the platform allows ten exports an hour and none should be wasted. Rejects with the
 * platform's reason if the plan does not allow exports.
 */
export async function exportProject(context: Context, options: ExportOptions): Promise<void> {
  const { host } = context;
  const toStdout = options.output === '-';
  const extract = options.extract ?? null;
  const output = toStdout ? null : (options.output ?? (extract === null ? DEFAULT_FILE : null));
  const file = output === null ? null : await requireFree(context, output, options.force);
  const folder = extract === null ? null : (await namedFile(context, extract)).path;
  if (folder !== null) await refuseFull(folder, extract ?? '');

  const to: Destination = { output, file, extract, folder };
  const besideZip = file ?? folder ?? resolve(host.cwd, DEFAULT_FILE);
  await withFolderBeside(besideZip, output ?? extract ?? 'The working folder', (forZip) => {
    const zip = join(forZip, 'export.zip');
    if (folder === null) return save(context, options, to, zip, null);
    return withFolderBeside(folder, extract ?? '', (forPages) =>
      save(context, options, to, zip, join(forPages, 'content')),
    );
  });
}

async function save(
  context: Context,
  options: ExportOptions,
  { output, file, extract, folder }: Destination,
  zip: string,
  pages: string | null,
): Promise<void> {
  const { host, ui } = context;
  const api = await context.api();
  const version = options.in === undefined ? undefined : await resolveVersion(context, options.in);
  const request = {
    // Not every platform knows this name of the native format. It is the default if no format is requested.
    format: options.format === 'markdoc' ? undefined : options.format,
    version: version?.slug,
  };
  const extraction = pages === null ? null : await import('./extract.ts');
  const known = await extraction?.knownPlaces(context, version?.slug);
  const streamed = await api.project.export(request, host.signal).catch((error: unknown) => {
    throw withRefusedHint(error, PLAN);
  });
  const bytes = await download(context, streamed, zip);
  const { files, folders } = await checkArchive(zip, host.signal);
  if (version !== undefined && folders > 1) {
    ui.warn('The platform exported every version: it does not support --in.');
  }
  const converted =
    pages === null
      ? undefined
      : await extraction?.extract(zip, pages, { known, signal: host.signal });
  // Somebody may have created the file meanwhile.
  if (output !== null) await requireFree(context, output, options.force);
  if (folder !== null && pages !== null) await moveFolder(pages, folder);
  if (file !== null) await rename(zip, file);
  if (options.output === '-') {
    for await (const chunk of createReadStream(zip)) await ui.raw(chunk as Buffer, { asIs: true });
    return;
  }
  const extracted = converted?.files.size ?? null;
  const exported: Exported = { file: output, folder: extract, files, extracted, bytes };
  if (known?.isTold === false) {
    ui.warn(
      'The platform does not tell which documentations readers see: each _settings.yaml says `published: false`.',
    );
  }
  for (const note of converted?.notes ?? []) ui.warn(note);
  for (const { file: path, reason } of converted?.failed ?? []) ui.warn(`${path}: ${reason}.`);
  await ui.result(exported, exportView);
  const failed = converted?.failed.length ?? 0;
  if (failed === 0) return;
  throw new Failure('partial', `${count(failed, 'file')} could not be extracted.`, {
    hint: 'Change the slugs on the platform, or take them from the ZIP: docs export',
  });
}

async function refuseFull(folder: string, shown: string): Promise<void> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw fileFailure(error, 'usage', `The export cannot be written into ${shown}`) ?? error;
  });
  if (names.length === 0) return;
  throw new Failure('usage', `${shown} is not empty.`, {
    hint: 'Name a folder that is new or empty',
  });
}

/** Resolves to the number of bytes. */
async function download(
  { ui, host }: Context,
  { bytes, length }: Streamed,
  file: string,
): Promise<number> {
  let received = 0;
  const shown = (): string =>
    length === null ? megabytes(received) : `${megabytes(received)} of ${megabytes(length)}`;
  const progress = ui.progress('Waiting for the export');
  try {
    const counted = (async function* () {
      for await (const chunk of ofExportSize(bytes, length)) {
        received += chunk.byteLength;
        progress.update(`Receiving ${shown()}`);
        yield chunk;
      }
    })();
    await pipeline(Readable.from(counted), createWriteStream(file, { flags: 'wx' }), {
      signal: host.signal,
    });
  } finally {
    progress.stop();
  }
  return received;
}

/**
 * Yields the same bytes. Throws `Failure('failed')` as soon as their number, or the announced
 * length, is over the limit for exports.
 */
export async function* ofExportSize(
  bytes: AsyncIterable<Uint8Array>,
  length: number | null,
): AsyncGenerator<Uint8Array> {
  requireExportSize(length ?? 0);
  let received = 0;
  for await (const chunk of bytes) {
    received += chunk.byteLength;
    requireExportSize(received);
    yield chunk;
  }
}

function requireExportSize(bytes: number): void {
  const problem = sizeProblem('export', bytes);
  if (problem === undefined) return;
  throw new Failure('failed', `The export is too large: ${problem}.`, {
    hint: 'Export one version: docs export --in v1.0',
  });
}

const megabytes = (bytes: number): string => `${(bytes / 1024 ** 2).toFixed(1)} MB`;

/** First removes an empty folder at the destination: not every system replaces one by renaming. */
async function moveFolder(from: string, to: string): Promise<void> {
  await rmdir(to).catch(() => undefined);
  await rename(from, to);
}

function exportView({ file, folder, files, extracted, bytes }: Exported, style: Style): string {
  const size = bytes < 1024 ** 2 ? `${Math.ceil(bytes / 1024)} KB` : megabytes(bytes);
  return [
    ...(file === null ? [] : [`${count(files, 'file')}, ${size} packed: ${style.text(file)}`]),
    ...(folder === null ? [] : [`${count(extracted ?? 0, 'file')}: ${style.text(folder)}`]),
  ]
    .map((line) => `${style.green('✔')} ${line}`)
    .join('\n');
}

/**
 * Passes a new folder beside `target` to `use`, so that its content only needs to be renamed, and
 * resolves as `use` does. Removes the folder afterwards, and the parent folders that it created if
 * they are empty. Rejects with `usage` if it cannot create the folder, and with `failed` if the system
 * refuses a write.
 *
 * @param shown `target` as the user named it
 */
async function withFolderBeside<T>(
  target: string,
  shown: string,
  use: (folder: string) => Promise<T>,
): Promise<T> {
  const parent = dirname(target);
  const { made, folder } = await openFolder(parent, shown);
  try {
    return await use(folder);
  } catch (error) {
    // The system does not say which file a full disk could not take.
    throw fileFailure(error, 'failed', `${shown} cannot be written`) ?? error;
  } finally {
    await rm(folder, { recursive: true, force: true });
    if (made !== undefined) await removeEmpty(parent, made);
  }
}

async function openFolder(parent: string, shown: string) {
  try {
    const made = await mkdir(parent, { recursive: true });
    return { made, folder: await mkdtemp(join(parent, '.docs-export-')) };
  } catch (error) {
    const hint = 'Name a place that can be written; no request was sent';
    throw fileFailure(error, 'usage', `${shown} cannot be written`, hint) ?? error;
  }
}

/** Removes `folder` and its parents up to `top`, until one is not empty. */
async function removeEmpty(folder: string, top: string): Promise<void> {
  try {
    for (let at = folder; at.length >= top.length; at = dirname(at)) await rmdir(at);
  } catch {
    // The folder is not empty: it stays.
  }
}
