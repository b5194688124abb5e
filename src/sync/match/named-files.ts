/** Named files (`SyncOptions.asNamed`) whose pages are left alone. Pure. */
import { documentationKey, placeOf, withSlug } from '../../model/ids.ts';
import type { PageKey } from '../../model/ids.ts';
import type { LocalPage, LocalProject, UnplacedFile } from '../../model/local.ts';
import type { BasePage } from '../../model/sides.ts';
import type { Run } from '../run.ts';
import type { RemotePages } from './observe.ts';

/**
 * A page that has a file in `own`: its line would say that this file has the text, and the next push
 * would take the file's own text for an edit. And a page that has another slug on the platform than
 * the one that was named.
 */
export function leftAlone(
  { folder, lock }: Run,
  remote: RemotePages,
  own: LocalProject | undefined,
): readonly UnplacedFile[] {
  const { local, renamed } = folder;
  return [...local.pages.values()].flatMap(({ key, file }) => {
    const was = renamed.get(key) ?? key;
    const line = lock.pages.get(was);
    const reason =
      (own && ownFileReason(own, key, line, lock.pages)) ??
      (line && slugReason(key, remote.get(was)));
    return reason === undefined ? [] : [{ key, file, reason }];
  });
}

function ownFileReason(
  { pages, unplaced }: LocalProject,
  key: PageKey,
  line: BasePage | undefined,
  lines: ReadonlyMap<PageKey, BasePage>,
): string | undefined {
  const keys = [key, ...(line ? [line.key] : [])];
  const files = [...keys.flatMap((each) => pages.get(each) ?? []), ...unplaced.filter(isOf)];
  if (files[0]) {
    return `${files[0].file} is the file of its page: edit that one, and send it with docs push.`;
  }
  const renamed = line && [...pages.values()].find((page) => isLike(page, line));
  return (
    renamed &&
    `${renamed.file} may be the file of its page, renamed: send it with docs push first, or give it another title.`
  );

  function isOf(each: UnplacedFile): boolean {
    return each.key !== undefined && keys.includes(each.key);
  }

  function isLike(page: LocalPage, { key: was, title, sent }: BasePage): boolean {
    return (
      !lines.has(page.key) &&
      documentationKey(page.key) === documentationKey(was) &&
      (page.title === title || page.head === sent)
    );
  }
}

function slugReason(key: PageKey, page: ReturnType<RemotePages['get']>): string | undefined {
  if (page === undefined || page.slug === placeOf(key).slug) return undefined;
  return `Page ${page.id} is now ${withSlug(key, page.slug)}, and no longer ${key}: if you mean that page, give --slug ${page.slug}.`;
}
