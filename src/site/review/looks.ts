/** Looks: what readers see of pieces and words besides the words. They do not identify a piece. */
import type { Phrase } from '../../content/darkdown/markdown/flow.ts';
import { textOf } from '../../content/darkdown/read/blocks.ts';
import type { Fact, Piece, PieceKind } from './piece.ts';

/** The name of a look, and its value; null: the piece does not have it. */
type Look = Omit<Fact, 'value'> & { readonly value: string | null };

/** What the looks of each kind of piece are. */
export const LOOKS: ReadonlyMap<PieceKind, (look: string) => Look> = new Map([
  ['heading', (look) => ({ what: 'level', value: look.slice(1) })],
  ['callout', (look) => ({ what: 'type', value: look })],
  ['list', (look) => ({ what: 'numbers', value: look === '' ? null : `from ${look}` })],
  ['table', (look) => ({ what: 'alignment', value: look === '' ? null : look })],
  ['cell', (look) => ({ what: 'heading', value: look.startsWith('th') ? 'yes' : 'no' })],
  ['row', (look) => ({ what: 'heading', value: look === 'th' ? 'yes' : 'no' })],
  ['section', (look) => ({ what: 'block', value: look })],
  ['group', (look) => ({ what: 'block', value: look })],
]);

/** Whether two pieces may be the same piece, edited. */
export const mayBeOne = (old: Piece, next: Piece): boolean =>
  old.kind === next.kind && (old.look === next.look || LOOKS.has(old.kind));

/** The names of marks, for people, by the element that shows them. */
export const STYLES = {
  a: 'link',
  em: 'italic',
  s: 'struck through',
  strong: 'bold',
  u: 'underlined',
} as const;

/** The look of a phrase by itself; empty for most. */
export function styleOf(phrase: Phrase): string {
  if (phrase.kind === 'code-span') return 'code';
  if (phrase.kind !== 'tag') return '';
  const { name, attributes } = phrase.tag;
  if (name === 'badge') return `badge ${textOf(attributes, 'type') || 'info'}`;
  return name === 'key' || name === 'glossary' ? name : '';
}

const USUAL_ICONS: ReadonlySet<string> = new Set('fa fas fab fa-solid fa-brands'.split(' '));
const ICON_STYLES = /^fa-(?:regular|light|thin|duotone|sharp)$/;

/** The name of the icon with these classes, for people, and the classes that change its look. */
export function iconName(classes: string): string {
  const unusual = classes.split(/\s+/).filter((each) => !USUAL_ICONS.has(each));
  const named = unusual.find((each) => each.startsWith('fa-') && !ICON_STYLES.test(each));
  if (named === undefined) return classes;
  const rest = unusual.filter((each) => each !== named).join(' ');
  return rest === '' ? named.slice(3) : `${named.slice(3)}, ${rest}`;
}
