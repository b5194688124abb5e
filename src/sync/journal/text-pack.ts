/**
 * Keeps texts that were sent and read back, by their digests, in files that only grow: one per run, with many
 * texts each. Losing them, or the end of one, costs only merges, so nothing here is synced. ADR 53.
 */
import { mkdir, lstat, open, readdir, rename, rm } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { digestOf } from '../../content/digest.ts';
import { ownFolder, READ_OWN } from '../../files/own.ts';
import { temporaryName } from '../../files/temporary.ts';
import type { Digest } from '../../model/ids.ts';
import type { Project } from '../../model/project.ts';

const NAME = /^pack-(\d{1,9})$/;

/** The line in front of each text: its digest, and its length in bytes. */
const HEAD = /^([\w-]{43}) (\d{1,10})\n/;
const LONGEST_HEAD = 55;

const recordOf = (digest: Digest, text: string): string =>
  `${digest} ${Buffer.byteLength(text)}\n${text}\n`;

/** Null if it is a link or behind one. */
const folderOf = ({ root, stateFolder }: Project): string | null =>
  ownFolder(root, join(stateFolder, 'objects'));

interface Pack {
  readonly path: string;
  readonly number: number;
  readonly bytes: number;
}

/** The existing packs, newest first. */
async function packsIn(folder: string | null): Promise<readonly Pack[]> {
  if (folder === null) return [];
  const names = await readdir(folder).catch(() => []);
  const packs: Pack[] = [];
  for (const name of names) {
    const number = NAME.exec(name)?.[1];
    if (number === undefined) continue;
    const path = join(folder, name);
    const stats = await lstat(path).catch(() => undefined);
    if (stats?.isFile()) packs.push({ path, number: Number(number), bytes: stats.size });
  }
  return packs.toSorted((a, b) => b.number - a.number);
}

/** Keeps the texts of one run. A text that cannot be written is lost without a failure. */
export class TextPack {
  readonly #project: Project;
  /** Records that are not in the file yet. */
  #waiting = '';
  #handle: Promise<FileHandle | null> | undefined;
  #busy: Promise<void> | undefined;

  constructor(project: Project) {
    this.#project = project;
  }

  /** Adds a text; `write` puts it into the file. */
  keep(digest: Digest, text: string): void {
    this.#waiting += recordOf(digest, text);
  }

  /** Resolves when all texts kept so far would survive the end of this process. */
  async write(): Promise<void> {
    if (this.#waiting !== '') this.#busy ??= this.#drain();
    await this.#busy;
  }

  /** Call it at the end. Now and then removes texts that `live` does not name, so that the packs stay in proportion to the folder. */
  async close(live: () => ReadonlySet<Digest>): Promise<void> {
    await this.write();
    const handle = await this.#handle;
    if (!handle) return;
    await handle.close();
    await compact(this.#project, live).catch(() => undefined);
  }

  async #drain(): Promise<void> {
    this.#handle ??= this.#open();
    const handle = await this.#handle;
    while (this.#waiting !== '') {
      const records = this.#waiting;
      this.#waiting = '';
      await this.#append(handle, records).catch(() => undefined);
    }
    this.#busy = undefined;
  }

  async #append(handle: FileHandle | null, records: string): Promise<void> {
    await handle?.appendFile(records);
  }

  async #open(): Promise<FileHandle | null> {
    try {
      const folder = folderOf(this.#project);
      if (folder === null) return null;
      await mkdir(folder, { recursive: true });
      const path = newPack(folder, await packsIn(folder));
      return await open(path, 'ax');
    } catch {
      return null;
    }
  }
}

const newPack = (folder: string, [newest]: readonly Pack[]): string =>
  join(folder, `pack-${(newest?.number ?? 0) + 1}`);

interface RecordRange {
  readonly digest: Digest;
  /** Where the text starts, in bytes. */
  readonly start: number;
  readonly length: number;
}

/** The records of a pack. A crash may have truncated the last one. */
async function* recordsIn(handle: FileHandle, bytes: number): AsyncGenerator<RecordRange> {
  const head = Buffer.alloc(LONGEST_HEAD);
  let at = 0;
  while (at < bytes) {
    const { bytesRead } = await handle.read(head, 0, LONGEST_HEAD, at);
    const found = HEAD.exec(head.toString('latin1', 0, bytesRead));
    const [line, digest, length] = found ?? [];
    if (line === undefined || digest === undefined) return;
    const start = at + line.length;
    at = start + Number(length) + 1;
    if (at > bytes) return;
    yield { digest: digest as Digest, start, length: Number(length) };
  }
}

async function textAt(handle: FileHandle, { start, length }: RecordRange): Promise<string> {
  const bytes = Buffer.alloc(length);
  await handle.read(bytes, 0, length, start);
  return bytes.toString('utf8');
}

/** The wanted texts that packs have undamaged. */
export async function readPacked(
  project: Project,
  wanted: ReadonlySet<Digest>,
): Promise<ReadonlyMap<Digest, string>> {
  const found = new Map<Digest, string>();
  for (const { path, bytes } of await packsIn(folderOf(project))) {
    if (found.size === wanted.size) break;
    const handle = await open(path, READ_OWN).catch(() => null);
    if (!handle) continue;
    try {
      for await (const record of recordsIn(handle, bytes)) {
        if (!wanted.has(record.digest) || found.has(record.digest)) continue;
        const text = await textAt(handle, record);
        if (digestOf(text) === record.digest) found.set(record.digest, text);
      }
    } finally {
      await handle.close();
    }
  }
  return found;
}

/**
 * Packs are left alone as long as there are fewer than this besides the largest, and their total size is at
 * most that of the largest or `SMALL_BYTES`, whichever is more.
 */
const MANY = 16;
const SMALL_BYTES = 8 * 1024 * 1024;

async function compact(project: Project, live: () => ReadonlySet<Digest>): Promise<void> {
  const folder = folderOf(project);
  const packs = await packsIn(folder);
  const [largest, ...rest] = packs.toSorted((a, b) => b.bytes - a.bytes);
  if (folder === null || !largest) return;
  const beside = rest.reduce((sum, { bytes }) => sum + bytes, 0);
  const isLarge = beside > Math.max(largest.bytes, SMALL_BYTES);
  if (!isLarge && rest.length < MANY) return;
  const replaced = isLarge ? packs : rest;
  const temporary = join(folder, temporaryName());
  try {
    await copyLive(replaced, temporary, live());
    await rename(temporary, newPack(folder, packs));
  } finally {
    await rm(temporary, { force: true });
  }
  for (const pack of replaced) await rm(pack.path, { force: true });
}

async function copyLive(
  packs: readonly Pack[],
  path: string,
  live: ReadonlySet<Digest>,
): Promise<void> {
  const target = await open(path, 'wx');
  const copied = new Set<Digest>();
  try {
    for (const pack of packs) {
      const handle = await open(pack.path, READ_OWN);
      try {
        for await (const record of recordsIn(handle, pack.bytes)) {
          const { digest } = record;
          if (!live.has(digest) || copied.has(digest)) continue;
          copied.add(digest);
          await target.appendFile(recordOf(digest, await textAt(handle, record)));
        }
      } finally {
        await handle.close();
      }
    }
  } finally {
    await target.close();
  }
}
