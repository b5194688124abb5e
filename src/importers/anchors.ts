/**
 * The names that each tool gives to headings and other places, and the platform's anchors for them.
 * Pure.
 */
import { slug as githubSlug } from 'github-slugger';
import { Anchors } from '../content/darkdown/anchor.ts';
import type { Phrase } from '../content/darkdown/markdown/flow.ts';
import { headingText } from '../content/darkdown/write/phrase-text.ts';
import type { Dialect, HeadingPiece, Slugger, SourcePiece, SourcePage } from './model.ts';
import { plainText } from './read/phrases.ts';

/**
 * The platform's anchors by the names of the source. The top of the page has an empty anchor; the
 * empty name belongs to the first heading.
 */
export function anchorsOf(page: SourcePage, dialect: Dialect): ReadonlyMap<string, string> {
  const headings = [...headingsIn(page.pieces)];
  const taken = new Anchors();
  const targets = new Map(headings.map((each) => [each, taken.take(headingText(each.phrases))]));
  const [first = ''] = targets.values();
  const found = new Map([['', first]]);
  const add = (name: string, target: string): void => {
    if (name !== '' && !found.has(name)) found.set(name, target);
  };
  for (const [{ ids }, target] of targets) for (const id of ids) add(id, target);
  for (const id of page.headingIds) add(id, '');
  for (const slugger of dialect.slugs) {
    const slugs = new CountedSlugs(slugger);
    if (page.heading !== null) add(slugs.take(page.heading), '');
    const named = [...targets].map(([{ phrases }, target]) => [phrases, target] as const);
    for (const [phrases, target] of named)
      add(slugs.take(plainText(phrases.filter(isNoBadge))), target);
    // The name if a badge is written with tags: then its words belong to the text.
    for (const [phrases, target] of named) add(slugger.slug(plainText(phrases)), target);
  }
  for (const { name, under } of page.places) {
    add(name, under === null ? '' : (targets.get(under) ?? ''));
  }
  return found;
}

const isNoBadge = (phrase: Phrase): boolean => phrase.kind !== 'tag' || phrase.tag.name !== 'badge';

function* headingsIn(pieces: readonly SourcePiece[]): Generator<HeadingPiece> {
  for (const piece of pieces) {
    if (piece.kind === 'heading') yield piece;
    else if (piece.kind === 'quote' || piece.kind === 'block') yield* headingsIn(piece.content);
    else if (piece.kind === 'list') for (const item of piece.items) yield* headingsIn(item);
  }
}

const pressSlug = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f\p{Cc}]/gu, '')
    .replaceAll(/[\s~`!@#$%^&*()\-_+=[\]{}|\\;:"'“”‘’<>,.?/]+/g, '-')
    .replaceAll(/-{2,}/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .replace(/^(\d)/, '_$1')
    .toLowerCase();

const pythonSlug = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/[^\p{ASCII}]/gu, '')
    .replaceAll(/[^\w\s-]/g, '')
    .trim()
    .toLowerCase()
    .replaceAll(/[-\s]+/g, '-');

/** Like `@sindresorhus/slugify` with Mintlify's options: letters of other scripts stay. */
const mintSlug = (text: string): string =>
  text
    .replaceAll('&', ' and ')
    .replaceAll(/([a-z\d])['’]([ts])(?=\s|$)/gi, '$1$2')
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\p{M}_]+/gu, '-')
    .replaceAll(/^-+|-+$/g, '');

/** The slugs of Docusaurus and GitBook. */
export const GITHUB: Slugger = { slug: (text) => githubSlug(text), second: '-1' };
export const PRESS: Slugger = { slug: pressSlug, second: '-1' };
export const PYTHON: Slugger = { slug: pythonSlug, second: '_1' };
export const MINT: Slugger = { slug: mintSlug, second: '-2' };

/**
 * Makes unique names: the second use of a name gets the suffix `second`, and the number rises with
 * each further use.
 */
export class CountedSlugs {
  readonly #counts = new Map<string, number>();
  readonly #slugger: Slugger;

  constructor(slugger: Slugger) {
    this.#slugger = slugger;
  }

  take(text: string): string {
    const { slug, second } = this.#slugger;
    const name = slug(text);
    const count = this.#counts.get(name) ?? 0;
    this.#counts.set(name, count + 1);
    if (count === 0) return name;
    return name + second.charAt(0) + String(Number(second.slice(1)) + count - 1);
  }
}
