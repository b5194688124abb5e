import { showBlank, showHidden } from '../../model/text/hidden-characters.ts';
import type {
  AttributeChange,
  ReviewReport,
  ReviewedBlock,
  ReviewedPage,
  ReviewedPart,
} from '../../review-run/document.ts';
import { count } from '../../ui/count.ts';
import type { Style } from '../../ui/style.ts';
import {
  settingsAsPage,
  attributePlace,
  shortened,
  STATES,
  totals,
  withBreaks,
} from '../../review-run/totals.ts';

/** The most lines of one block; others are counted. */
const MOST_LINES = 12;

/** The changes for readers, page by page: removed words in `[-…-]`, added words in `{+…+}`. */
export function reviewView({ pages, settings, ...sides }: ReviewReport, plainStyle: Style): string {
  const style = showingHidden(plainStyle);
  const names = `${style.bold(style.text(sides.old))} → ${style.bold(style.text(sides.new))}`;
  const parts = [...pages, ...settings.map(settingsAsPage)].map((page) => pageText(page, style));
  return [`${names}\n${totals({ pages, settings })}`, ...parts].join('\n\n');
}

const showingHidden = (style: Style): Style => ({
  ...style,
  text: (text) => style.text(showHidden(text)),
  block: (text) => style.block(showHidden(text)),
});

function pageText(page: ReviewedPage, style: Style): string {
  const { name, title, state, note, blocks, unseen } = page;
  const lines = [`${style.bold(style.text(name))}  ${style.dim(STATES[state])}`];
  if (note !== null) lines.push(`  ${style.text(note)}`);
  if (state === 'changed' && title.old !== title.new) {
    lines.push(`  title: ${wordsText(titleParts(title), 'title', style)}`);
  }
  if (state === 'source') lines.push('  The source changed, but readers see no difference.');
  let under: string | null = null;
  for (const block of blocks) {
    if (block.under !== null && block.under !== under && block.kind !== 'heading') {
      lines.push(`  ${style.cyan(`under "${style.text(block.under)}"`)}`);
    }
    ({ under } = block);
    lines.push(...blockLines(block, style));
  }
  if (unseen.length > 0) lines.push('  not visible:');
  for (const change of unseen) lines.push(`    ${attributeText(change, null, style)}`);
  return lines.join('\n');
}

export const titleParts = (title: ReviewedPage['title']): ReviewedPart[] => [
  { state: 'removed', text: title.old ?? '' },
  { state: 'added', text: title.new ?? '' },
];

function blockLines({ state, kind, parts, looks }: ReviewedBlock, style: Style): string[] {
  const sign = { added: style.green('+'), removed: style.red('-'), changed: style.yellow('~') }[
    state
  ];
  const text =
    state === 'changed' ? wordsText(shortened(parts), kind, style) : plain(parts, state, style);
  const lines = text === '' ? [] : text.split('\n');
  const shown = lines.slice(0, MOST_LINES);
  const left = lines.length - shown.length;
  if (left > 0) shown.push(style.dim(`… ${count(left, 'more line')}`));
  return [
    `  ${sign} ${style.dim(kind)}`,
    ...shown.map((line) => `      ${line}`.trimEnd()),
    ...looks.map((change) => `    ${attributeText(change, kind, style)}`),
  ];
}

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

/** `kind`: of the block that is shown right there; null: none is. */
function attributeText(change: AttributeChange, kind: string | null, style: Style): string {
  const shown = (text: string | null): string =>
    text === null || text === '' ? style.dim('none') : style.text(text);
  const { what, of } = attributePlace(change, kind);
  const place = of === null ? '' : ` of "${style.text(of)}"`;
  return `${style.text(what)}${place}: ${shown(change.old)} → ${shown(change.new)}`;
}
