/** Reads addresses from arguments, from `--from`, or from both. */
import type { Context } from '../../context.ts';
import { Failure } from '../../model/failure.ts';
import { readInput } from '../../named-files/input.ts';
import type { Entries, Entry } from './addresses.ts';
import { mergeEntries, entriesOfArguments, parseEntries } from './addresses.ts';
import type { Use } from './columns.ts';

/**
 * Rejects with `usage` if there is neither an address nor a list, if a list cannot be read or, for a grant, if it has an unknown column. `-`
 * is standard input. A list with a header and no rows is valid.
 */
export async function readAddresses(
  context: Context,
  use: Use,
  addresses: readonly string[],
  from: readonly string[],
): Promise<Entries> {
  const files = addresses.includes('-') ? [...from, '-'] : from;
  const named = entriesOfArguments(addresses.filter((address) => address !== '-'));
  if (named.length + files.length === 0) {
    throw new Failure('usage', 'No addresses given.', {
      hint: 'Name addresses, or a file of them with --from readers.csv (- is standard input)',
    });
  }
  const lists: Entry[][] = [];
  for (const file of files) {
    const name = file === '-' ? 'Standard input' : file;
    const text = textOf(await readInput(context, file, 'addresses'), name);
    lists.push(parseEntries({ text, name, use, now: context.host.clock.now() }));
  }
  return mergeEntries([named, ...lists].flat());
}

function textOf(bytes: Uint8Array, name: string): string {
  const text = decode(bytes);
  // UTF-16 without its mark is full of NULs, and NUL is valid UTF-8.
  if (text === null || text.includes('\0')) {
    throw new Failure('usage', `${name} is not UTF-8.`, { hint: 'Save it as "CSV UTF-8"' });
  }
  if (text.trim() === '') {
    throw new Failure('usage', `${name} is empty.`, {
      hint: 'Write the output to another file than the one that --from reads',
    });
  }
  return text;
}

function decode(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
