import { copyFileSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, onTestFinished } from 'vitest';

/** Takes what has to be done when what was opened is no longer needed. */
export type AtEnd = (end: () => void | Promise<void>) => void;

/** What `open` opens, once for all tests of a file or a `describe`. */
export function shared<Opened>(open: (atEnd: AtEnd) => Promise<Opened>): () => Opened {
  const ends: (() => void | Promise<void>)[] = [];
  let opened: Opened;
  beforeAll(async () => {
    opened = await open((end) => ends.unshift(end));
  });
  afterAll(async () => {
    for (const end of ends) await end();
  });
  return () => opened;
}

/** Creates a folder with these files, which is removed `atEnd`. Resolves to its absolute path. */
export async function temporaryFolder(
  files: Readonly<Record<string, string | Uint8Array>> = {},
  atEnd: AtEnd = onTestFinished,
): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'docs-test-'));
  atEnd(() => rmSync(folder, { recursive: true, force: true }));
  await writeFiles(folder, files);
  return folder;
}

export async function writeFiles(
  folder: string,
  files: Readonly<Record<string, string | Uint8Array>>,
): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
}

/** Copies folders and files, with the times of now. Node's `cp` looks at every folder above each of them. */
export function copyFolder(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) copyFolder(source, target);
    else copyFileSync(source, target);
  }
}
