/** Reads texts from git's objects. */
import { hash } from 'node:crypto';
import { Failure } from '../../model/failure.ts';
import { openGit } from './run-git.ts';
import type { Git, GitPlace } from './run-git.ts';

/** This tool never pushes a page longer than this. */
const MAX_BLOB_BYTES = 32 * 1024 * 1024;

/** A blob's text. Null, as in a partial clone or if damaged, does not mean that no file existed. */
export interface Blob {
  readonly blob: string;
  readonly text: string | null;
}

/** A blob as bytes. `null`: as in `Blob`. */
export interface BlobBytes {
  readonly blob: string;
  readonly bytes: Buffer | null;
}

/** The texts of blobs, each once, in order. Leaves out those that are too long. */
export async function* readBlobs(place: GitPlace, blobs: readonly string[]): AsyncGenerator<Blob> {
  for await (const { blob, bytes } of readBytes(place, blobs)) {
    yield { blob, text: bytes?.toString('utf8') ?? null };
  }
}

/**
 * The same as `readBlobs`, but as bytes. Git stops at a damaged blob, and is started again for the
 * next ones.
 */
export async function* readBytes(
  place: GitPlace,
  blobs: readonly string[],
): AsyncGenerator<BlobBytes> {
  const git = blobs.length === 0 ? undefined : await openGit(place);
  let at = 0;
  for (let runs = 0; runs < MAX_RUNS && at < blobs.length; runs += 1) {
    if (!git) break;
    for await (const bytes of readRun(git, blobs.slice(at))) {
      const blob = blobs[at] ?? '';
      at += 1;
      if (bytes !== 'too long') yield { blob, bytes };
    }
    const blob = blobs[at];
    if (blob !== undefined) yield { blob, bytes: null };
    at += 1;
  }
  for (const blob of blobs.slice(at)) yield { blob, bytes: null };
}

/** A limit, because in a foreign repository every blob may be damaged. */
const MAX_RUNS = 100;

/** What one run of git prints about each blob, until it has printed all or gives up. */
async function* readRun(
  git: Git,
  blobs: readonly string[],
): AsyncGenerator<Buffer | 'too long' | null> {
  const child = git.start(['cat-file', '--batch'], `${blobs.join('\n')}\n`);
  const reader = new ByteReader(child.stdout);
  try {
    for (;;) {
      const head = await reader.line();
      if (head === undefined) return;
      const [, type, size] = head.split(' ');
      const length = Number(size);
      if (size === undefined || !Number.isInteger(length)) yield null;
      else if (length > MAX_BLOB_BYTES) {
        if (!(await reader.skip(length + 1))) return;
        yield 'too long';
      } else {
        const bytes = await reader.take(length + 1);
        if (bytes === undefined) return;
        yield type === 'blob' ? bytes.subarray(0, length) : null;
      }
    }
  } finally {
    child.kill();
  }
}

/**
 * The text of a file in a commit. Resolves to undefined if the file does not exist there, and to
 * null if this repository lacks its text.
 */
export async function committedText(
  place: GitPlace,
  file: string,
  commit = 'HEAD',
): Promise<string | null | undefined> {
  const git = await openGit(place);
  const entry = await git?.read(['ls-tree', '-z', '--full-tree', commit, '--', git.prefix + file]);
  const [, blob] = /^100\d+ blob ([\da-f]+)\t/.exec(entry ?? '') ?? [];
  if (blob === undefined) return undefined;
  for await (const { text } of readBlobs(place, [blob])) return text;
  return undefined;
}

/** The failure of a text that a commit has and this repository does not. Only the user lets git fetch. */
export const missingText = (file: string, commit: string): Failure =>
  new Failure('failed', `Git does not have the text of "${file}" in commit ${commit} here.`, {
    hint: `In a partial clone, fetch old texts with: git diff --stat ${commit}; otherwise git fsck says what is damaged`,
  });

/** Git's object id of a file. `like`: another id there, whose length tells the hash function. */
export function blobName(bytes: Uint8Array, like: string): string {
  const named = Buffer.concat([Buffer.from(`blob ${bytes.length}\0`), bytes]);
  return hash(like.length === SHA_256 ? 'sha256' : 'sha1', named, 'hex');
}

const SHA_256 = 64;

class ByteReader {
  readonly #chunks: AsyncIterator<Buffer>;
  #buffer: Buffer = Buffer.alloc(0);

  constructor(stream: AsyncIterable<Buffer>) {
    this.#chunks = stream[Symbol.asyncIterator]();
  }

  async line(): Promise<string | undefined> {
    for (;;) {
      const end = this.#buffer.indexOf(0x0a);
      if (end >= 0) {
        const line = this.#buffer.subarray(0, end).toString('utf8');
        this.#buffer = this.#buffer.subarray(end + 1);
        return line;
      }
      const next = await this.#chunks.next();
      if (next.done === true) return undefined;
      this.#buffer = Buffer.concat([this.#buffer, next.value]);
    }
  }

  async take(length: number): Promise<Buffer | undefined> {
    const parts: Buffer[] = [this.#buffer];
    let have = this.#buffer.length;
    while (have < length) {
      const next = await this.#chunks.next();
      if (next.done === true) return undefined;
      parts.push(next.value);
      have += next.value.length;
    }
    const all = Buffer.concat(parts);
    this.#buffer = all.subarray(length);
    return all.subarray(0, length);
  }

  /** Skips bytes. Returns false if there were fewer. */
  async skip(length: number): Promise<boolean> {
    let left = length - this.#buffer.length;
    let last = this.#buffer;
    while (left > 0) {
      const next = await this.#chunks.next();
      if (next.done === true) return false;
      last = next.value;
      left -= last.length;
    }
    this.#buffer = last.subarray(last.length + left);
    return true;
  }
}
