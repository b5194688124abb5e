/**
 * The breaking changes that a project accepts: a list beside the configuration, which is committed.
 * An entry accepts one change of one operation or schema, and nothing that differs from it in any
 * way.
 */
import { inShell } from '../../../model/text/shell.ts';
import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { yamlText } from '../../../content/settings/printed-yaml.ts';
import { keysFrom, step, type Tree } from '../../../definitions/definition-tree.ts';
import type { DefinitionChange } from '../../../definitions/diff/changes.ts';
import { sortedText } from '../../../definitions/equal.ts';
import { Failure } from '../../../model/failure.ts';
import { groupBy } from '../../../model/group-by.ts';
import type { FilePath } from '../../../model/ids.ts';
import { byCodeUnit } from '../../../model/order.ts';
import type { Project } from '../../../model/project.ts';
import { ownTextIn } from '../../../system/files/own.ts';
import { bytesOfText, writeEither } from '../../../system/files/write.ts';
import { placedYaml, type PlacedYaml } from '../../../system/yaml/placed-yaml.ts';

/** The name of the file. */
export const ACCEPTED = 'docs-cli.accepted.yml';

/** One accepted change. */
export interface AcceptedChange {
  /** The definition's file, relative to the project. */
  readonly definition: string;
  readonly rule: string;
  readonly subject: string;
  /** Missing if it makes no difference. */
  readonly direction?: string;
  /** JSON pointer into the new definition; of something removed, into the old one. */
  readonly place: string;
  /** What changed, for people. */
  readonly change: string;
  /** Of what stands at the places of the change, before and after: words may be the same where that is not. */
  readonly digest: string;
  /** The version whose definition it was compared with. Missing if that was a file. */
  readonly version?: string;
  readonly reason: string;
}

/** Two definitions that are compared, and the version that the old one is in, unless it is a file. */
export interface JudgedSides {
  readonly older: Tree;
  readonly newer: Tree;
  readonly version: string | undefined;
}

/** A change, and the reason for which it is accepted; null if it is not. */
export type Judged<T> = T & { readonly accepted: string | null };

/** The changes, none of which is accepted. */
export const unaccepted = <T>(changes: readonly T[]): Judged<T>[] =>
  changes.map((change) => ({ ...change, accepted: null }));

/** The list of a project, and which of its entries a run has met. */
export class AcceptedChanges {
  readonly entries: readonly AcceptedChange[];
  readonly #byKey: ReadonlyMap<string, readonly AcceptedChange[]>;
  readonly #met = new Set<AcceptedChange>();
  readonly #compared = new Set<string>();
  readonly #root: string;

  private constructor(root: string, entries: readonly AcceptedChange[]) {
    this.#root = root;
    this.entries = entries;
    this.#byKey = groupBy(entries, keyOf);
  }

  /** Empty if there is no such file. Rejects with `config` and the line if an entry is malformed. */
  static async read({ root }: Pick<Project, 'root'>): Promise<AcceptedChanges> {
    const text = ownTextIn(root, ACCEPTED);
    if (text === null) return new AcceptedChanges(root, []);
    const read = await placedYaml(text);
    if ('message' in read) throw malformed(read.message, read);
    return new AcceptedChanges(root, entriesOf(read));
  }

