/** A batch as text: one line per item, with the same marks in all commands. */
import type { Style } from '../../../ui/style.ts';
import type { View } from '../../../ui/ui.ts';
import { count, grouped } from '../../../model/text/sentences.ts';
import type { BatchDocument, BatchItem, BatchState } from './document.ts';

/** The words of a command for its items and for what it does with them. */
export interface BatchWords<Item extends BatchItem> {
  /** The word for one item, such as `page`; the plural has an s. */
  readonly one: string;
  /** The word for what is done with it: `published`. */
  readonly done: string;
  /** Returns the name of an item in its line. Default: its name. */
  readonly label?: (item: Item) => string;
  /**
   * Returns the rest of the line. Defaults: `would be published`, `is published`, `was already
   * published`, `was not published`.
   */
  readonly says?: Partial<
    Record<'planned' | 'done' | 'unchanged' | 'left', (item: Item) => string>
  >;
  /** Returns additional notes about an item that is planned, done or unchanged. */
  readonly notes?: (item: Item) => readonly string[];
  /** What to do about items that were not done, if it is not to run the command again. */
  readonly hint?: string;
}

const MARKS = {
  planned: { mark: '', colour: 'dim' },
  done: { mark: '✔', colour: 'green' },
  unchanged: { mark: '·', colour: 'dim' },
  failed: { mark: '✘', colour: 'red' },
  left: { mark: '·', colour: 'dim' },
  unknown: { mark: '?', colour: 'yellow' },
} as const satisfies Record<BatchState, { mark: string; colour: keyof Style }>;

/** The most items to list that are unchanged or were not tried; others are counted. */
const LISTED = 10;
/** The most failures to list; others are counted, because they have the same cause. */
const LISTED_FAILURES = 50;

export const batchView =
  <Item extends BatchItem>(words: BatchWords<Item>): View<BatchDocument<Item>> =>
  ({ items, counts }, style) => {
    if (items.length === 0) return `No ${words.one}s.`;
    let failures = 0;
    const listed = items.filter(({ state }) => {
      if (state === 'failed') return (failures += 1) <= LISTED_FAILURES;
      return (state !== 'unchanged' && state !== 'left') || counts[state] <= LISTED;
    });
    const lines = listed.map((item) => lineOf(item, words, style));
    if (listed.length < items.length) lines.push(summaryOf(counts, words));
    return lines.join('\n');
  };

function lineOf<Item extends BatchItem>(item: Item, words: BatchWords<Item>, style: Style): string {
  const { mark, colour } = MARKS[item.state];
  const label = words.label?.(item) ?? item.name;
  const notes = ['failed', 'left', 'unknown'].includes(item.state) ? [] : words.notes?.(item);
  const text = [`${label}${tailOf(item, words)}`, ...(notes ?? [])].join('; ');
  return `${mark === '' ? '' : `${style[colour](mark)} `}${style.text(text)}`;
}

function tailOf<Item extends BatchItem>(item: Item, { done, says = {} }: BatchWords<Item>): string {
  switch (item.state) {
    case 'planned':
      return ` ${says.planned?.(item) ?? `would be ${done}`}`;
    case 'done':
      return ` ${says.done?.(item) ?? `is ${done}`}`;
    case 'unchanged':
      return ` ${says.unchanged?.(item) ?? `was already ${done}`}`;
    case 'left':
      return ` ${says.left?.(item) ?? `was not ${done}`}`;
    case 'failed':
    case 'unknown':
      return `: ${item.reason ?? ''}`;
    default:
      return item.state satisfies never;
  }
}

/** `120 readers: 98 changed, 22 not tried`. */
function summaryOf<Item extends BatchItem>(
  counts: BatchDocument<Item>['counts'],
  { one, done }: BatchWords<Item>,
): string {
  const named: Record<BatchState, string> = {
    planned: `to be ${done}`,
    done,
    unchanged: 'unchanged',
    failed: 'failed',
    left: `not ${done}`,
    unknown: 'unknown',
  };
  const states = Object.entries(named) as [BatchState, string][];
  const parts = states.flatMap(([state, name]) =>
    counts[state] > 0 ? [`${grouped(counts[state])} ${name}`] : [],
  );
  const total = states.reduce((sum, [state]) => sum + counts[state], 0);
  return `${count(total, one)}: ${parts.join(', ')}`;
}
