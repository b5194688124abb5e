// The floor of a push with nothing to do: list and stat the files, parse the lock and `/all`.
//   node bench/bare-noop.js <folder> <base URL>
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { get } from 'node:http';
import { join } from 'node:path';

const [folder = '', baseUrl = ''] = process.argv.slice(2);
const docs = join(folder, 'docs');
for (const name of readdirSync(docs, { recursive: true })) statSync(join(docs, String(name)));
for (const line of readFileSync(join(folder, 'docs-cli.lock'), 'utf8').split('\n'))
  if (line) JSON.parse(line);
get(`${baseUrl}/all`, (response) => {
  /** @type {Buffer[]} */
  const chunks = [];
  response.on('data', (chunk) => chunks.push(chunk));
  response.on('end', () => JSON.parse(Buffer.concat(chunks).toString()));
});
