/** The plan for people: short groups, counts, and what to type if a person has to decide. */
import type { Change, ChangeKind, Plan, Unplaced } from '../../../model/change.ts';
import { placeOf } from '../../../model/ids.ts';
import { count, grouped } from '../../../model/text/sentences.ts';
import { wrap, widthOf, wrapLines } from '../../../ui/width.ts';
import type { Style } from '../../../ui/style.ts';
import { nameLines } from './name-lines.ts';
import type { PushDocument } from './document.ts';
import { groupsOf, type Group } from './groups.ts';
import { CARRIED_OUT, KINDS } from './kinds.ts';
import { asFarAsKnown, NOT_COMPARED } from './nothing.ts';
import { movedAddressesIn, redirectsSection } from './redirect-rules.ts';
import type { Note } from '../../../model/local.ts';
import type { SyncOptions } from '../../../sync/engine.ts';

/** If there are more changes of one kind than this, they are shown as counts per documentation. */
const LISTED = 20;

interface Shown {
  readonly plan: Plan;
  readonly summary: Readonly<Record<ChangeKind, number>>;
  /** As in `Prepared`. */
  readonly withoutFile?: number;
  /** As in `Prepared`. Left out: everything was. */
  readonly looked?: PushDocument['looked'];
  readonly refusals?: readonly unknown[];
  /** As in `Prepared`. Left out: conflicts stop the run. */
  readonly options?: Pick<SyncOptions, 'conflicts'>;
}

interface PlanOptions {
  /** List every change, however many. */
  readonly verbose: boolean;
  /** Whether the output is in a pipeline, where nobody can act. Left out: it is not. */
  readonly inPipeline?: boolean;
}

/** The whole plan, or a message that there is nothing to do. */
export function planView(
  { plan, summary, withoutFile = 0, looked, refusals = [], options }: Shown,
  style: Style,
  { verbose, inPipeline = false }: PlanOptions,
): string {
  const reader = { inPipeline, skipsConflicts: options?.conflicts === 'skip' };
  const groups = groupsOf(plan.changes, style, reader).map((group) =>
    section(group, style, verbose),
  );
  const parts = [
    ...groups,
    redirectsSection(movedAddressesIn(plan.changes), style, verbose),
    notesSection(plan.changes, style),
    rest({ ...plan, remoteOnly: plan.remoteOnly - withoutFile }, summary, looked, style),
  ].filter((part) => part !== '');
  if (parts.length > 0) return parts.join('\n\n');
  return refusals.length > 0 ? NOT_COMPARED : 'No pages were found.';
}

function section(group: Group, style: Style, verbose: boolean): string {
  const advice = group.advice.flatMap((line) =>
    wrapLines(`${' '.repeat(6)}${line}`, style.width)
      .split('\n')
      .map(style.dim),
  );
  return [heading(group, style), ...entries(group, style, verbose), ...advice].join('\n');
}

function heading({ heading: what, reason }: Group, style: Style): string {
  const words = reason === null ? what : `${what}: ${reason}`;
  return wrap(words.split(' '), style.width, 0)
    .map((line) => style.bold(line))
    .join('\n');
}

function entries(group: Group, style: Style, verbose: boolean): readonly string[] {
  const paint = (name: string): string => style[group.colour](name);
  if (group.reason !== null) {
    const names = new Set(group.changes.map((change) => `${group.sign} ${nameOfChange(change)}`));
    return nameLines(names, style, paint, verbose);
  }
  const listed = verbose || group.each || group.changes.length <= LISTED;
  const rows = listed ? changeRows(group, style) : countRows(group);
  const named = rows.map(({ name, detail }) => ({
    name: style.text(`${group.sign} ${name}`),
    detail,
  }));
  return [listing(named, style, paint)];
}

const changeRows = (group: Group, style: Style): ListingRow[] =>
  group.changes.map((change) => ({
    name: nameOfChange(change),
    detail: style.text(group.detail(change)),
  }));

/** A line for each documentation. */
function countRows(group: Group): ListingRow[] {
  const counts = new Map<string, number>();
  for (const { key } of group.changes) {
    if (key === null) continue;
    const { version, documentation } = placeOf(key);
    const name = `${version}/${documentation}`;
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts].map(([name, pages]) => ({ name, detail: count(pages, 'page') }));
}

/** An unplaced file may have no key. */
export const nameOfChange = (change: Change): string =>
  change.kind === 'unplaced' ? withLine(change) : change.key;

const withLine = ({ file, line }: Unplaced): string =>
  line === undefined ? file : `${file}:${line}`;

