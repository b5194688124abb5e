/** Judges pages of the lock without a file after reading them: what base is, and what the platform has. */
import type { Page } from '../../model/resources.ts';
import type { BasePage, RemotePage } from '../../model/sides.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { observe } from './observe.ts';
import type { OpenWrites } from './open-writes.ts';
import { NO_TEXTS } from '../../model/local.ts';

interface LoneDeps {
  readonly writes: OpenWrites;
  readonly samePage: (a: string, b: string) => boolean;
  readonly snapshot: Pick<Snapshot, 'pages'>;
}

/** Judges one page. `line` is the new base if an interrupted run wrote the page last. */
export function observeAlone(
  answer: Page,
  line: BasePage,
  { writes, samePage, snapshot }: LoneDeps,
): { readonly line: BasePage | undefined; readonly seen: RemotePage } {
  const updated = snapshot.pages?.get(answer.id)?.updated ?? answer.updated;
  const describe = (base: BasePage): RemotePage =>
    observe(answer, { base, local: undefined, updated, texts: () => NO_TEXTS, samePage });
  const shown = writes.lineAfterPublish(line, answer);
  const seen = describe(shown ?? line);
  const own = writes.explain(answer, line.key, samePage);
  const known = own && writes.keep(line.key, seen, shown ?? line, own);
  const now = known ?? shown;
  return { line: now, seen: now ? describe(now) : seen };
}
