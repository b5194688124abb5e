/** Looks of pieces: which may change while the piece stays the same one, and what people call that. */
import { pieceName } from './piece.ts';
import type { Fact, Piece, PieceKind } from './piece.ts';

/** What a look is called, and what it is; null: the piece has none of that kind. */
type Look = Omit<Fact, 'value'> & { readonly value: string | null };

const LOOKS: ReadonlyMap<PieceKind, (look: string) => Look> = new Map([
  ['heading', (look) => ({ what: 'level', value: look.slice(1) })],
  ['callout', (look) => ({ what: 'type', value: look })],
  ['list', (look) => ({ what: 'numbers', value: look === '' ? null : `from ${look}` })],
  ['table', (look) => ({ what: 'alignment', value: look === '' ? null : look })],
  ['cell', (look) => ({ what: 'heading', value: look.startsWith('th') ? 'yes' : 'no' })],
  ['row', (look) => ({ what: 'heading', value: look === 'th' ? 'yes' : 'no' })],
  ['section', (look) => ({ what: 'block', value: look })],
  ['group', (look) => ({ what: 'block', value: look })],
]);

/** Whether two pieces may be one that was edited. */
export const mayBeOne = (old: Piece, next: Piece): boolean =>
  old.kind === next.kind && (old.look === next.look || LOOKS.has(old.kind));

/** What readers see that differs, words aside. */
export function lookChanges(old: Piece, next: Piece) {
  const look = LOOKS.get(next.kind);
  if (!look || old.kind === 'row') return [];
  const [before, after] = [look(old.look), look(next.look)];
  if (before.value === after.value) return [];
  return [{ what: after.what, of: pieceName(next), old: before.value, new: after.value }];
}
