import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { fromBufferPromise } from 'yauzl';
import { ZipFile } from 'yazl';
import { temporaryFolder } from '../../support/folder.ts';

/** Entries of an archive as texts by their paths, in its order. */
export async function unzip(bytes: Buffer): Promise<ReadonlyMap<string, string>> {
  const zip = await fromBufferPromise(bytes, { lazyEntries: true });
  const texts = new Map<string, string>();
  for await (const entry of zip.eachEntry()) {
    const stream = await zip.openReadStreamPromise(entry);
    texts.set(entry.fileName, (await buffer(stream)).toString());
  }
  return texts;
}

/** A ZIP with these files, in a folder that is gone after the test. Resolves to its path. */
export async function zipFile(
  files: Iterable<readonly [path: string, content: string | Buffer]>,
  mode = 0o100644,
): Promise<string> {
  const zip = new ZipFile();
  for (const [path, content] of files)
    zip.addBuffer(Buffer.from(content as string), path, { mode, compress: content.length > 1000 });
  zip.end();
  return saved(await buffer(zip.outputStream));
}

export async function saved(bytes: Buffer): Promise<string> {
  const file = join(await temporaryFolder(), 'export.zip');
  await writeFile(file, bytes);
  return file;
}
