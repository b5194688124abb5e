import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import type { ExportEntry } from './outline.ts';

/**
 * A ZIP archive that is created while it is read, so that at most one page is in memory at a time.
 * @param textOf the text of a page; `undefined`: the page is gone, and its entry is empty
 * @param mtime of every entry
 */
export function archive(
  entries: Iterable<ExportEntry>,
  textOf: (pageId: number) => Promise<string | undefined>,
  mtime: Date,
): AsyncIterable<Uint8Array> {
  const zip = new ZipFile();
  // It is a `PassThrough`, but its declared type is more general.
  const output = zip.outputStream as Readable;
  zip.on('error', (error: Error) => {
    output.destroy(error);
  });
  for (const entry of entries) {
    if ('text' in entry) zip.addBuffer(Buffer.from(entry.text), entry.path, { mtime });
    else {
      zip.addReadStreamLazy(entry.path, { mtime }, (done) => {
        const text = Readable.from(bytesOf(() => textOf(entry.pageId)));
        // Without this listener, a text that cannot be read would end the process.
        text.once('error', (error) => zip.emit('error', error));
        done(null, text);
      });
    }
  }
  zip.end();
  return output;
}

async function* bytesOf(read: () => Promise<string | undefined>): AsyncGenerator<Buffer> {
  yield Buffer.from((await read()) ?? '');
}
