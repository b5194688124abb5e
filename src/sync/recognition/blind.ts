/** A run without a snapshot: whether a page moved is only known once it is read. */
import { lookAgain } from './look-again.ts';
import type { Row } from '../plan/cases.ts';
import { forEachAtOnce } from '../pool.ts';
import { Meter } from '../progress.ts';
import type { RemotePages } from './remote-pages.ts';
import type { SyncDeps } from '../session.ts';
import type { TextReader } from '../folder/texts.ts';

/** Reads the pages that these rows would write, and says in `remote` what they are now. */
export async function readWritten(
  rows: readonly Row[],
  remote: RemotePages,
  texts: TextReader,
  deps: SyncDeps,
): Promise<void> {
  const written = rows.filter(({ changes }) =>
    changes.some(({ kind }) => kind === 'update' || kind === 'publish'),
  );
  const meter = new Meter('observe', written.length, deps.clock, deps.report);
  await forEachAtOnce(written, 32, async ({ page: { was, base, local } }) => {
    if (base) remote.set(was, await lookAgain(base.id, { base, local }, texts, deps));
    meter.step();
  });
}
