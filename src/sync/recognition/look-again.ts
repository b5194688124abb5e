import type { PageId } from '../../model/ids.ts';
import type { LocalPage, PageTexts } from '../../model/local.ts';
import type { BasePage, RemotePage } from '../../model/sides.ts';
import { loadCanonical } from './canonical.ts';
import { found } from '../snapshot/documentations.ts';
import { observe } from './observe.ts';
import type { SyncDeps } from '../session.ts';
import type { TextReader } from '../folder/texts.ts';

/** Reads one page again, as `apply` does just before it writes. Undefined: it is gone. */
export async function lookAgain(
  id: PageId,
  beside: { readonly base: BasePage | undefined; readonly local: LocalPage | undefined },
  texts: TextReader,
  deps: SyncDeps,
): Promise<RemotePage | undefined> {
  const page = await found(deps.api.pages.read(id, { signal: deps.signal }));
  if (page === undefined) return undefined;
  const { local } = beside;
  const { samePage } = await loadCanonical();
  const readTexts = (): PageTexts => (local ? texts.read(local) : { draft: null, published: null });
  return observe(page, { ...beside, updated: page.updated, texts: readTexts, samePage });
}
