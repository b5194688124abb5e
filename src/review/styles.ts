/** How words look: the style of the marks around them and of what they are. */
import type { Mark, Phrase } from '../content/darkdown/markdown/flow.ts';
import { textOf } from '../content/darkdown/read/blocks.ts';

/** What a mark looks like: links look alike, wherever they lead. */
export const lookOf = (mark: Mark): keyof typeof STYLES => {
  if (mark.name === 'link') return 'a';
  if (mark.name === 'pair') return mark.tag.name === 'u' ? 'u' : 'a';
  return mark.name;
};

/** Looks, for people. */
export const STYLES = {
  a: 'link',
  em: 'italic',
  s: 'struck through',
  strong: 'bold',
  u: 'underlined',
} as const;

/** How a phrase looks by itself; empty for most. */
export function styleOf(phrase: Phrase): string {
  if (phrase.kind === 'code-span') return 'code';
  if (phrase.kind !== 'tag') return '';
  const { name, attributes } = phrase.tag;
  if (name === 'badge') return `badge ${textOf(attributes, 'type') || 'info'}`;
  return name === 'key' || name === 'glossary' ? name : '';
}
