/** A plan as Markdown, for a comment on a pull request. */
import type { Change } from '../../../model/change.ts';
import type { FailOnVerdict } from '../../../model/change.ts';
import type { PushDocument } from './document.ts';
import { count, grouped } from '../../../model/text/sentences.ts';
import { cutText } from '../../../ui/width.ts';
import { markdownCode, markdownLink, markdownText } from '../../../ui/markdown.ts';
import { createStyle } from '../../../ui/style.ts';
import { failOnLine } from './fail-on.ts';
import { groupsOf, type Group } from './groups.ts';
import { docsHeading, OF_THE_BRANCH } from './heading.ts';
import { KINDS, nounOf, plannedWords, URGENT, URGENT_FIRST } from './kinds.ts';
import { asFarAsKnown } from './nothing.ts';
import { nameOfChange } from './plan.ts';
import { movedAddressesIn, redirectsMarkdown } from './redirect-rules.ts';

export interface MarkdownPlan extends Pick<
  PushDocument,
  'plan' | 'summary' | 'remoteOnly' | 'looked'
> {
  readonly warnings: PushDocument['warnings'];
  /** Reasons why the plan looks like an accident, unless forced. */
  readonly refusals: PushDocument['refusals'];
  /** Null without `--fail-on`. */
  readonly verdict: FailOnVerdict | null;
  /** The address of a page for readers; null if unknown. */
  readonly pageLinkOf: (key: string) => string | null;
  /** Whether no pages were named. */
  readonly isWhole?: boolean;
  /** Whether the run already skips conflicts. */
  readonly skipsConflicts?: boolean;
  /** As in `docsHeading`. */
  readonly configuration?: string | null;
}

/** The most UTF-16 units: GitHub accepts comments of 65,536 characters, and people add to them. */
const MAX_LENGTH = 60_000;
/** Reserved for the line that says how much is left out. */
const REST = 300;
/** The most characters of one name and of its detail, before escaping. */
const NAME_LENGTH = 300;
const DETAIL_LENGTH = 500;
/** The most characters of all warnings and refusals together, so that there is room for the plan. */
const MAX_NOTES_LENGTH = 10_000;

/** At most 60,000 characters. The totals are never left out. Conflicts and failures come first. */
export function planMarkdown(plan: MarkdownPlan): string {
  const { skipsConflicts = false } = plan;
  const head = headOf(plan);
  const redirects = redirectsMarkdown(movedAddressesIn(plan.plan), 'docs status --verbose');
  const room = new Room(MAX_LENGTH - REST - head.length - redirects.length);
  const groups = urgentFirst(groupsOf(plan.plan, STYLE, { inPipeline: true, skipsConflicts }));
  const parts = groups.map((group) => section(group, room, plan.pageLinkOf));
  const asked = sizeOf(groups);
  const rest =
    room.shown < asked
      ? [
          `… and ${grouped(asked - room.shown)} more: this comment has room for ${grouped(room.shown)} of ${grouped(asked)} lines of the plan.`,
        ]
      : [];
  return [head, ...parts, redirects, ...rest].filter((part) => part !== '').join('\n\n');
}

const STYLE = createStyle({ colour: false, width: Number.POSITIVE_INFINITY, now: 0 });

