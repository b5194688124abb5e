/** The home page of a VitePress site, whose content is in its front matter. */
import type { CardFacts, PageLead } from '../model.ts';
import { isRecord, listUnder, textUnder } from '../values.ts';

/** The hero and the features; null if the page is not a home page. */
export function homeOf(data: ReadonlyMap<string, unknown>): PageLead | null {
  if (data.get('layout') !== 'home') return null;
  const hero = data.get('hero');
  const actions = cardsIn(listUnder(hero, 'actions'), 'text', '');
  return {
    heading: textUnder(hero, 'name'),
    lines: ['text', 'tagline'].flatMap((key) => textUnder(hero, key) ?? []),
    cards: [actions, cardsIn(listUnder(Object.fromEntries(data), 'features'), 'title', 'details')],
  };
}

const cardsIn = (list: readonly unknown[], title: string, text: string): readonly CardFacts[] =>
  list
    .filter((item) => isRecord(item))
    .map((item) => ({
      title: textUnder(item, title),
      text: textUnder(item, text),
      link: textUnder(item, 'link'),
    }));
