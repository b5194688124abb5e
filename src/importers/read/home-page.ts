/** The front page of a VitePress site, whose words are in its front matter. */
import type { SourcePiece } from '../model.ts';
import { isRecord, textIn, valueIn } from './front-matter.ts';
import type { SourceReading } from './page-reader.ts';
import { textPhrase } from './phrases.ts';

/** The hero and the features; nothing if there are none. */
export function heroPieces(data: ReadonlyMap<string, unknown>, page: SourceReading): SourcePiece[] {
  if (page.site.tool !== 'vitepress' || data.get('layout') !== 'home') return [];
  const hero = data.get('hero');
  const pieces: SourcePiece[] = [];
  const name = textIn(valueIn(hero, 'name'));
  if (name !== null) pieces.push(page.heading(1, [textPhrase(name)], []));
  for (const key of ['text', 'tagline']) {
    const text = textIn(valueIn(hero, key));
    if (text !== null) pieces.push({ kind: 'paragraph', phrases: page.line(text, 0) });
  }
  const actions = listOf(valueIn(hero, 'actions')).map((action) =>
    card(textIn(valueIn(action, 'text')), null, textIn(valueIn(action, 'link'))),
  );
  const features = listOf(data.get('features')).map((feature) =>
    card(
      textIn(valueIn(feature, 'title')),
      textIn(valueIn(feature, 'details')),
      textIn(valueIn(feature, 'link')),
    ),
  );
  for (const cards of [actions, features]) {
    if (cards.length > 0) {
      pieces.push({ kind: 'block', name: 'cards', attributes: new Map(), content: cards });
    }
  }
  return pieces;
}

const listOf = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? value.filter((item) => isRecord(item)) : [];

/** One card. */
export function card(title: string | null, text: string | null, link: string | null): SourcePiece {
  const attributes = new Map<string, string>();
  if (title !== null) attributes.set('title', title);
  if (text !== null && text !== '') attributes.set('text', text.replaceAll(/<[^<>]*>/g, ''));
  if (link !== null && link !== '') attributes.set('link', link);
  return { kind: 'block', name: 'card', attributes, content: [] };
}
