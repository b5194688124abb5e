/** A run without a snapshot: whether a page moved is only known once it is read. */
import type { Plan } from '../model/change.ts';
import type { PageKey } from '../model/ids.ts';
import type { LocalPage } from '../model/local.ts';
import type { BasePage } from '../model/sides.ts';
import { lookAgain } from './look-again.ts';
import { forEachAtOnce } from './pool.ts';
import { Meter } from './progress.ts';
import type { RemotePages } from './remote-pages.ts';
import type { SyncDeps } from './session.ts';
import type { TextReader } from './texts.ts';

interface Blind {
  readonly base: ReadonlyMap<PageKey, BasePage>;
  readonly local: ReadonlyMap<PageKey, LocalPage>;
  readonly renamed: ReadonlyMap<PageKey, PageKey>;
  readonly remote: RemotePages;
  readonly texts: TextReader;
}

/** Reads the pages that the plan would write, and says in `remote` what they are now. */
export async function readWritten(
  { changes }: Plan,
  { base, local, renamed, remote, texts }: Blind,
  deps: SyncDeps,
): Promise<void> {
  const keys = new Set<PageKey>();
  for (const { kind, key } of changes) {
    if ((kind === 'update' || kind === 'publish') && key !== null) keys.add(key);
  }
  const meter = new Meter('observe', keys.size, deps.clock, deps.report);
  await forEachAtOnce(keys, 32, async (key) => {
    const origin = renamed.get(key) ?? key;
    const line = base.get(origin);
    if (line) {
      const seen = await lookAgain(line.id, { base: line, local: local.get(key) }, texts, deps);
      remote.set(origin, seen);
    }
    meter.step();
  });
}
