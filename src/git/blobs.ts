/** Reads texts from git's objects. */
import { hash } from 'node:crypto';
import { openGit } from './run-git.ts';
import type { GitPlace } from './place.ts';

/** This tool never pushes a page longer than this. */
const LONGEST_BLOB = 32 * 1024 * 1024;

export interface Blob {
  readonly blob: string;
  readonly text: string;
}

/** The texts of blobs, in order. Leaves out those that are missing or too long. */
export async function* readBlobs(place: GitPlace, blobs: readonly string[]): AsyncGenerator<Blob> {
  for await (const { blob, bytes } of readBytes(place, blobs)) {
    yield { blob, text: bytes.toString('utf8') };
  }
}

/** The same as bytes. */
export async function* readBytes(
  place: GitPlace,
  blobs: readonly string[],
): AsyncGenerator<{ readonly blob: string; readonly bytes: Buffer }> {
  const git = blobs.length === 0 ? undefined : await openGit(place);
  if (!git) return;
  const child = git.start(['cat-file', '--batch'], `${blobs.join('\n')}\n`);
  const reader = new ByteReader(child.stdout);
  try {
    for (;;) {
      const head = await reader.line();
      if (head === undefined) return;
      const [blob, type, size] = head.split(' ');
      if (blob === undefined || size === undefined) continue;
      const length = Number(size);
      if (type !== 'blob' || length > LONGEST_BLOB) {
        if (!(await reader.skip(length + 1))) return;
        continue;
      }
      const bytes = await reader.take(length + 1);
      if (bytes === undefined) return;
      yield { blob, bytes: bytes.subarray(0, length) };
    }
  } finally {
    child.kill();
  }
}

/** The text of a file in the last commit. Undefined if it is not there. */
export async function committedText(place: GitPlace, file: string): Promise<string | undefined> {
  const git = await openGit(place);
  const head = await git?.read(['ls-tree', '-z', 'HEAD', '--', git.prefix + file]);
  const [, blob] = /^100\d+ blob ([\da-f]+)\t/.exec(head ?? '') ?? [];
  if (blob === undefined) return undefined;
  for await (const { text } of readBlobs(place, [blob])) return text;
  return undefined;
}

/** Git's object id for a file's bytes. `like`: an id in the same repository, whose length tells the hash function. */
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
