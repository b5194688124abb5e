import { showBlank, showHidden } from '../../model/text/hidden-characters.ts';
import type {
  AttributeChange,
  ReviewReport,
  ReviewedBlock,
  ReviewedPage,
  ReviewedPart,
} from '../shared/review-run/document.ts';
import { cleanBlock } from '../../model/text/clean.ts';
import { count, grouped } from '../../model/text/sentences.ts';
import { cutText } from '../../ui/width.ts';
import { markdownCode, markdownText } from '../../ui/markdown.ts';
import { diffMarkdown } from '../shared/definition-changes/markdown.ts';
import { headerSentence } from '../../site/review/review.ts';
import { titleParts } from './text.view.ts';
import {
  attributePlace,
  isNewLink,
  nearChanges,
  settingsAsPage,
  shortened,
  STATES,
  totals,
  withBreaks,
} from '../shared/review-run/totals.ts';

/** The most UTF-16 units in total: GitHub accepts comments of 65,536 characters, and people add text of their own. */
const MAX_LENGTH = 60_000;
/** For one page, so that a rewritten page leaves room for others. */
const MAX_PAGE_LENGTH = 12_000;
/** Reserved for the line that says how much is left out. */
const REST = 200;
/** The lengths of one part of text and of one name, before escaping. */
const TEXT_LENGTH = 2_000;
const NAME_LENGTH = 200;

/**
 * A review as Markdown, for a comment on a merge request: at most 60,000 characters. The totals are never left out.
 *
 * @param configuration the name of the configuration; null if there is none
 */
export function reviewMarkdown(report: ReviewReport, configuration: string | null): string {
  const { pages, settings, definitions, ...sides } = report;
  const names = `${named(sides.old)} → ${named(sides.new)}`;
  const said = markdownText(showHidden(totals(report)));
  const parts = [
    configuration === null
      ? `### Review: ${names}\n\n${said}`
      : `### Review: ${codeNamed(configuration)}\n\n${names}: ${said}`,
  ];
  let left = MAX_LENGTH - REST - (parts[0]?.length ?? 0);
  let shown = 0;
  // Settings and definitions come last: if they have no room, the totals still count them.
  const all = [
    ...[...pages, ...settings.map(settingsAsPage)].map((page) => () => pageMarkdown(page)),
    ...definitions.map((diff) => () => diffMarkdown(diff, MAX_PAGE_LENGTH)),
  ];
  for (const write of all) {
    const text = `\n\n${write()}`;
    if (text.length > left) break;
    parts.push(text);
    left -= text.length;
    shown += 1;
  }
  if (shown < all.length) {
    const noun = settings.length + definitions.length === 0 ? 'more page' : 'more file';
    parts.push(
      `\n\n… and ${count(all.length - shown, noun)}: this comment has room for ${grouped(shown)} of ${grouped(all.length)}.`,
    );
  }
  return parts.join('');
}

function pageMarkdown(page: ReviewedPage): string {
  const { name, title, state, note, looks, blocks, unseen } = page;
  const head = [`#### ${codeNamed(name)} ${STATES[state]}`];
  if (note !== null) head.push(markdownText(showHidden(note)));
  if (state === 'changed' && title.old !== title.new)
    head.push(`Title: ${words(titleParts(title), 'title')}`);
  for (const look of looks) head.push(headerSentence(look, valueText));
  if (state === 'source') head.push('The source changed, but readers see no difference.');
  const parts = [...head];
  let left = MAX_PAGE_LENGTH - head.join('\n\n').length;
  const take = (texts: readonly string[], noun: string): void => {
    const taken: string[] = [];
    for (const text of texts) {
      if (text.length + 2 > left) break;
      left -= text.length + 2;
      taken.push(text);
    }
    parts.push(...taken);
    const rest = texts.length - taken.length;
    if (rest > 0) parts.push(`- … and ${count(rest, noun)}`);
  };
  take(blockTexts(blocks), 'more block');
  const before = parts.length;
  take(
    unseen.map((change) => `- ${attributeText(change, null)}`),
    'more change',
  );
  const listed = parts.splice(before);
  if (listed.length > 0) parts.push('Not visible on the page:', listed.join('\n'));
  return parts.join('\n\n');
}

