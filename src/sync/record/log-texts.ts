/**
 * Texts sent and read back, by digest. Losing one costs a merge or a request, but no edit. ADR 53.
 */
import { open, rename, rm } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { digestOf } from '../../content/digest.ts';
import type { PulledDraft } from '../../content/kept-draft.ts';
import { temporaryName } from '../../system/files/temporary.ts';
import type { Digest } from '../../model/ids.ts';
import type { Project } from '../../model/project.ts';
import type { BasePage } from '../../model/sides.ts';
import { decodeKept, TEXT, TEXT_START } from './entry.ts';
import { headDigest } from './stored-page.ts';
import { logPath, logLines, withLog } from './log-file.ts';

/**
 * A page's text as read back, which merges start from and by which the next run recognises its own
 * write; or the text that a file had before a pull or a merge.
 */
export interface KeptText {
  readonly digest: Digest;
  readonly text: string;
}

const textIn = (line: Buffer): Digest | undefined =>
  TEXT.exec(line.toString('latin1', 0, TEXT_START))?.[1] as Digest | undefined;

/** The kept texts of a project. The log is searched for them on the first request. */
export class LogTexts {
  readonly #project: Project;
  readonly #places = new Map<Digest, { readonly at: number; readonly length: number }>();
  /** The number of bytes of the log that were searched. */
  #seen = 0;

  constructor(project: Project) {
    this.#project = project;
  }

  /** Resolves to null if the text was not kept or is damaged. */
  read(digest: Digest): Promise<string | null> {
    return withLog(this.#project, null, async (file) => {
      for (const { at, end, bytes } of logLines(file, this.#seen)) {
        this.#seen = end;
        const kept = textIn(bytes);
        if (kept) this.#places.set(kept, { at, length: bytes.length });
      }
      const place = this.#places.get(digest);
      if (!place) return null;
      const line = Buffer.alloc(place.length);
      await file.read(line, 0, place.length, place.at);
      const text = decodeKept(line.toString());
      return text !== undefined && digestOf(text) === digest ? text : null;
    });
  }

  /** The draft of the line's `foreignDraft`. Null if there is none, or a text was not kept. */
  async pulledDraft(line: BasePage): Promise<PulledDraft | null> {
    if (line.foreignDraft === undefined) return null;
    const digest = line.theirDraft ?? headDigest(line);
    const draft = digest === null ? null : await this.read(digest);
    const published = line.published === null ? null : await this.read(line.published);
    const isKnown = published !== null || line.published === null;
    return draft !== null && isKnown ? { key: line.key, draft, published } : null;
  }
}

/** How much is written at once. */
const CHUNK_BYTES = 1024 * 1024;

/** A log is compacted once it is larger than this and twice what was kept the last time. */
const SMALL_BYTES = 8 * 1024 * 1024;

/** A compacted log's first line: the bytes kept. Filled in last, so its length is fixed. */
const headOf = (bytes: number): Buffer => Buffer.from(`{"kept":${String(bytes).padStart(15)}}`);
const HEAD = /^\{"kept": *(\d{1,15})\}/;

/**
 * Shortens a large log whose last run ended: keeps the texts in `live` and the last of the other
 * lines.
 */
export async function compact(project: Project, live: () => ReadonlySet<Digest>): Promise<void> {
  const path = logPath(project);
  const temporary = join(dirname(path), temporaryName());
  try {
    const isCopied = await withLog(project, false, async (file) => {
      const { size } = await file.stat();
      const head = Buffer.alloc(headOf(0).length);
      await file.read(head, 0, head.length, 0);
      const kept = Number(HEAD.exec(head.toString())?.[1] ?? 0);
      if (size <= SMALL_BYTES + 2 * kept) return false;
      await copyLive(file, temporary, live());
      return true;
    });
    if (isCopied) await rename(temporary, path);
  } finally {
    await rm(temporary, { force: true });
  }
}

async function copyLive(file: FileHandle, path: string, live: ReadonlySet<Digest>): Promise<void> {
  const target = await open(path, 'wx');
  const missing = new Set(live);
  let size = 0;
  let last: Buffer = Buffer.alloc(0);
  let written = 0;
  let waiting: Buffer[] = [];
  const add = (line: Buffer): void => {
    size += line.length + 1;
    waiting.push(line, LINE_END);
  };
  const write = async (): Promise<void> => {
    await target.appendFile(Buffer.concat(waiting));
    written = size;
    waiting = [];
  };
  try {
    add(headOf(0));
    for (const { bytes } of logLines(file)) {
      const digest = textIn(bytes);
      if (digest === undefined) last = bytes;
      else if (missing.delete(digest)) add(bytes);
      if (size - written > CHUNK_BYTES) await write();
    }
    const head = headOf(size);
    add(last);
    await write();
    await target.write(head, 0, head.length, 0);
    await target.datasync();
  } finally {
    await target.close();
  }
}

const LINE_END = Buffer.from('\n');
