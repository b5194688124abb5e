import type { CommandTree } from '../shared/command-tree.ts';
import { RULES } from '../../content/check/rules.ts';
import { DIFF_RULES } from '../../definitions/diff/rules.ts';
import { DEFINITION_RULES } from '../../definitions/rules/rules.ts';
import type { Host } from '../../host.ts';
import { knownNames } from '../shared/names/known-names.ts';
import { suggest } from './suggestions.ts';

/**
 * Prints candidates for the word under the cursor, one per line, and `:files` if files may follow.
 *
 * @param words the words up to the cursor; the last one is under it
 */
export function complete(host: Host, program: CommandTree, words: readonly string[]): void {
  const { values, files } = suggest(program, words, () => knownNames(host), rulesOf);
  const lines = values.map(({ value, about }) => (about === '' ? value : `${value}\t${about}`));
  host.stdout.write([...lines, ...(files ? [':files'] : [])].map((line) => `${line}\n`).join(''));
}

/** `docs check` explains rules of pages, `docs ref rules` those of definitions. */
const rulesOf = (command: string): readonly string[] =>
  command === 'check'
    ? Object.keys(RULES)
    : [...Object.keys(DIFF_RULES), ...DEFINITION_RULES.map(({ name }) => name)];
