/** Pages of a version that was copied on the platform, and whose folder was copied here: base is what both were copied from. Pure. */
import { placeOf } from '../../model/ids.ts';
import type { PageKey } from '../../model/ids.ts';
import { groupBy } from '../../model/group-by.ts';
import type { BasePage, RemotePage } from '../../model/sides.ts';
import { provenBy } from '../lock/line.ts';

/** Lines of the lock by their page's place within its version. */
export class CopiedPages {
  readonly #lines: ReadonlyMap<PageKey, BasePage>;
  #byPlace: ReadonlyMap<string, readonly BasePage[]> | undefined;

  constructor(lines: ReadonlyMap<PageKey, BasePage>) {
    this.#lines = lines;
  }

  /** Those of the page with the same slugs in other versions. */
  in(key: PageKey): readonly BasePage[] {
    this.#byPlace ??= groupBy(this.#lines.values(), (line) => placeIn(line.key));
    return (this.#byPlace.get(placeIn(key)) ?? []).filter((line) => line.key !== key);
  }
}

const placeIn = (key: PageKey): string => {
  const { documentation, slug } = placeOf(key);
  return `${documentation}/${slug}`;
};

/** Whether these are the texts that the lock has of a page. */
export const isCopyOf = (
  { draft, published }: Pick<BasePage, 'draft' | 'published'>,
  stored: RemotePage['stored'],
): boolean => draft === stored.draft && published === stored.published;

/** The line of the copy of a page, as it was before anybody wrote either; undefined if the platform has other texts in it than in one of `originals`. */
export function baseOfCopy(
  key: PageKey,
  { id, updated, stored }: RemotePage,
  originals: readonly BasePage[],
): BasePage | undefined {
  const original = originals.find((line) => isCopyOf(line, stored));
  if (original === undefined) return undefined;
  const { title, slug, sent, sentPublished, draft, published } = original;
  const texts = { sent, sentPublished, draft, published };
  return provenBy({ key, id, title, slug, updated, header: null, ...texts }, 'drift');
}
