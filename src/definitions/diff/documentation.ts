/** Keywords of an operation and its parts that only people read. */
import { child } from '../tree.ts';
import type { Direction } from './changes.ts';
import type { Located } from './located.ts';
import type { Listener } from './operation-scope.ts';

const NOTES = ['summary', 'description', 'tags', 'externalDocs', 'example', 'examples'];

/** Reports all differences as one change. @param what owner of the texts, for people; empty for the operation itself */
export function compareNotes(
  { identical, found }: Listener,
  before: Located,
  after: Located,
  { what, direction }: { readonly what: string; readonly direction: Direction | null },
): void {
  const differing = NOTES.filter(
    (key) => !identical.isSame(child(before.value, key), child(after.value, key)),
  );
  if (differing.length === 0) return;
  const names = `${differing.join(', ')}${what === '' ? '' : ` of ${what}`}`;
  found({
    rule: 'documentation-changed',
    message: `${names} changed`,
    oldPointer: before.pointer,
    newPointer: after.pointer,
    direction,
  });
}
