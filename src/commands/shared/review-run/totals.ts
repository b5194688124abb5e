import { listOf, count, grouped } from '../../../model/text/sentences.ts';
import type { AttributeChange, ReviewReport, ReviewedPage, ReviewedSettings } from './document.ts';
import { SEVERITIES } from '../../../definitions/diff/rules.ts';
import { cutText } from '../../../ui/width.ts';

/** The state of a page, in a few words. */
export const STATES: Readonly<Record<ReviewedPage['state'], string>> = {
  added: 'new',
  removed: 'removed',
  changed: 'changed',
  unseen: 'changed, but not visibly',
  source: 'no visible difference',
};

/** Whether the sides are the same for readers and clients, as far as they were compared. */
export const isEmpty = ({ pages, settings, definitions, others }: Counted): boolean =>
  pages.length + settings.length + definitions.length + others.length === 0;

type Counted = Pick<ReviewReport, 'pages' | 'settings' | 'definitions' | 'others'>;

/** `3 pages: 1 new; 2 changed, and 1 settings file`, followed by the files that are not shown, and those that were not compared. */
export function totals(report: Counted & Pick<ReviewReport, 'uncompared'>): string {
  const { uncompared } = report;
  if (uncompared.length === 0) return totalsOfCompared(report);
  const it = uncompared.length === 1 ? 'it' : 'them';
  return `${totalsOfCompared(report).replace(/\.$/, '')}. Not compared, because git does not have ${it}: ${listOf(uncompared)}`;
}

function totalsOfCompared(report: Counted): string {
  if (isEmpty(report)) return 'No differences.';
  const { pages, settings, definitions, others } = report;
  const files = [
    ...(settings.length === 0 ? [] : [count(settings.length, 'settings file')]),
    ...(definitions.length === 0 ? [] : [totalsOfDefinitions(definitions)]),
  ];
  const shown = [...(pages.length === 0 ? [] : [totalsOfPages(pages)]), ...files].join(', and ');
  if (others.length === 0) return shown;
  const unseen = `${count(others.length, 'other file')} changed that review does not show: ${listOf(others, MAX_NAMES)}`;
  return shown === '' ? unseen : `${shown}. ${unseen}`;
}

const MAX_NAMES = 10;

/** A settings file, to be shown like a page. */
export const settingsAsPage = ({ file, state, blocks }: ReviewedSettings): ReviewedPage => ({
  name: file,
  title: { old: null, new: null },
  file,
  state,
  note: null,
  looks: [],
  blocks,
  unseen: [],
});

/** `2 definitions: 1 breaking; 3 safe`. */
function totalsOfDefinitions(definitions: ReviewReport['definitions']): string {
  const parts = SEVERITIES.flatMap((severity) => {
    const number = definitions.reduce((sum, { counts }) => sum + counts[severity], 0);
    return number === 0 ? [] : [`${grouped(number)} ${severity}`];
  });
  const found = parts.length === 0 ? 'no changes that clients notice' : parts.join('; ');
  return `${count(definitions.length, 'definition')}: ${found}`;
}

function totalsOfPages(pages: readonly ReviewedPage[]): string {
  const states = Object.keys(STATES) as ReviewedPage['state'][];
  const parts = states.flatMap((state) => {
    const number = pages.filter((page) => page.state === state).length;
    return number === 0 ? [] : [`${grouped(number)} ${STATES[state]}`];
  });
  return `${count(pages.length, 'page')}: ${parts.join('; ')}`;
}

/** Unchanged lines to keep before and after changed ones. */
const CONTEXT = 2;

/** The lines near changed ones. Each run of other lines becomes one sign. */
export function nearChanges(
  lines: readonly string[],
  isChanged: (line: string) => boolean,
): string[] {
  const isNear = (at: number): boolean =>
    lines.slice(Math.max(0, at - CONTEXT), at + CONTEXT + 1).some(isChanged);
  return lines.flatMap((line, at) => {
    if (isNear(at)) return [line];
    return at === 0 || isNear(at - 1) ? ['…'] : [];
  });
}

/** How many characters of unchanged text to keep before and after a change. */
const AROUND = 60;

/** Kinds of blocks in whose text a line end ends a line of source, or a block. */
export const BY_LINE: ReadonlySet<string> = new Set(['code', 'html']);

/** Lines that were all removed or all added, with a sign for each line break that was as well. */
export const withBreaks = (lines: readonly string[], kind: string): string[] => {
  const isBlank = lines.every((line) => line.trim() === '');
  if (BY_LINE.has(kind) && !isBlank) return [...lines];
  return lines.map((line, at) => (at < lines.length - 1 ? `${line}⏎` : line));
};

/** The name of a change, and what it belongs to: null if that is clear, as below such a block. */
export const attributePlace = ({ what, of }: AttributeChange, kind: string | null) =>
  of === 'header'
    ? { what: `header field ${what}`, of: null }
    : { what, of: of === kind ? null : of };

/** Whether a link is new together with its words, so that it has no former target. */
export const isNewLink = ({ what, old }: AttributeChange): boolean =>
  what === 'link target' && old === null;

/** The parts, with long unchanged ones shortened: text next to a change is kept. */
export function shortened<T extends { readonly state: string; readonly text: string }>(
  parts: readonly T[],
): T[] {
  return parts.map((part, at) => {
    const { state, text } = part;
    if (state !== 'same' && state !== 'behind') return part;
    if (parts.length === 1) return { ...part, text: cutText(text, 2 * AROUND) };
    const [head, tail] = [at === 0 ? 0 : AROUND, at === parts.length - 1 ? 0 : AROUND];
    if (text.length <= head + tail + 10) return part;
    return { ...part, text: `${cutEnd(text, head)}…${cutStart(text, tail)}` };
  });
}

/** Cuts neither within a surrogate pair, nor within a word of up to 15 characters. */
const cutEnd = (text: string, length: number): string =>
  length === 0 ? '' : text.slice(0, length).replace(/[\ud800-\udbff]$|(?<=\s)\S{1,15}$/, '');

const cutStart = (text: string, length: number): string =>
  length === 0 ? '' : text.slice(-length).replace(/^[\udc00-\udfff]|^\S{1,15}(?=\s)/, '');
