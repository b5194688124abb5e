import type { PageKey } from '../model/ids.ts';
import { found } from './documentations.ts';
import { readObject } from './objects.ts';
import { headOf } from './observe.ts';
import type { Prepared, SyncDeps } from './session.ts';

/** The three texts of a page. */
export interface TextsOfPage {
  /** What was read back after the last push, where it was kept. */
  readonly base: string | null;
  readonly local: string | null;
  readonly remote: string | null;
}

/** The texts of a page, for diffs. A side that has none, or whose text is not kept, is null. Reads the page: one request. */
export async function textsOf(
  { state }: Prepared,
  deps: SyncDeps,
  key: PageKey,
): Promise<TextsOfPage> {
  const origin = state.renamed.get(key) ?? key;
  const page = state.local.pages.get(key);
  const line = state.base.get(origin);
  const id = state.remote.get(origin)?.id;
  const texts = page && state.texts.read(page);
  const answer =
    id === undefined ? undefined : await found(deps.api.pages.read(id, undefined, deps.signal));
  const readBack = line && (line.draft ?? line.published);
  return {
    base: readBack ? await readObject(deps.project, readBack) : null,
    local: texts ? (texts.draft ?? texts.published) : null,
    remote: answer ? headOf(answer) : null,
  };
}
