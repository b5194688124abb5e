/** Where the addresses come from: arguments, `--from`, or both. */
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Host } from '../../host.ts';
import { Failure } from '../../model/failure.ts';
import type { Entries } from './addresses.ts';
import { entriesOfArguments, entriesOfFile, joinEntries } from './addresses.ts';

/** More than any project has readers; a file of this size is something else. */
const MAX_BYTES = 16 * 1024 * 1024;

/** Rejects with `usage` where no address was given at all, or the file cannot be read. `-` is standard input. */
export async function readAsked(
  host: Host,
  addresses: readonly string[],
  from: readonly string[],
): Promise<Entries> {
  const piped = addresses.includes('-');
  const files = piped ? [...from, '-'] : from;
  const sources = [entriesOfArguments(addresses.filter((address) => address !== '-'))];
  for (const file of files) {
    sources.push(entriesOfFile(await readText(host, file), host.clock.now()));
  }
  const asked = joinEntries(sources);
  if (asked.entries.length + asked.invalid.length === 0) {
    throw new Failure('usage', 'There is no address.', {
      hint: 'name addresses, or a file of them with --from readers.csv (- is standard input)',
    });
  }
  return asked;
}

async function readText(host: Host, file: string): Promise<string> {
  const bytes =
    file === '-' ? await readAll(host) : await readFileAt(resolve(host.cwd, file), file);
  if (bytes.length > MAX_BYTES)
    throw new Failure('usage', `${file} is too large for a list of addresses.`);
  return new TextDecoder().decode(bytes);
}

function readFileAt(path: string, shown: string): Promise<Buffer> {
  return readFile(path).catch((error: NodeJS.ErrnoException) => {
    throw new Failure('usage', `${shown} cannot be read: ${error.code ?? error.message}.`, {
      cause: error,
    });
  });
}

async function readAll({ stdin }: Host): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stdin) {
    chunks.push(Buffer.from(chunk as Buffer | string));
    size += (chunk as Buffer | string).length;
    if (size > MAX_BYTES) break;
  }
  return Buffer.concat(chunks);
}
