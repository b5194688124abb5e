/**
 * Sends one write of a page. In its slot: a look at the page, the intent on the disk, and only then
 * the write.
 */
import type { Api } from '../../api/api.ts';
import type { WriteSlot, Written } from '../../api/call.ts';
import type { PageWrite } from '../../api/resources/pages.ts';
import type { Clock } from '../../model/time.ts';
import { placeOf } from '../../model/ids.ts';
import type { Page } from '../../model/resources.ts';
import type { Books, IntentNumber } from '../record/books.ts';
import type { Intent, SavingIntent } from '../record/entry.ts';
import { lookAgain } from '../platform/look.ts';
import type { LastLook, StaleLook } from '../platform/look.ts';

/** A write that is about to be sent. */
interface Outgoing<OneIntent extends Intent> {
  /** Its date is replaced: in the log by the moment before it is recorded, in the result by that of sending. */
  readonly intent: OneIntent;
  /** The text that is sent, for the log. Null: none. */
  readonly content: string | null;
  /** Undefined if the page does not exist yet. */
  readonly look: LastLook | undefined;
}

/** A write that left. It stays open in the log until its outcome is recorded. */
export interface SentWrite<OneIntent extends Intent, Value> {
  readonly kind: 'sent';
  /** With the moment of sending, which is not earlier than the one in the log. */
  readonly intent: OneIntent;
  readonly open: IntentNumber;
  readonly written: Written<Value>;
}

/** Nothing was sent, or a rate limit refused it: `isRefused`. */
export type NotSent = StaleLook & { readonly isRefused: boolean };

interface Deps {
  readonly api: Pick<Api, 'pages'>;
  readonly books: Books;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/**
 * Sends the write with `send` when it has its slot, unless the page is not as it was last seen. A
 * later run counts from the date of the intent how long the write may still be under way, so that
 * is the date of sending, however long it waited for its slot. Rejects, with nothing sent, as
 * `Client.slots` and `lookAgain` do.
 */
export async function sendRecorded<OneIntent extends Intent, Value>(
  { intent, content, look }: Outgoing<OneIntent>,
  send: (slot: WriteSlot) => Promise<Written<Value>>,
  deps: Deps,
): Promise<SentWrite<OneIntent, Value> | NotSent> {
  const { api, books, clock, signal } = deps;
  let last = look;
  let isRefused = false;
  for await (const slot of api.pages.slots(OPERATIONS[intent.op], signal)) {
    const before = last && (await lookAgain(last, deps));
    if (before?.kind === 'stale') return { ...before, isRefused };
    // After a refusal, the log has the text.
    const text = isRefused ? null : content;
    const open = await books.intend({ ...intent, at: clock.now() }, text);
    // The disk may have taken its time.
    const seen = before && (await lookAgain(before.look, deps).catch(giveUp(open, books)));
    if (seen?.kind === 'stale') {
      books.undone(open);
      return { ...seen, isRefused };
    }
    const at = clock.now();
    const written = await send(slot);
    if (!slot.isRefused) return { kind: 'sent', intent: { ...intent, at }, open, written };
    books.undone(open);
    isRefused = true;
    // However short the wait was, somebody may have edited the page in it.
    last = seen && { ...seen.look, at: null };
  }
  throw new Error('there is always another slot');
}

const giveUp =
  (open: IntentNumber, books: Books) =>
  (error: unknown): never => {
    books.undone(open);
    throw error;
  };

const OPERATIONS: Readonly<Record<Intent['op'], PageWrite>> = {
  create: 'createPage',
  update: 'updatePage',
  publish: 'publishPage',
  delete: 'deletePage',
};

/** What the write of a page sends. */
export interface Saving {
  readonly intent: SavingIntent;
  /** The text that is sent. Null: none. */
  readonly content: string | null;
  /** The category of a new page. */
  readonly categoryTitle: string | undefined;
  /** The history message. Undefined: the platform's default. */
  readonly message: string | undefined;
}

/** Sends it in the slot. */
export function save(
  { intent, content, categoryTitle, message }: Saving,
  slot: WriteSlot,
  { api, signal }: Pick<Deps, 'api' | 'signal'>,
): Promise<Written<Page>> {
  const options = { signal, slot };
  switch (intent.op) {
    case 'create': {
      const { slug } = placeOf(intent.key);
      const page = { title: intent.title, slug, content: content ?? '', categoryTitle, message };
      return api.pages.create(intent.documentation, page, options);
    }
    case 'update': {
      const { slug } = intent;
      const title = intent.title ?? undefined;
      const change = { slug, title, content: content ?? undefined, message };
      return api.pages.update(intent.id, change, options);
    }
    case 'publish':
      return api.pages.publish(intent.id, options);
    default:
      return intent satisfies never;
  }
}
