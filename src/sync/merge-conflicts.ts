import type { Change, Conflict } from '../model/change.ts';
import type { PageKey } from '../model/ids.ts';
import { found } from './documentations.ts';
import type { Sides } from './plan.ts';
import type { SyncDeps, SyncOptions } from './session.ts';
import type { TextReader } from './texts.ts';
import type { TriedMerge } from './try-merge.ts';

interface Scene extends Pick<Sides, 'base' | 'local' | 'remote' | 'renamed'> {
  readonly options: Pick<SyncOptions, 'conflicts' | 'choices'>;
  readonly texts: TextReader;
}

/** Tries to merge the conflicts whose policy is `merge`, and says in each what came of it. Reads these pages. */
export async function mergeConflicts(
  changes: readonly Change[],
  { base, local, remote, renamed, options, texts }: Scene,
  { api, project, machine, signal }: SyncDeps,
): Promise<{
  readonly changes: readonly Change[];
  readonly merges: ReadonlyMap<PageKey, TriedMerge>;
}> {
  const merges = new Map<PageKey, TriedMerge>();
  const said: Change[] = [];
  for (const change of changes) {
    said.push(change);
    if (!isMergeable(change) || change.id === null) continue;
    if ((options.choices.get(change.key) ?? options.conflicts) !== 'merge') continue;
    const origin = renamed.get(change.key) ?? change.key;
    const page = await found(api.pages.read(change.id, undefined, signal));
    const file = local.get(change.key);
    const planned = remote.get(origin);
    if (!page || !file || !planned) continue;
    const { tryMerge } = await import('./try-merge.ts');
    const sides = { base: base.get(origin), local: file, remote: planned };
    const tried = await tryMerge({ ...sides, page, texts, project, machine });
    if (tried === null) continue;
    merges.set(change.key, tried);
    said[said.length - 1] = { ...change, merge: tried.isClean ? 'clean' : 'markers' };
  }
  return { changes: said, merges };
}

/** Whether there is anything to merge by text: a slug is none, nor is a page that is gone. */
export const isMergeable = (change: Change): change is Conflict =>
  change.kind === 'conflict' &&
  change.id !== null &&
  change.group !== 'gone-but-edited' &&
  !change.fields.includes('slug');
