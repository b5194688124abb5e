import { abbreviated } from '../../../system/git/history.ts';
import { count, grouped } from '../../../model/text/count.ts';
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
      ...tablesOf(translations, style),
      ...(seen.length === 0
        ? []
        : [
            seen
              .map((file) => `${style.green('✔')} ${style.text(file)} is right as it is`)
              .join('\n'),
          ]),
    ];
    const end =
      total === 0
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

/** A table for each folder of originals. */
function tablesOf(translations: BehindReport['translations'], style: Style): string[] {
  const folders = [...new Set(translations.map(({ of }) => of))];
  return folders.map((of) => {
    const own = translations.filter((each) => each.of === of);
    const head = [of, ...(own[0]?.in ?? []).map(({ folder }) => folder.split('/').at(-1) ?? '')];
    const rows = own.map(({ path, original, in: states }) =>
      [style.text(original === null ? `${path} (no original)` : path)].concat(
        states.map(({ state, changes }) => stateView(state, changes, style)),
      ),
    );
    return style.table(rows, { head: head.map((each) => style.text(each)) });
  });
}

function stateView(
  state: BehindReport['translations'][number]['in'][number]['state'],
  changes: number,
  style: Style,
): string {
  switch (state) {
    case 'behind':
      return style.yellow(`${grouped(changes)} behind`);
    case 'missing':
      return style.red('missing');
    case 'done':
    case 'alone':
      return style.dim(state);
    default:
      return state satisfies never;
  }
}
