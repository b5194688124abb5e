/** Where the addresses come from: arguments, `--from`, or both. */
import type { Context } from '../../context.ts';
import { Failure } from '../../model/failure.ts';
import { readInput } from '../input.ts';
import type { Entries } from './addresses.ts';
import { entriesOfArguments, entriesOfFile, joinEntries } from './addresses.ts';

/** More than any project has readers; a file of this size is something else. */
const MAX_BYTES = 16 * 1024 * 1024;

/** Rejects with `usage` where no address was given at all, or the file cannot be read. `-` is standard input. */
export async function readAsked(
  context: Context,
  addresses: readonly string[],
  from: readonly string[],
): Promise<Entries> {
  const files = addresses.includes('-') ? [...from, '-'] : from;
  const sources = [entriesOfArguments(addresses.filter((address) => address !== '-'))];
  for (const file of files) {
    const text = new TextDecoder().decode(await readInput(context, file, MAX_BYTES));
    sources.push(entriesOfFile(text, context.host.clock.now()));
  }
  const asked = joinEntries(sources);
  if (asked.entries.length + asked.invalid.length === 0) {
    throw new Failure('usage', 'There is no address.', {
      hint: 'name addresses, or a file of them with --from readers.csv (- is standard input)',
    });
  }
  return asked;
}
