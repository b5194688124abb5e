import { showBlank, showHidden } from '../../model/text/hidden-characters.ts';
import type {
  AttributeChange,
  ReviewReport,
  ReviewedBlock,
  ReviewedPage,
  ReviewedPart,
} from '../shared/review-run/document.ts';
import { definitionDiffView } from '../shared/definition-changes/text.ts';
import { headerSentence } from '../../site/review/review.ts';
import { count } from '../../model/text/sentences.ts';
import type { Style } from '../../ui/style.ts';
import {
  attributePlace,
  BY_LINE,
  isNewLink,
  nearChanges,
  settingsAsPage,
  shortened,
  STATES,
  totals,
  withBreaks,
} from '../shared/review-run/totals.ts';

/** The most lines of one block of a page; others are counted, if they are not near a change. */
const MAX_LINES = 12;

/** The changes for readers, page by page: removed words in `[-…-]`, added words in `{+…+}`. */
export function reviewView(
  { pages, settings, definitions, others, uncompared, ...sides }: ReviewReport,
  plainStyle: Style,
): string {
  const style = showingHidden(plainStyle);
  const names = `${style.bold(style.text(sides.old))} → ${style.bold(style.text(sides.new))}`;
  const parts = [
    ...pages.map((page) => pageText(page, style, MAX_LINES)),
    ...settings.map((each) => pageText(settingsAsPage(each), style, Number.POSITIVE_INFINITY)),
    ...definitions.map((diff) => definitionDiffView(false)(diff, style)),
  ];
  const said = totals({ pages, settings, definitions, others, uncompared });
  return [`${names}\n${style.text(said)}`, ...parts].join('\n\n');
}

const showingHidden = (style: Style): Style => ({
  ...style,
  text: (text) => style.text(showHidden(text)),
  block: (text) => style.block(showHidden(text)),
});

function pageText(page: ReviewedPage, style: Style, most: number): string {
  const { name, title, state, note, looks, blocks, unseen } = page;
  const lines = [`${style.bold(style.text(name))}  ${style.dim(STATES[state])}`];
  if (note !== null) lines.push(`  ${style.text(note)}`);
  if (state === 'changed' && title.old !== title.new) {
    lines.push(`  title: ${wordsText(titleParts(title), 'title', style)}`);
  }
  for (const look of looks) {
    lines.push(`  ${headerSentence(look, (value) => valueText(value, style))}`);
  }
  if (state === 'source') lines.push('  The source changed, but readers see no difference.');
  let under: string | null = null;
  for (const block of blocks) {
    if (block.under !== null && block.under !== under && block.kind !== 'heading') {
      lines.push(`  ${style.cyan(`under "${style.text(block.under)}"`)}`);
    }
    ({ under } = block);
    lines.push(...blockLines(block, style, most));
  }
  if (unseen.length > 0) lines.push('  not visible:');
  for (const change of unseen) lines.push(`    ${attributeText(change, null, style)}`);
  return lines.join('\n');
}

export const titleParts = (title: ReviewedPage['title']): ReviewedPart[] => [
  { state: 'removed', text: title.old ?? '' },
  { state: 'added', text: title.new ?? '' },
];

function blockLines(
  { state, kind, parts, looks }: ReviewedBlock,
  style: Style,
  most: number,
): string[] {
  const [added, removed, changed] = [style.green('+'), style.red('-'), style.yellow('~')];
  const sign = { added, removed, changed, moved: changed }[state];
  const isWhole = state === 'added' || state === 'removed';
  const text = isWhole
    ? plain(parts, state, style)
    : wordsText(BY_LINE.has(kind) ? parts : shortened(parts), kind, style);
  const lines = text === '' ? [] : text.split('\n');
  const isLong = lines.length > MAX_LINES;
  const shown =
    isLong && lines.some(isMarked) ? nearChanges(lines, isMarked) : lines.slice(0, most);
  const left = shown.includes('…') ? 0 : lines.length - shown.length;
  if (left > 0) shown.push(style.dim(`… ${count(left, 'more line')}`));
  return [
    `  ${sign} ${style.dim(state === 'moved' ? `${kind}, moved` : kind)}`,
    ...shown.map((line) => `      ${line}`.trimEnd()),
    ...looks.map((change) => `    ${attributeText(change, kind, style)}`),
  ];
}

const isMarked = (line: string): boolean => line.includes('[-') || line.includes('{+');

const plain = (parts: readonly ReviewedPart[], state: 'added' | 'removed', style: Style): string =>
  style
    .block(parts.map(({ text }) => text).join(''))
    .split('\n')
    .map((line) => (state === 'added' ? style.green(line) : style.red(line)))
    .join('\n');

const wordsText = (parts: readonly ReviewedPart[], kind: string, style: Style): string =>
  parts
    .map(({ state, text }) => {
      if (state === 'same' || state === 'behind') return style.block(text);
      const mark = (line: string): string => {
        if (line === '') return '';
        return state === 'removed' ? style.red(`[-${line}-]`) : style.green(`{+${line}+}`);
      };
      return withBreaks(style.block(showBlank(text)).split('\n'), kind)
        .map(mark)
        .join('\n');
    })
    .join('');

/** `kind`: that of the block that is shown at this place; null if none is. */
function attributeText(change: AttributeChange, kind: string | null, style: Style): string {
  const { what, of } = attributePlace(change, kind);
  const [old, next] = [valueText(change.old, style), valueText(change.new, style)];
  if (isNewLink(change)) return `"${style.text(change.of)}" leads to ${next}`;
  const place = of === null ? '' : ` of "${style.text(of)}"`;
  return `${style.text(what)}${place}: ${old} → ${next}`;
}

const valueText = (text: string | null, style: Style): string =>
  text === null || text === '' ? style.dim('none') : style.text(text);