function rest(
  { remoteOnly }: Plan,
  { unchanged, adopt }: Shown['summary'],
  looked: Shown['looked'],
  style: Style,
): string {
  const known = unchanged > 0 ? asFarAsKnown(unchanged, looked) : '';
  const parts = [
    unchanged > 0 ? `${count(unchanged, 'page')} unchanged${known}` : '',
    adopt > 0 ? `${count(adopt, 'page')} the same on both sides` : '',
    remoteOnly > 0
      ? `${count(remoteOnly, 'page')} on the platform only: docs pull creates files for them`
      : '',
  ];
  const text = parts.filter((part) => part !== '').join(known === '' ? ', ' : '; ');
  return wrap(text.split(' '), Math.min(style.width, 80), 0).join('\n');
}

/** The question before a run: `Create 3 pages, update 812 of 1,000 and publish 2?` */
export function question(work: readonly Change[], { changes, unchanged }: Plan): string {
  const inFolder = changes.flatMap((change) => ('file' in change && change.file ? change.key : []));
  const all = unchanged + new Set(inFolder).size;
  const foreign = work.filter((change) => change.kind === 'publish' && change.foreignDraft).length;
  const drafts = foreign === 1 ? 'a draft that was' : 'drafts that were';
  const whose =
    foreign === 0 ? '' : ` (${grouped(foreign)} with ${drafts} written on the platform)`;
  const said: string[] = [];
  for (const kind of CARRIED_OUT) {
    const pages = work.filter((change) => change.kind === kind).length;
    const { asked } = KINDS[kind];
    if (asked === undefined || pages === 0) continue;
    const [verb, rest = kind === 'publish' ? whose : ''] = asked;
    const isMany = kind === 'update' && pages > LISTED;
    const ofAll = isMany ? `${grouped(pages)} of ` : '';
    const number = isMany ? all : pages;
    const many = `${ofAll}${said.length === 0 ? count(number, 'page') : grouped(number)}`;
    said.push(`${verb} ${many}${rest}`);
  }
  const last = said.pop() ?? 'do nothing';
  const text = said.length === 0 ? last : `${said.join(', ')} and ${last}`;
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}?`;
}

export interface ListingRow {
  readonly name: string;
  readonly detail: string;
}

/** Names longer than this do not widen the column of names. */
const WIDEST = 48;

/** Names with details beside or below them. Names are never cut, so that they can be copied. */
function listing(
  rows: readonly ListingRow[],
  style: Style,
  paint: (name: string) => string,
): string {
  const widths = rows.map(({ name }) => widthOf(name));
  const column = Math.max(0, ...widths.filter((width) => width <= WIDEST));
  return rows
    .map(({ name, detail }, at) => {
      if (detail === '') return `  ${paint(name)}`;
      const width = widths[at] ?? 0;
      const gap = ' '.repeat(Math.max(0, column - width) + 2);
      const fits = 2 + width + gap.length + widthOf(detail) <= Math.min(style.width, 120);
      if (fits) return `  ${paint(name)}${gap}${detail}`;
      return [`  ${paint(name)}`, ...wrap(detail.split(' '), style.width, 6)].join('\n');
    })
    .join('\n');
}

const NAMES: Readonly<Record<Note, string>> = {
  listed: 'listed',
  hidden: 'hidden',
  audience: 'audience',
  description: 'description',
  index_title: 'index title',
  keywords: 'keywords',
  tags: 'tags',
  parent: 'parent page',
  order: 'place in the navigation',
  category: 'category',
  images: 'images',
};

/** Settings in files that the API cannot write, with numbers of pages, the most frequent first. */
function notesSection(changes: readonly Change[], style: Style): string {
  const pages = new Map<Note, number>();
  for (const change of changes) {
    for (const note of 'notes' in change ? change.notes : []) {
      pages.set(note, (pages.get(note) ?? 0) + 1);
    }
  }
  if (pages.size === 0) return '';
  const parts = [...pages]
    .toSorted(([, a], [, b]) => b - a)
    .map(([note, noted], at) => {
      const number = at === 0 ? count(noted, 'page') : grouped(noted);
      return `${NAMES[note]} (${number})${at < pages.size - 1 ? ',' : ''}`;
    });
  return [
    ...wrap(NOT_SENT.split(' '), style.width, 0).map(style.bold),
    ...wrap(parts, Math.min(style.width, 80), 2).map(style.dim),
  ].join('\n');
}

const NOT_SENT = 'Not sent, because the API cannot set it (use the editor)';
