import { abbreviated } from '../../../system/git/history.ts';
import { count, grouped } from '../../../model/text/sentences.ts';
import { markdownText } from '../../../ui/markdown.ts';
import type { Style } from '../../../ui/style.ts';
import type { View } from '../../../ui/ui.ts';
import { whenView } from '../../../ui/when.ts';
import type { BehindReport } from '../document.ts';

/** The pages that are behind, with the newest changes, and a table of translations by folder. */
export const behindView =
  (exact: boolean): View<BehindReport> =>
  ({ pages, total, behind, translations, seen }, style) => {
    const parts = [
      ...pages.map((page) => pageView(page, style, exact)),
      ...tablesOf(translations).map(({ head, rows }) =>
        style.table(
          rows.map(({ name, states }) => [
            style.text(name),
            ...states.map((each) => stateView(each, style)),
          ]),
          { head: head.map((each) => style.text(each)) },
        ),
      ),
      ...(seen.length === 0
        ? []
        : [
            seen
              .map((file) => `${style.green('✔')} ${style.text(file)} is right as it is`)
              .join('\n'),
          ]),
    ];
    const end =
      total + translations.length === 0
        ? 'No page follows anything: name a file as `follows:` in its header.'
        : `Behind what they follow: ${grouped(behind)} of ${count(total, 'page')}`;
    return [...parts, end].join('\n\n');
  };

function pageView(
  { key, changes, since, newest, lost }: BehindReport['pages'][number],
  style: Style,
  exact: boolean,
): string {
  const state =
    changes === 0
      ? ''
      : `  ${style.yellow(count(changes, 'change'))} since ${exact ? whenView(style, since, true) : style.text((since ?? '').slice(0, 10))}`;
  const rest = changes - newest.length;
  return [
    style.bold(style.text(key)) + state,
    ...newest.map(
      ({ commit, subject }) =>
        `    ${style.text(subject)} ${style.dim(`(${abbreviated(commit)})`)}`,
    ),
    ...(rest > 0 ? [style.dim(`    and ${grouped(rest)} more`)] : []),
    ...lost.map((each) => `    ${style.yellow(`no committed file is "${style.text(each)}"`)}`),
  ].join('\n');
}

interface Table {
  readonly head: readonly string[];
  readonly rows: readonly {
    readonly name: string;
    readonly states: BehindReport['translations'][number]['in'];
  }[];
}

/** A table for each folder of originals. */
function tablesOf(translations: BehindReport['translations']): readonly Table[] {
  const folders = [...new Set(translations.map(({ of }) => of))];
  return folders.map((of) => {
    const own = translations.filter((each) => each.of === of);
    const names = (own[0]?.in ?? []).map(({ folder }) => folder.split('/').at(-1) ?? '');
    return {
      head: [of, ...names],
      rows: own.map(({ path, original, in: states }) => ({
        name: original === null ? `${path} (no original)` : path,
        states,
      })),
    };
  });
}

type State = BehindReport['translations'][number]['in'][number];

const stateText = ({ state, changes }: State): string =>
  state === 'behind' ? `${grouped(changes)} behind` : state;

function stateView(each: State, style: Style): string {
  const text = stateText(each);
  switch (each.state) {
    case 'behind':
    case 'uncommitted':
      return style.yellow(text);
    case 'missing':
      return style.red(text);
    case 'done':
    case 'alone':
      return style.dim(text);
    default:
      return each.state satisfies never;
  }
}

/** The most rows of a table in Markdown: a comment has a limit. */
const MAX_ROWS = 30;

/** The same tables in Markdown. */
export const translationsMarkdown = (
  translations: BehindReport['translations'],
): readonly string[] =>
  tablesOf(translations).map(({ head, rows }) => {
    const line = (cells: readonly string[]): string => `| ${cells.map(markdownText).join(' | ')} |`;
    const left = rows.length - MAX_ROWS;
    return [
      line(head),
      `|${' --- |'.repeat(head.length)}`,
      ...rows.slice(0, MAX_ROWS).map(({ name, states }) => line([name, ...states.map(stateText)])),
      ...(left > 0 ? ['', `… and ${grouped(left)} more`] : []),
    ].join('\n');
  });
