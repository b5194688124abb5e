/** Settles a write whose answer was lost: by reading, never by repeating it blindly. */
import type { Api } from '../../api/api.ts';
import { digestOf } from '../../content/digest.ts';
import type { Clock } from '../../model/clock.ts';
import type { VersionId } from '../../model/ids.ts';
import { placeOf } from '../../model/ids.ts';
import type { Page } from '../../model/resources.ts';
import { lookAt, lookUp } from '../look.ts';
import type { Report } from '../events.ts';
import type { CreateIntent, SavingIntent } from '../journal/journal.ts';
import { headDigest, headOf, isAsSeen, sameTitle, storedOf } from '../recognition/observe.ts';
import type { Seen } from '../recognition/observe.ts';

/** A write whose answer was lost. */
export interface LostWrite {
  readonly intent: SavingIntent;
  /** It was sent by an earlier run. */
  readonly isEarlier: boolean;
  readonly version: VersionId;
  /** The content that was sent; null: none. */
  readonly content: string | null;
  /** The page as it was before; undefined: it was not there. What else was written meanwhile is for `evidence` to say. */
  readonly before: Seen | undefined;
}

/** What lost writes are settled with. */
export interface SettleDeps {
  readonly api: Pick<Api, 'pages'>;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** After this long the platform does not carry a request out any more. */
  readonly requestTimeoutMs: number;
  readonly samePage: (a: string, b: string) => boolean;
  readonly report: Report;
}

/** What became of a lost write. */
export type Settlement =
  | { readonly result: 'done'; readonly page: Page }
  | { readonly result: 'again' }
  | { readonly result: 'conflict'; readonly page: Page };

/**
 * Finds out what became of a write. `done`: the page holds what was sent, as stored or in canonical form. `again`: it is as before, and still is
 * after the request timeout, for the platform may have been slow. `conflict`: it holds something else. Reports which.
 */
export async function settle(write: LostWrite, deps: SettleDeps): Promise<Settlement> {
  const settlement = await lookTwice(write, deps);
  const { result } = settlement;
  deps.report({ type: 'settled', key: write.intent.key, result, isEarlier: write.isEarlier });
  return settlement;
}

/** The same of a page that an earlier run was making. */
export const settleCreate = (
  write: Pick<LostWrite, 'version' | 'content'> & { readonly intent: CreateIntent },
  deps: SettleDeps,
): Promise<Settlement> => settle({ ...write, isEarlier: true, before: undefined }, deps);

async function lookTwice(write: LostWrite, deps: SettleDeps): Promise<Settlement> {
  const first = await look(write, deps);
  if (first.result !== 'again') return first;
  const { clock, requestTimeoutMs, signal } = deps;
  const sinceSent = clock.now() - write.intent.at;
  const left = Math.min(Math.max(requestTimeoutMs - sinceSent, 0), requestTimeoutMs);
  await clock.sleep(left, signal);
  return look(write, deps);
}

async function look(write: LostWrite, deps: SettleDeps): Promise<Settlement> {
  const page = await seek(write, deps);
  if (page === undefined) return { result: 'again' };
  if (carriedOut(write, page, deps)) return { result: 'done', page };
  return write.before && isAsSeen(write.before, { ...page, stored: storedOf(page) })
    ? { result: 'again' }
    : { result: 'conflict', page };
}

function seek({ intent, version }: LostWrite, deps: SettleDeps): Promise<Page | undefined> {
  if (intent.op !== 'create') return lookAt(intent.id, deps);
  const { documentation } = intent;
  return lookUp({ version, documentation, slug: placeOf(intent.key).slug }, deps);
}

function carriedOut(
  { intent, content, before }: LostWrite,
  page: Page,
  { samePage }: SettleDeps,
): boolean {
  const head = headOf(page);
  const holds = (text: string): boolean =>
    head !== null && (digestOf(head) === digestOf(text) || samePage(head, text));
  switch (intent.op) {
    case 'create':
      return sameTitle(page.title, intent.title) && content !== null && holds(content);
    case 'update':
      return (
        page.slug === intent.slug &&
        (intent.title === null || sameTitle(page.title, intent.title)) &&
        (content === null || holds(content))
      );
    case 'publish':
      return isPublished(page, before);
    default:
      return intent satisfies never;
  }
}

/** The draft of before is what readers see now. */
function isPublished(page: Page, before: LostWrite['before']): boolean {
  const { published } = storedOf(page);
  return published !== null && published === (before ? headDigest(before.stored) : null);
}
