/** Handles versions that were copied on the platform and whose folder was copied here: the base of a copy is the base of its original. Pure. */
import { placeOf } from '../../model/ids.ts';
import type { PageKey } from '../../model/ids.ts';
import { groupBy } from '../../model/group-by.ts';
import type { BasePage, RemotePage } from '../../model/sides.ts';
import { lineOf } from '../lock/line.ts';

/** Lines of the lock by their page's place within its version. */
export class CopiedPages {
  readonly #lines: ReadonlyMap<PageKey, BasePage>;
  #byPlace: ReadonlyMap<string, readonly BasePage[]> | undefined;

  constructor(lines: ReadonlyMap<PageKey, BasePage>) {
    this.#lines = lines;
  }

  /** Lines of pages with the same slugs in other versions. */
  in(key: PageKey): readonly BasePage[] {
    this.#byPlace ??= groupBy(this.#lines.values(), (line) => placeIn(line.key));
    return (this.#byPlace.get(placeIn(key)) ?? []).filter((line) => line.key !== key);
  }
}

const placeIn = (key: PageKey): string => {
  const { documentation, slug } = placeOf(key);
  return `${documentation}/${slug}`;
};

/** Whether the page has the texts that the lock has of the other page. */
export const isCopyOf = (
  { draft, published }: Pick<BasePage, 'draft' | 'published'>,
  stored: RemotePage['stored'],
): boolean => draft === stored.draft && published === stored.published;

/** The line of a copied page as it was before anybody changed copy or original. Returns undefined if the page has none of the `originals`' texts. */
export function baseOfCopy(
  key: PageKey,
  seen: RemotePage,
  originals: readonly BasePage[],
): BasePage | undefined {
  const original = originals.find((line) => isCopyOf(line, seen.stored));
  if (!original) return undefined;
  const { title, slug, sent, sentPublished } = original;
  return lineOf({ ...seen, title, slug, racy: true }, { key, header: null, sent, sentPublished });
}
