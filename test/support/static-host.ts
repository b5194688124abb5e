/** A minimal host for static files. */
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { onTestFinished } from 'vitest';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
};

/** Serves the folder below `base` until the test ends. Missing files get its `404.html`. */
export async function serveFiles(folder: string, base: string): Promise<string> {
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? '/', 'http://localhost').pathname);
    const name = path.startsWith(base) ? path.slice(base.length) : '404.html';
    const answer = async (): Promise<void> => {
      const found = await readFile(join(folder, name)).catch(() => null);
      const body = found ?? (await readFile(join(folder, '404.html')));
      const type = found === null ? 'text/html' : (TYPES[extname(name)] ?? 'text/plain');
      response.writeHead(found === null ? 404 : 200, { 'Content-Type': type }).end(body);
    };
    answer().catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}${base}`;
}
