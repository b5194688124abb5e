import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Context } from '../../context.ts';
import type { Streamed } from '../../api/http.ts';
import { Failure } from '../../model/failure.ts';
import { fileReason } from '../../model/file-trouble.ts';
import { exportView } from '../../ui/views/export.ts';
import { readArchive } from './archive.ts';

export interface ExportOptions {
  readonly output?: string;
  readonly extract?: string;
  readonly format?: 'darkdown' | 'markdown';
  readonly force: boolean;
}

/** What `--json` prints: `docs/json/export.schema.json`. Paths as they were given. */
export interface Exported {
  readonly file: string | null;
  readonly folder: string | null;
  readonly files: number;
  /** Of the ZIP. */
  readonly bytes: number;
}

/**
 * Saves the project. Until the ZIP is there and sound, all is in a temporary folder beside its destination, which is gone
 * afterwards, whatever happens. Rejects with the platform's reason where the plan does not allow it.
 */
export async function exportProject(context: Context, options: ExportOptions): Promise<void> {
  const { host, ui } = context;
  const { extract } = options;
  const toStdout = options.output === '-';
  const output = options.output ?? (extract === undefined ? 'docs-export.zip' : undefined);
  const file = output === undefined || toStdout ? null : resolve(host.cwd, output);
  const folder = extract === undefined ? null : resolve(host.cwd, extract);
  if (file !== null && !options.force) await refuseExisting(file, output ?? '');
  if (folder !== null) await refuseFull(folder, extract ?? '');

  const api = await context.api();
  const streamed = await api.project.export(options.format, host.signal);
  const beside = dirname(folder ?? file ?? resolve(host.cwd, 'docs-export.zip'));
  await mkdir(beside, { recursive: true });
  const temporary = await mkdtemp(join(beside, '.docs-export-'));
  try {
    const zip = join(temporary, 'export.zip');
    const bytes = await download(context, streamed, zip);
    const pages = folder === null ? null : join(temporary, 'content');
    if (pages !== null) await mkdir(pages);
    const { files } = await readArchive(zip, pages, host.signal);
    if (folder !== null && pages !== null) await moveFolder(pages, folder);
    if (file !== null) await rename(zip, file);
    if (toStdout) {
      for await (const chunk of createReadStream(zip)) await ui.raw(chunk as Buffer);
      return;
    }
    const exported: Exported = {
      file: file === null ? null : (output ?? null),
      folder: extract ?? null,
      files,
      bytes,
    };
    await ui.result(exported, exportView);
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}

async function refuseExisting(file: string, shown: string): Promise<void> {
  const status = await stat(file).catch(() => undefined);
  if (status === undefined) return;
  throw new Failure('usage', `${shown} is there already.`, {
    hint: status.isDirectory()
      ? 'name a file'
      : 'pass --force to replace it, or --output another file',
  });
}

async function refuseFull(folder: string, shown: string): Promise<void> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw new Failure(
      'usage',
      `${shown} is no folder that can be filled: ${fileReason(error) ?? error.message}.`,
    );
  });
  if (names.length === 0) return;
  throw new Failure('usage', `${shown} is not empty.`, {
    hint: 'name a folder that is new or empty',
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
      for await (const chunk of bytes) {
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

const megabytes = (bytes: number): string => `${(bytes / 1024 ** 2).toFixed(1)} MB`;

/** An empty folder in its place goes first: not every system renames over one. */
async function moveFolder(from: string, to: string): Promise<void> {
  await rmdir(to).catch(() => undefined);
  await rename(from, to);
}
