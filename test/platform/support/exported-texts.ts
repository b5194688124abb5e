import { expect } from 'vitest';
import { fromBuffer, type Entry, type ZipFile } from 'yauzl';
import type { TestPlatform } from '../../support/platform.ts';

/** The archive's texts by their paths, in its order. */
export async function exportedTexts(
  platform: TestPlatform,
  format = 'darkdown',
): Promise<Map<string, string>> {
  const response = await fetch(`${platform.baseUrl}/export?format=${format}`, {
    headers: { 'X-Api-Key': platform.apiKey },
  });
  expect(response.status).toBe(200);
  const zip = await open(Buffer.from(await response.arrayBuffer()));
  const texts = new Map<string, string>();
  await new Promise((resolve, reject) => {
    zip.on('error', reject).on('end', resolve);
    zip.on('entry', (entry: Entry) => {
      zip.openReadStream(entry, (error, stream) => {
        if (error) return reject(error);
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => {
          texts.set(entry.fileName, Buffer.concat(chunks).toString());
          zip.readEntry();
        });
      });
    });
    zip.readEntry();
  });
  return texts;
}

const open = (bytes: Buffer) =>
  new Promise<ZipFile>((resolve, reject) => {
    fromBuffer(bytes, { lazyEntries: true, strictFileNames: true }, (error, zip) =>
      error ? reject(error) : resolve(zip),
    );
  });
