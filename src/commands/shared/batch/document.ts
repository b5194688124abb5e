/** The output of `--json` for any batch of writes. */
import * as v from 'valibot';
import { type Printed, described, document, int, text } from '../document.ts';

const state = v.picklist(['planned', 'done', 'unchanged', 'failed', 'left', 'unknown']);
export type BatchState = v.InferOutput<typeof state>;

const item = {
  name: text(),
  state: described(
    state,
    'planned: would be sent (--dry-run). unchanged: needs no request. left: not sent, because another item failed or the rate limit is used up. unknown: it was sent, but may not have been carried out.',
  ),
  reason: v.nullable(text('Why it failed, or why its state is not known.')),
};
/** The fields that every item of a batch has. */
export type BatchItem = Printed<ReturnType<typeof v.strictObject<typeof item>>>;

const counts = v.strictObject({
  planned: int(),
  done: int(),
  unchanged: int(),
  failed: int(),
  left: int(),
  unknown: int(),
});

/** The document of a batch, without the additional fields of some commands. */
export interface BatchDocument<Item extends BatchItem> {
  readonly dryRun: boolean;
  /** In the order in which they are sent. */
  readonly items: readonly Item[];
  /** The number of items in each state. */
  readonly counts: Readonly<Record<BatchState, number>>;
}

/**
 * The document of a command that carries out a batch.
 *
 * @param entries the fields of its items besides those of `BatchItem`
 */
export const batchDocument = <Entries extends v.ObjectEntries>(
  file: string,
  title: string,
  description: string,
  entries: Entries,
) =>
  document(
    file,
    title,
    description,
    v.strictObject({
      dryRun: v.boolean(),
      items: described(
        v.array(v.strictObject({ ...item, ...entries })),
        'In the order in which they are sent.',
      ),
      counts: described(counts, 'The number of items in each state.'),
    }),
  );

/** An item of the documents that `schema` describes. */
export type ItemOf<Schema extends v.GenericSchema> =
  Printed<Schema> extends { readonly items: readonly (infer Item)[] } ? Item : never;
