import { rmSync } from 'node:fs';
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';

/** Takes what has to be done when what was opened is no longer needed. */
export type AtEnd = (end: () => void | Promise<void>) => void;

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
