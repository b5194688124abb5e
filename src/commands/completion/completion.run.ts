import type { Host } from '../../host.ts';
import { knownNames } from '../../names/known-names.ts';
import { suggest, type CommandTree } from './suggestions.ts';

/**
 * Prints candidates for the word under the cursor, one per line, and `:files` if files may follow.
 *
 * @param words the words up to the cursor; the last one is under it
 */
export function complete(host: Host, program: CommandTree, words: readonly string[]): void {
  const { values, files } = suggest(program, words, () => knownNames(host));
  const lines = values.map(({ value, about }) => (about === '' ? value : `${value}\t${about}`));
  host.stdout.write([...lines, ...(files ? [':files'] : [])].map((line) => `${line}\n`).join(''));
}