function blockTexts(blocks: readonly ReviewedBlock[]): string[] {
  let before: string | null = null;
  return blocks.map((block) => {
    const { under, kind } = block;
    const isNew = under !== null && under !== before && kind !== 'heading';
    before = under;
    const place = isNew ? `_Under_ ${named(under)}\n\n` : '';
    return place + blockText(block);
  });
}

function blockText({ state, kind, parts, looks }: ReviewedBlock): string {
  if (kind === 'code') return fence(diffLines(parts));
  const isWhole = state === 'added' || state === 'removed';
  const text = words(isWhole ? parts : shortened(parts), kind);
  const lines = looks.map((change) => `\n> - ${attributeText(change, kind)}`);
  return `> ${state === 'moved' ? '_Moved:_ ' : ''}${text}${lines.length === 0 ? '' : '\n>'}${lines.join('')}`;
}

const words = (parts: readonly ReviewedPart[], kind: string): string =>
  parts
    .map(({ state, text }) => {
      const lines = showHidden(cutText(text, TEXT_LENGTH)).split('\n');
      if (state !== 'removed' && state !== 'added') return lines.map(markdownText).join('<br>');
      const element = state === 'removed' ? 'del' : 'ins';
      return withBreaks(lines, kind)
        .map((line) => (line === '' ? '' : `<${element}>${markdownText(line)}</${element}>`))
        .join('<br>');
    })
    .join('');

const named = (name: string): string => markdownText(showHidden(cutText(name, NAME_LENGTH)));

const codeNamed = (name: string): string => markdownCode(showHidden(cutText(name, NAME_LENGTH)));

/** A block of code as a line diff, without long unchanged parts. */
function diffLines(parts: readonly ReviewedPart[]): string[] {
  const lines: string[] = [];
  let [old, next] = ['', ''];
  let [isOld, isNew] = [false, false];
  const flush = (): void => {
    if (isOld && isNew && old === next) lines.push(` ${old}`);
    else {
      if (isOld) lines.push(`-${old}`);
      if (isNew) lines.push(`+${next}`);
    }
    [old, next, isOld, isNew] = ['', '', false, false];
  };
  for (const { state, text } of parts) {
    const visible = state === 'removed' || state === 'added' ? showBlank(text) : showHidden(text);
    const pieces = cleanBlock(visible).split('\n');
    for (const [at, piece] of pieces.entries()) {
      if (at > 0) flush();
      // An empty piece at the end may be a line break of one side only.
      if (state === 'same' && piece === '' && at === pieces.length - 1) continue;
      if (state !== 'added') {
        old += piece;
        isOld = true;
      }
      if (state !== 'removed') {
        next += piece;
        isNew = true;
      }
    }
  }
  flush();
  return nearChanges(lines, (line) => !line.startsWith(' '));
}

function fence(lines: readonly string[]): string {
  const text = cutText(lines.join('\n'), TEXT_LENGTH);
  const longest = Math.max(0, ...Array.from(text.matchAll(/`+/g), ([ticks]) => ticks.length));
  const ticks = '`'.repeat(Math.max(3, longest + 1));
  return `${ticks}diff\n${text}\n${ticks}`;
}

/** `kind`: that of the block that is shown at this place; null if none is. */
function attributeText(change: AttributeChange, kind: string | null): string {
  const { what, of } = attributePlace(change, kind);
  const [old, next] = [valueText(change.old), valueText(change.new)];
  if (isNewLink(change)) return `“${named(change.of)}” leads to ${next}`;
  const place = of === null ? '' : ` of “${named(of)}”`;
  return `${markdownText(what)}${place}: ${old} → ${next}`;
}

const valueText = (text: string | null): string =>
  text === null || text === '' ? 'none' : codeNamed(text);