  /** Tells which changes are accepted. `file`: the absolute path of the new definition. */
  judge<T extends DefinitionChange>(
    file: string,
    sides: JudgedSides,
    changes: readonly T[],
  ): Judged<T>[] {
    const definition = nameIn(this.#root, file);
    this.#compared.add(definition);
    if (!this.entries.some((entry) => entry.definition === definition)) return unaccepted(changes);
    return changes.map((change) => {
      if (change.severity !== 'breaking') return { ...change, accepted: null };
      const alike = this.#byKey.get(keyOf({ ...asEntry(change, sides), definition })) ?? [];
      const entry = alike.find(
        ({ version }) =>
          version === undefined || sides.version === undefined || version === sides.version,
      );
      if (entry === undefined) return { ...change, accepted: null };
      this.#met.add(entry);
      return { ...change, accepted: entry.reason };
    });
  }

  /** The entries of compared definitions that match none of their changes. */
  get unmet(): readonly AcceptedChange[] {
    return this.entries.filter(
      (entry) => this.#compared.has(entry.definition) && !this.#met.has(entry),
    );
  }
}

/** What to tell about entries that match nothing; undefined if there are none. */
export function unmetWarning({
  unmet: [first, ...others],
}: AcceptedChanges): readonly [message: string, hint: string] | undefined {
  if (first === undefined) return undefined;
  const { definition, subject, change } = first;
  const more = others.length === 0 ? '' : `, nor are ${others.length} others`;
  return [
    `${ACCEPTED} accepts a change of ${definition} that is not there any more (${subject}: ${change})${more}.`,
    `docs ref accept ${toAccept(definition)} removes what is not needed any more`,
  ];
}

/** What follows `docs ref accept` to accept what a comparison with these options found. */
export const toAccept = (definition: string, options: Partial<JudgedAgainst> = {}): string =>
  [
    inShell(definition),
    ...Object.entries(options).flatMap(([name, value]) =>
      value === undefined ? [] : [`--${name}`, inShell(value)],
    ),
  ].join(' ');

/** Options of a comparison. */
interface JudgedAgainst {
  readonly in: string | undefined;
  readonly against: string | undefined;
}

/** The entry that accepts a change. */
export const entryFor = (
  { root, file }: { readonly root: string; readonly file: string },
  sides: JudgedSides,
  change: DefinitionChange,
  reason: string,
): AcceptedChange => ({
  definition: nameIn(root, file),
  ...asEntry(change, sides),
  ...(sides.version !== undefined && { version: sides.version }),
  reason,
});

const nameIn = (root: string, file: string): FilePath =>
  relative(root, file).replaceAll('\\', '/') as FilePath;

const asEntry = (
  { rule, subject, direction, message, newPointer, oldPointer }: DefinitionChange,
  { older, newer }: JudgedSides,
) => ({
  rule,
  subject,
  ...(direction !== null && { direction }),
  place: newPointer ?? oldPointer ?? '#',
  change: message,
  digest: createHash('sha256')
    .update(JSON.stringify([valueAt(older, oldPointer), valueAt(newer, newPointer)]))
    .digest('hex')
    .slice(0, 16),
});

/** The value in a form in which the order of keys makes no difference. */
const valueAt = (root: Tree, pointer: string | null): unknown =>
  pointer === null ? null : sortedText(keysFrom(pointer).reduce<unknown>(step, root));

const keyOf = (entry: Omit<AcceptedChange, 'reason' | 'version'>): string =>
  JSON.stringify(FIELDS.map((field) => entry[field] ?? null));

const FIELDS = ['definition', 'rule', 'subject', 'direction', 'place', 'change', 'digest'] as const;

function entriesOf(read: PlacedYaml): AcceptedChange[] {
  const { value } = read;
  if (value === null) return [];
  if (!Array.isArray(value)) throw malformed('This must be a list.', read.valueAt([]));
  return value.map((entry: unknown, at) => entryOf(entry, at, read));
}

function entryOf(entry: unknown, at: number, read: PlacedYaml): AcceptedChange {
  if (typeof entry !== 'object' || entry === null)
    throw malformed('Each entry must have keys with values.', read.valueAt([at]));
  const fields = new Map(Object.entries(entry));
  const wrong = [...fields.keys()].find((key) => !KEYS.has(key));
  if (wrong !== undefined)
    throw malformed(`No entry has the key "${wrong}".`, read.keyAt([at, wrong]));
  const textOf = (key: string): string => {
    const text = fields.get(key);
    if (typeof text === 'string' && text.trim() !== '') return text;
    throw malformed(`This entry has no text for "${key}".`, read.valueAt([at, key]));
  };
  return {
    definition: textOf('definition'),
    rule: textOf('rule'),
    subject: textOf('subject'),
    ...(fields.has('direction') && { direction: textOf('direction') }),
    place: textOf('place'),
    change: textOf('change'),
    digest: textOf('digest'),
    ...(fields.has('version') && { version: textOf('version') }),
    reason: textOf('reason'),
  };
}

const KEYS: ReadonlySet<string> = new Set([...FIELDS, 'version', 'reason']);

const malformed = (
  message: string,
  { line, column }: { readonly line: number; readonly column: number },
): Failure =>
  new Failure('config', message, {
    hint: 'docs ref accept writes this file: correct the entry, or delete it',
    place: { file: ACCEPTED, line, column },
  });

const HEAD = `# Changes of API definitions that break clients and are accepted, each with its reason.
# Written by docs ref accept; if an entry is deleted, its change fails a comparison again.
`;

/** Writes the list; removes the file if the list is empty. */
export async function writeAccepted(
  project: Pick<Project, 'root' | 'stateFolder'>,
  entries: readonly AcceptedChange[],
): Promise<void> {
  if (entries.length === 0) return rm(join(project.root, ACCEPTED), { force: true });
  const text = `${HEAD}${entries.map(printed).toSorted(byCodeUnit).join('')}`;
  await writeEither(project, ACCEPTED, bytesOfText(text));
}

const printed = (entry: AcceptedChange): string =>
  [...FIELDS, 'version' as const, 'reason' as const]
    .flatMap((field) => {
      const text = entry[field];
      return text === undefined ? [] : [`${field}: ${yamlText(text)}\n`];
    })
    .map((line, at) => `${at === 0 ? '- ' : '  '}${line}`)
    .join('');
