/** Warnings about links to pages that will be deleted. */
import { findLinks, unescaped } from '../../content/links/find-links.ts';
import type { Plan } from '../../model/change.ts';
import { Failure } from '../../model/failure.ts';
import type { PageKey } from '../../model/ids.ts';
import { placeOf } from '../../model/ids.ts';
import type { LocalPage, LocalProject } from '../../model/local.ts';
import { few, firstNamed } from '../folder/left-links.ts';
import type { TextReader } from '../folder/texts.ts';

/** Returns a warning for each deleted page to which other pages link. Reads all files, but only if pages are deleted. */
export function linksToDeleted(
  { changes }: Plan,
  { local, texts }: { readonly local: LocalProject; readonly texts: TextReader },
): readonly string[] {
  const deleted = new Map<PageKey, PageKey[]>();
  for (const change of changes) if (change.kind === 'delete') deleted.set(change.key, []);
  if (deleted.size === 0) return [];
  for (const page of local.pages.values()) {
    for (const target of targetsIn(page, texts)) deleted.get(target)?.push(page.key);
  }
  const linked = [...deleted].filter(([, from]) => from.length > 0);
  return few(
    linked.map(
      ([key, from]) =>
        `${key} will be deleted: links to it, in ${firstNamed(from)}, will then be broken.`,
    ),
    'pages',
  );
}

/** Keys that the page's links name by slugs, in the form in which they are sent: documentation and page, or version, documentation and page. */
function targetsIn(page: LocalPage, texts: TextReader): ReadonlySet<PageKey> {
  const { version } = placeOf(page.key);
  const found = new Set<PageKey>();
  for (const text of textsIn(page, texts)) {
    for (const { kind, target } of findLinks(text)) {
      const path = /^\/([^?#]+)/.exec(unescaped(target))?.[1]?.split('/') ?? [];
      if (kind !== 'link' || path.length < 2) continue;
      found.add((path.length === 2 ? [version, ...path] : path).join('/') as PageKey);
    }
  }
  return found;
}

/** Returns nothing if the file changed since the scan. Sending such a file fails with an error of its own. */
function textsIn(page: LocalPage, texts: TextReader): readonly string[] {
  try {
    const { draft, published } = texts.read(page);
    return [draft, published].filter((text) => text !== null);
  } catch (error) {
    if (error instanceof Failure) return [];
    throw error;
  }
}