function headOf({
  summary,
  remoteOnly,
  looked,
  refusals,
  warnings,
  verdict,
  isWhole = false,
  configuration = null,
}: MarkdownPlan): string {
  const known = summary.unchanged > 0 ? asFarAsKnown(summary.unchanged, looked) : '';
  const parts = URGENT_FIRST.filter((kind) => summary[kind] > 0).map((kind, at) =>
    at === 0 || nounOf(kind) !== 'page'
      ? plannedWords(kind, summary[kind])
      : `${grouped(summary[kind])} ${KINDS[kind].planned}`,
  );
  const only = remoteOnly === 0 ? [] : [`${grouped(remoteOnly)} on the platform only`];
  // The unchanged pages come last.
  const totals =
    known === '' ? [...parts, ...only].join(', ') : [parts.join(', ') + known, ...only].join('; ');
  const notes = [
    ...refusals.map(
      ({ message, hint }) => `**Refused:** ${shortText(message)}<br>${shortText(hint)}`,
    ),
    ...warnings.map((warning) => `**Warning:** ${shortText(warning)}`),
  ];
  const shown = withinNotes(notes);
  return [
    docsHeading('what a push would do', configuration),
    totals === '' ? 'Nothing to do.' : `${totals}.`,
    ...(isWhole && parts.length > 0 ? [OF_THE_BRANCH] : []),
    ...(verdict === null ? [] : [`**${failOnLine(verdict)}**`]),
    ...shown,
    ...(shown.length < notes.length
      ? [`… and ${count(notes.length - shown.length, 'more warning')}`]
      : []),
  ].join('\n\n');
}

function withinNotes(notes: readonly string[]): readonly string[] {
  const room = new Room(MAX_NOTES_LENGTH);
  return notes.filter((note) => room.take(note, true));
}

const shortText = (text: string): string => markdownText(cutText(text, DETAIL_LENGTH));

const urgentFirst = (groups: readonly Group[]): readonly Group[] => {
  const isUrgent = ({ changes: [first] }: Group): boolean =>
    first !== undefined && URGENT.includes(first.kind) && !isMerged(first);
  return [
    ...URGENT.flatMap((kind) =>
      groups.filter((group) => isUrgent(group) && group.changes[0]?.kind === kind),
    ),
    ...groups.filter((group) => !isUrgent(group)),
  ];
};

const isMerged = (change: Change): boolean =>
  change.kind === 'conflict' && change.merge !== undefined;

const sizeOf = (groups: readonly Group[]): number =>
  groups.reduce((sum, { changes }) => sum + changes.length, 0);

/** The remaining room in the comment, in UTF-16 units. */
class Room {
  #left: number;
  #shown = 0;

  constructor(length: number) {
    this.#left = length;
  }

  /** How many lines were added. */
  get shown(): number {
    return this.#shown;
  }

  /** Whether `text` has room, which it takes then. After one that does not fit, nothing does. */
  take(text: string, isLine: boolean): boolean {
    this.#left -= text.length + 2;
    if (this.#left < 0) return false;
    if (isLine) this.#shown += 1;
    return true;
  }
}

/** A group as Markdown. Empty if there is no room for its heading and one line. */
function section(group: Group, room: Room, pageLinkOf: MarkdownPlan['pageLinkOf']): string {
  const reason = group.reason === null ? '' : `: ${shortText(group.reason)}`;
  const advice =
    group.colour === 'red' && group.advice.length > 0
      ? `\n\n\`\`\`text\n${group.advice.join('\n')}\n\`\`\``
      : '';
  const noun = nounOf(group.changes[0]?.kind ?? 'update');
  const top = `#### ${group.heading}${reason}${advice}\n\n| ${noun} | what |\n| --- | --- |`;
  if (!room.take(top, false)) return '';
  const rows: string[] = [];
  for (const change of group.changes) {
    const row = rowOf(change, group, pageLinkOf);
    if (!room.take(row, true)) break;
    rows.push(row);
  }
  return rows.length === 0 ? '' : [top, ...rows].join('\n');
}

function rowOf(
  change: Change,
  { detail, reason }: Group,
  pageLinkOf: MarkdownPlan['pageLinkOf'],
): string {
  const name = markdownCode(cutText(nameOfChange(change), NAME_LENGTH));
  const read = readNow(change);
  const linked = markdownLink(name, read === null ? null : pageLinkOf(read));
  return `| ${linked} | ${reason === null ? shortText(detail(change)) : ''} |`;
}

/** The key of the page that readers see now. Null if they see none, or if that is unknown. */
function readNow(change: Change): string | null {
  if (change.kind !== 'update' && change.kind !== 'delete') return null;
  if (!change.isShown) return null;
  return change.kind === 'update' ? (change.from ?? change.key) : change.key;
}
