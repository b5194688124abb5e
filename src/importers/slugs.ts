/** How tools make names for links from the texts of headings. Pure. */

import { slug as githubSlug } from 'github-slugger';

/** A way to make names, and the suffix that it gives to the second heading with the same text. */
export interface Slugger {
  readonly slug: (text: string) => string;
  readonly second: string;
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

/** `@sindresorhus/slugify`'s, as Mintlify calls it: letters of other scripts stay. */
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

/** The way of Docusaurus and GitBook. */
export const GITHUB: Slugger = { slug: (text) => githubSlug(text), second: '-1' };
export const PRESS: Slugger = { slug: pressSlug, second: '-1' };
export const PYTHON: Slugger = { slug: pythonSlug, second: '_1' };
export const MINT: Slugger = { slug: mintSlug, second: '-2' };

/** Makes unique names: the second occurrence of a name gets the suffix `second`, and the number rises from there. */
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
