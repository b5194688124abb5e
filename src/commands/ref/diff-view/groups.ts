/** Groups changes by the schema, operation or other part that changed, about which a person decides. */
import type { DefinitionChange, Direction } from '../../../definitions/diff/changes.ts';

/** The changes of one schema, operation or other part, in one direction. */
export interface ChangeGroup<Change extends DefinitionChange = DefinitionChange> {
  /** For people: `Pet`, `GET /pets`. */
  readonly owner: string;
  readonly direction: Direction | null;
  readonly changes: readonly [Change, ...Change[]];
}

/** In the order of their first changes. */
export function groupChanges<Change extends DefinitionChange>(
  changes: readonly Change[],
): ChangeGroup<Change>[] {
  const groups = new Map<
    string,
    { owner: string; direction: Direction | null; changes: [Change, ...Change[]] }
  >();
  for (const change of changes) {
    const { name, kind } = ownerOf(change);
    const key = JSON.stringify([kind, name, change.direction]);
    const known = groups.get(key);
    if (known === undefined) {
      groups.set(key, { owner: name, direction: change.direction, changes: [change] });
    } else known.changes.push(change);
  }
  return [...groups.values()];
}

/** The name of the changed part inside its owner: `.kind`; empty if it is the owner itself. */
export const insideOwner = (change: DefinitionChange): string =>
  change.subject.slice(ownerOf(change).name.length);

/** The operations that the changes affect, except the one in `subject`. */
export function otherOperations(
  subject: string,
  changes: readonly DefinitionChange[],
): readonly string[] {
  const names = new Set(changes.flatMap(({ operations }) => operations));
  return [...names].filter((name) => name !== subject && !subject.startsWith(`${name} `));
}

/** The number of steps in a pointer to a component, an operation, or a schema of OpenAPI 2.0. */
const STEPS: Readonly<Record<string, number>> = {
  components: 3,
  definitions: 2,
  paths: 3,
  webhooks: 3,
};

/** The component or operation with whose name the subject begins; else the subject is its own owner. */
function ownerOf({ subject, oldPointer, newPointer }: DefinitionChange): {
  readonly name: string;
  /** The kind of the component; empty if it is not a component. */
  readonly kind: string;
} {
  const keys = (newPointer ?? oldPointer ?? '#').split('/').slice(1);
  const [first = ''] = keys;
  const steps = STEPS[first] ?? 0;
  const own = keys.slice(0, steps);
  const name = nameOf(own);
  if (own.length < steps || !isBelow(subject, name)) return { name: subject, kind: '' };
  return { name, kind: first === 'components' ? (own[1] ?? '') : '' };
}

const isBelow = (subject: string, name: string): boolean =>
  subject.startsWith(name) && /^(?:$|[ .[])/.test(subject.slice(name.length));

function nameOf([first = '', second = '', third = '']: readonly string[]): string {
  if (first === 'paths') return `${third.toUpperCase()} ${plain(second)}`;
  if (first === 'webhooks') return `webhook ${plain(second)} ${third.toUpperCase()}`;
  return plain(first === 'components' ? third : second);
}

/** A step of a pointer without escapes: RFC 6901, section 4. */
const plain = (step: string): string => step.replaceAll('~1', '/').replaceAll('~0', '~');
