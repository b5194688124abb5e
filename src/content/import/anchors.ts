/** Anchors of headings: the names that links of each tool use, and the platform's in their place. */
import { Anchors } from '../darkdown/anchor.ts';
import { headingText } from '../darkdown/write/phrase-text.ts';
import type { HeadingPiece, SourcePiece, SourcePage, Tool } from './model.ts';
import { plainText } from './read/phrases.ts';

/** github-slugger's, which Docusaurus, Mintlify and GitBook use. */
const githubSlug = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\p{M}\p{Pc}\s-]/gu, '')
    .replaceAll(/\s/g, '-');

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

type Slugger = readonly [slug: (text: string) => string, between: string];

const GITHUB: Slugger = [githubSlug, '-'];
const PRESS: Slugger = [pressSlug, '-'];
const PYTHON: Slugger = [pythonSlug, '_'];

/** The tool's own first: links were often written for another one. */
const SLUGGERS: Readonly<Record<Tool, readonly Slugger[]>> = {
  docusaurus: [GITHUB, PRESS],
  vitepress: [PRESS, GITHUB],
  mkdocs: [PYTHON, GITHUB],
  gitbook: [GITHUB, PRESS],
  mintlify: [GITHUB, PRESS],
};

/** The platform's anchors of a page, by the names of the source. An empty one is the top of the page. */
export function anchorsOf(page: SourcePage, tool: Tool): ReadonlyMap<string, string> {
  const headings = [...headingsIn(page.pieces)];
  const taken = new Anchors();
  const targets = headings.map(({ phrases }) => taken.take(headingText(phrases)));
  const found = new Map<string, string>();
  const add = (name: string, target: string): void => {
    if (name !== '' && !found.has(name)) found.set(name, target);
  };
  for (const [index, { ids }] of headings.entries()) {
    for (const id of ids) add(id, targets[index] ?? '');
  }
  for (const id of page.headingIds) add(id, '');
  for (const [slug, between] of SLUGGERS[tool]) {
    const counts = new Map<string, number>();
    const take = (text: string): string => {
      const name = slug(text);
      const count = counts.get(name) ?? 0;
      counts.set(name, count + 1);
      return count === 0 ? name : `${name}${between}${count}`;
    };
    if (page.heading !== null) add(take(page.heading), '');
    for (const [index, { phrases }] of headings.entries()) {
      add(take(plainText(phrases)), targets[index] ?? '');
    }
  }
  return found;
}

function* headingsIn(pieces: readonly SourcePiece[]): Generator<HeadingPiece> {
  for (const piece of pieces) {
    if (piece.kind === 'heading') yield piece;
    else if (piece.kind === 'quote' || piece.kind === 'block') yield* headingsIn(piece.content);
    else if (piece.kind === 'list') for (const item of piece.items) yield* headingsIn(item);
  }
}
