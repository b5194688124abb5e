import { freeSlug, slugOfTitle } from '../../content/slug.ts';
import type { Slug } from '../../model/ids.ts';
import { invalid } from '../refusal.ts';
import type { Policy } from './core.ts';
import { startingWith } from './database/like.ts';
import type { Sql } from './database/sql.ts';
import { PAGES } from './statements/pages.ts';

/**
 * The slug for a page in a documentation: the requested one, or one derived from the title. No two pages of a documentation have the same slug.
 * @param self the page that is being changed: its own slug is not in its way
 * @throws Refusal `invalid` if an explicit slug is taken and the policy is to refuse it
 */
export async function chooseSlug(
  sql: Sql,
  { takenSlugs }: Policy,
  documentationId: number,
  explicit: string | undefined,
  title: string,
  self: number | null,
): Promise<string> {
  const wanted = explicit ?? slugOfTitle(title);
  const holder = await sql.get(PAGES.withSlug, documentationId, wanted);
  if (!holder || holder.id === self) return wanted;
  if (explicit !== undefined && takenSlugs === 'refuse') {
    throw invalid('slug', `"${wanted}" is taken in this documentation`);
  }
  const near = await sql.all(PAGES.slugsLike, documentationId, startingWith(wanted));
  const taken = new Set(near.filter(({ id }) => id !== self).map(({ slug }) => slug));
  return freeSlug(wanted as Slug, (slug) => taken.has(slug));
}
