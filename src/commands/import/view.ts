import type { ImportIssue } from '../../importers/model.ts';
import type { ImportReport } from './document.ts';
import { count, grouped } from '../../model/text/sentences.ts';
import type { Style } from '../../ui/style.ts';
import type { View } from '../../ui/ui.ts';
import { wrap } from '../../ui/width.ts';

/** The form of an issue for `--json`. */
export const shownIssue = ({
  rule,
  message,
  place,
}: ImportIssue): ImportReport['issues'][number] => ({
  file: place.file,
  line: place.line ?? null,
  kind: rule,
  says: message,
});

/** The imported pages, and issues by file. `label`: the name of the tool for people. */
export const importView =
  (label: string): View<ImportReport> =>
  (report, style) => {
    const { out, documentations, pages, files, failed, issues } = report;
    const isSame = files.written === 0 && files.removed === 0;
    const done = isSame
      ? `nothing changed in ${count(files.unchanged, 'file')}`
      : `${count(files.written, 'file')} written${files.removed === 0 ? '' : `, ${files.removed} removed`}`;
    return [
      ...issueLines(report, style),
      `${style.green('✔')} ${count(pages.imported, 'page')} imported from ${label} into ${style.text(out)}: ${done}`,
      ...documentations.map(
        (each) =>
          `  ${style.text(`${each.version}/${each.documentation}`)}: ${count(each.pages, 'page')}`,
      ),
      `  ${balance(pages)}`,
      ...outsideLines(pages),
      ...(issues.length + failed.length === 0
        ? []
        : [style.bold(`  To review: ${totals(report)}`)]),
      `  docs check finds ${foundText(report)} in them`,
      '',
      `Next: ${style.text(nextText(report))}`,
    ].join('\n');
  };

type Pages = ImportReport['pages'];

const HELD: Readonly<Record<Pages['heldBack'][number]['why'], string>> = {
  'not-yet': 'not for readers yet',
  draft: 'draft only',
  audience: 'for an audience',
  hidden: 'hidden',
  unlisted: 'unlisted',
  gate: 'with a part for an audience',
  navigation: 'outside the navigation',
  above: 'below a page that is held back',
  unpublished: 'in an unpublished documentation',
};

const LEFT: Readonly<Record<Pages['leftOut'][number]['why'], string>> = {
  failed: 'not readable or too large',
  included: 'included in other pages',
  excluded: 'excluded by settings or by name',
  outside: 'outside the folder of pages',
  settings: 'read as settings',
};

/** The numbers of pages. Each page that was found is in one of the parts. */
function balance({ found, shown, heldBack, leftOut }: Pages): string {
  const part = <Why extends string>(
    groups: readonly { readonly why: Why; readonly pages: number }[],
    what: string,
    words: Readonly<Record<Why, string>>,
  ): string[] => {
    const sum = groups.reduce((all, { pages }) => all + pages, 0);
    const said = groups
      .map(({ why, pages }) => `${groups.length === 1 ? '' : `${grouped(pages)} `}${words[why]}`)
      .join(', ');
    return sum === 0 ? [] : [`${grouped(sum)} ${what} (${said})`];
  };
  const parts = [
    `${grouped(shown)} shown`,
    ...part(heldBack, 'held back', HELD),
    ...part(leftOut, 'left out', LEFT),
  ];
  return `${count(found, 'page')} found: ${parts.join(', ')}`;
}

function outsideLines({ heldBack, outsideNavigation: all }: Pages): string[] {
  const hidden = heldBack.find(({ why }) => why === 'navigation')?.pages ?? 0;
  const line = (pages: number, says: string): string[] =>
    pages === 0
      ? []
      : [`  ${count(pages, 'page')} ${pages === 1 ? 'is' : 'are'} outside the navigation: ${says}`];
  return [
    ...line(hidden, 'hidden; docs push holds them back'),
    ...line(all - hidden, 'shown at its end'),
  ];
}

function foundText({ check: { errors, warnings } }: ImportReport): string {
  const found = [
    ...(errors > 0 ? [count(errors, 'error')] : []),
    ...(warnings > 0 ? [count(warnings, 'warning')] : []),
  ];
  return found.length === 0 ? 'no problems' : found.join(' and ');
}

function nextText({ next, out }: ImportReport): string {
  switch (next) {
    case 'docs init':
      return /^(?:\.\.|[/\\]|[a-z]:)/i.test(out)
        ? `docs init in ${out} sets up the folder.`
        : `docs init --content ${out} sets up the folder.`;
    case 'docs check':
      return 'docs check lists the problems.';
    case 'docs dev':
      return 'docs dev shows the pages in a browser.';
    default:
      return next satisfies never;
  }
}

function issueLines({ issues, failed, files }: ImportReport, style: Style): string[] {
  const lines: string[] = [];
  let file: string | null = null;
  for (const issue of issues) {
    if (issue.file !== file) {
      lines.push(style.bold(style.text(issue.file)));
      ({ file } = issue);
    }
    const place = issue.line === null ? '' : `${issue.line}: `;
    const words = [...style.text(`${place}${issue.says}`).split(' '), style.dim(`[${issue.kind}]`)];
    const indent = 2 + place.length;
    const [first = '', ...more] = wrap(words, style.width, indent);
    lines.push(`  ${first.trimStart()}`, ...more);
  }
  for (const each of failed) {
    lines.push(`${style.red('not imported')} ${style.text(each.file)}: ${style.text(each.reason)}`);
  }
  for (const each of files.restored) {
    lines.push(
      `${style.yellow('new')} ${style.text(each)}: it was deleted after the import, and is there again`,
    );
  }
  for (const each of files.kept) {
    lines.push(`${style.yellow('kept')} ${style.text(each)}: no import wrote it as it is now`);
  }
  return lines.length === 0 ? [] : [...lines, ''];
}

function totals({ issues, failed }: ImportReport): string {
  const kinds = new Map<string, number>();
  for (const { kind } of issues) kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
  const parts = [...kinds].map(([kind, number]) => `${number} ${kind}`);
  if (failed.length > 0) parts.unshift(count(failed.length, 'page'));
  return parts.join(', ');
}
