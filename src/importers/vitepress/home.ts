/** The front page of a VitePress site, whose words are in its front matter. */
import type { CardFacts, PageLead } from '../model.ts';
import { isRecord, textIn, valueIn } from '../read/front-matter.ts';

/** The hero and the features; null if the page is not a front page. */
export function homeOf(data: ReadonlyMap<string, unknown>): PageLead | null {
  if (data.get('layout') !== 'home') return null;
  const hero = data.get('hero');
  const actions = cardsIn(valueIn(hero, 'actions'), 'text', null);
  return {
    heading: textIn(valueIn(hero, 'name')),
    lines: ['text', 'tagline'].flatMap((key) => textIn(valueIn(hero, key)) ?? []),
    cards: [actions, cardsIn(data.get('features'), 'title', 'details')],
  };
}

const cardsIn = (list: unknown, title: string, text: string | null): readonly CardFacts[] =>
  (Array.isArray(list) ? (list as readonly unknown[]) : [])
    .filter((item) => isRecord(item))
    .map((item) => ({
      title: textIn(valueIn(item, title)),
      text: text === null ? null : textIn(valueIn(item, text)),
      link: textIn(valueIn(item, 'link')),
    }));
