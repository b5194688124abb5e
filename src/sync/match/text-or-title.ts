/** Recognises pages by their texts and titles. Pure. */
import { digestOf } from '../../content/digest.ts';
import { groupBy } from '../../model/group-by.ts';
import { documentationKey } from '../../model/ids.ts';
import type { Digest, DocumentationId, PageKey } from '../../model/ids.ts';
import type { LocalPage } from '../../model/local.ts';
import { foldTitle } from '../record/stored-page.ts';
import type { Run } from '../run.ts';
import type { Unpaired } from './unpaired.ts';

/** What files and pages of a documentation are compared by. */
export interface Traits {
  /** The digest of its newest text. Null if the text is empty, which proves nothing. */
  readonly text: Digest | null;
  readonly title: string;
}

/** Receives a file and its page. */
type Pair<F, P> = (file: F, page: P) => void;

/**
 * Pairs a file and a page if no other file and no other page has their text. If several have it,
 * the title decides.
 */
export function pairByText<F extends Traits, P extends Traits>(
  files: Iterable<F>,
  pages: Iterable<P>,
  pair: Pair<F, P>,
): void {
  const there = groupBy(pages, ({ text }) => text);
  for (const [text, same] of groupBy(files, (file) => file.text)) {
    const found = there.get(text);
    if (text === null || found === undefined) continue;
    if (!pairOne(same, found, pair)) pairByTitle(same, found, pair);
  }
}

/** Pairs a file and a page if no other file and no other page has their title. */
export function pairByTitle<F extends Pick<Traits, 'title'>, P extends Pick<Traits, 'title'>>(
  files: Iterable<F>,
  pages: Iterable<P>,
  pair: Pair<F, P>,
): void {
  const there = groupBy(pages, ({ title }) => foldTitle(title));
  for (const [title, same] of groupBy(files, (file) => foldTitle(file.title)))
    pairOne(same, there.get(title) ?? [], pair);
}

/** Pairs the two if there is exactly one of each. Returns whether it did. */
function pairOne<F, P>(files: readonly F[], pages: readonly P[], pair: Pair<F, P>): boolean {
  const [file] = files;
  const [page] = pages;
  if (!file || !page || files.length > 1 || pages.length > 1) return false;
  pair(file, page);
  return true;
}

type Left = Pick<Unpaired, 'files' | 'lines' | 'pair'>;

/** Pairs files that have the same text as a page of the same documentation whose file is gone. */
export const sameText = (left: Left): void => eachDocumentation(left, pairByText);

/**
 * Pairs files that were also edited but have the title of a page of the same documentation whose
 * file is gone. `isElsewhere`: whether another page, on either side, has the title in its
 * documentation.
 */
export const uniqueTitle = (left: Left, isElsewhere: (page: LocalPage) => boolean): void =>
  eachDocumentation(left, (files, lines, pair) =>
    pairByTitle(
      files.filter(({ page }) => !isElsewhere(page)),
      lines,
      pair,
    ),
  );

interface FileTraits extends Traits {
  readonly page: LocalPage;
}

interface LineTraits extends Traits {
  readonly key: PageKey;
}

const EMPTY = digestOf('');
const textIn = (digest: Digest): Digest | null => (digest === EMPTY ? null : digest);

function eachDocumentation(
  left: Left,
  compare: (
    files: readonly FileTraits[],
    lines: readonly LineTraits[],
    pair: Pair<FileTraits, LineTraits>,
  ) => void,
): void {
  const lines = groupBy(left.lines.values(), ({ key }) => documentationKey(key));
  for (const [name, files] of groupBy(left.files.values(), ({ key }) => documentationKey(key))) {
    const lost = lines.get(name) ?? [];
    if (lost.length === 0) continue;
    compare(
      files.map((page) => ({ page, text: textIn(page.head), title: page.title })),
      lost.map(({ key, sent, title }) => ({ key, text: textIn(sent), title })),
      ({ page }, { key }) => left.pair(page.key, key),
    );
  }
}

/**
 * Returns a test of whether a title proves nothing: another file or two pages of the documentation
 * have it.
 */
export function titlesElsewhere(
  files: Iterable<LocalPage>,
  { folder: { local }, platform: { snapshot } }: Run,
): (page: LocalPage) => boolean {
  const wanted = new Set(Array.from(files, ({ title }) => foldTitle(title)));
  const seen = new Set<string>();
  const repeated = new Set<string>();
  const see = (place: string | DocumentationId, title: string): void => {
    const folded = foldTitle(title);
    if (!wanted.has(folded)) return;
    const name = `${place} ${folded}`;
    (seen.has(name) ? repeated : seen).add(name);
  };
  for (const { key, title } of local.pages.values()) see(documentationKey(key), title);
  for (const { documentationId, title } of snapshot.pages.values()) see(documentationId, title);
  return ({ key, title }) => {
    const folded = foldTitle(title);
    const placement = snapshot.placement(key);
    const isTwice = (place: string | DocumentationId): boolean =>
      repeated.has(`${place} ${folded}`);
    return (
      isTwice(documentationKey(key)) ||
      (placement.kind === 'visible' && isTwice(placement.documentation))
    );
  };
}
