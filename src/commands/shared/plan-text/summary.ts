import { REDIRECTS_FILE } from '../../../content/redirects/redirects.ts';
import type { Change } from '../../../model/change.ts';
import type { PushDocument } from './document.ts';
import { groupBy } from '../../../model/group-by.ts';
import { count, grouped } from '../../../model/text/sentences.ts';
import { markdownCode, markdownLink, markdownText } from '../../../ui/markdown.ts';
import { docsHeading } from './heading.ts';
import { BEGUN, CARRIED_OUT, countBegun, isWritten, KINDS } from './kinds.ts';
import { firstNames } from './name-lines.ts';
import { openIn } from './nothing.ts';
import type { RunAsked } from './nothing.ts';
import { redirectsDone, redirectsMarkdown } from './redirect-rules.ts';

/** The address of a file on the forge, and of a page for readers; null if unknown. */
interface Links {
  readonly fileLinkOf: (file: string) => string | null;
  readonly pageLinkOf: (key: string) => string | null;
  /** The name of a file on the forge. */
  readonly nameOf: (file: string) => string;
  /** As in `docsHeading`. */
  readonly configuration?: string | null;
}

type Report = Pick<
  PushDocument,
  'plan' | 'applied' | 'failed' | 'skipped' | 'unsettled' | 'requests' | 'remoteOnly' | 'outOfSight'
>;

/** The most rows for pages that need a person, and for pages that were done; others are counted. */
const MAX_ROWS = 100;
const MAX_DONE = 300;

/**
 * Pages that need a person and what a run did, page by page, as Markdown for a job's summary.
 */
export function pushSummary(report: Report, asked: RunAsked, links: Links): string {
  const { plan, applied, failed, requests } = report;
  const unplaced = plan.filter((change) => change.kind === 'unplaced');
  const conflicts = plan
    .filter((change) => change.kind === 'conflict')
    .filter(({ merge }) => merge === undefined);
  const rows = [
    ...Array.from(
      groupBy(failed, ({ because }) => because),
      ([because, same]) => row(new Set(same.map(({ key }) => key ?? '')), 'failed', because),
    ),
    ...Array.from(
      groupBy(unplaced, ({ reason }) => reason),
      ([reason, same]) =>
        row(new Set(same.map(({ file }) => links.nameOf(file))), 'not placed', reason),
    ),
    ...conflicts.map(({ key, file, fields }) => {
      const what = file === null ? 'no file, and changed' : 'changed here and';
      return row(new Set([key]), 'conflict', `${what} on the platform: ${fields.join(', ')}`);
    }),
    ...plan.flatMap((change) => {
      if (change.kind !== 'orphan' || change.inLock !== false) return [];
      const why = `a commit removed its file; docs page delete ${change.key} --force`;
      return row(new Set([change.key]), 'stays', why);
    }),
  ];
  const written = applied.filter(({ kind }) => isWritten(kind));
  const done = CARRIED_OUT.flatMap((kind) => {
    const made = written.filter((change) => change.kind === kind).length;
    return made === 0 ? [] : [`${grouped(made)} ${KINDS[kind].done}`];
  });
  const begun = countBegun(report);
  if (begun > 0) done.push(`${grouped(begun)} ${BEGUN}`);
  const lost = new Set(failed.map(({ key }) => key)).size;
  const redirects = redirectsMarkdown(redirectsDone(applied), REDIRECTS_FILE);
  const table = ['| page | | why |', '| --- | --- | --- |', ...rows.slice(0, MAX_ROWS)];
  return [
    docsHeading(
      done.length === 0 ? 'nothing was written' : done.join(', '),
      links.configuration ?? null,
    ),
    '',
    `${lost === 0 ? '' : `${count(lost, 'page')} failed, `}${count(requests.total, 'request')}`,
    ...(done.length > 0 ? [] : openIn(report, asked).flatMap((line) => ['', markdownText(line)])),
    ...(rows.length === 0 ? [] : ['', ...table]),
    ...(rows.length > MAX_ROWS ? ['', `… and ${grouped(rows.length - MAX_ROWS)} more`] : []),
    ...doneTable(written, links),
    ...(redirects === '' ? [] : ['', redirects]),
  ].join('\n');
}

/** For these kinds, the job's commit contains the file as it was sent. */
const SENT: ReadonlySet<Change['kind']> = new Set(['create', 'update', 'publish']);

function doneTable(
  written: readonly Change[],
  { fileLinkOf, pageLinkOf }: Links,
): readonly string[] {
  const pages = [...groupBy(written, ({ key }) => key ?? '')];
  if (pages.length === 0) return [];
  const rows = pages.slice(0, MAX_DONE).map(([key, changes]) => {
    const what = changes
      .map((change) => `${KINDS[change.kind].done}${fieldsOf(change)}`)
      .join(', ');
    const sent = changes.find(({ kind }) => SENT.has(kind));
    const file = sent !== undefined && 'file' in sent ? sent.file : null;
    const fileLink = file === null ? null : fileLinkOf(file);
    const pageLink = changes.some(isReadAfter) ? pageLinkOf(key) : null;
    const name = markdownLink(markdownCode(key), pageLink ?? fileLink);
    const beside = pageLink === null || fileLink === null ? '' : ` ([file](${fileLink}))`;
    return `| ${name}${beside} | ${what} |`;
  });
  const left = pages.length - rows.length;
  return [
    '',
    '| page | done |',
    '| --- | --- |',
    ...rows,
    ...(left === 0 ? [] : ['', `… and ${count(left, 'more page')}`]),
  ];
}

/** Whether readers see the page after the change. */
const isReadAfter = (change: Change): boolean =>
  change.kind === 'publish' || (change.kind === 'update' && change.isShown);

const fieldsOf = (change: Change): string =>
  change.kind === 'update' || change.kind === 'pull' ? ` (${change.fields.join(', ')})` : '';

/** A plan that this run does not carry out, in the form for terminals. */
export function planSummary(shown: string, configuration: string | null): string {
  const longest = Math.max(2, ...(shown.match(/`+/g) ?? []).map(({ length }) => length));
  const fence = '`'.repeat(longest + 1);
  return `${docsHeading('the plan, not carried out', configuration)}\n\n${fence}text\n${shown}\n${fence}`;
}

function row(names: ReadonlySet<string>, state: string, why: string): string {
  const { shown, left } = firstNames(names);
  const cell = [...shown.map(markdownText), ...(left === 0 ? [] : [`… and ${grouped(left)} more`])];
  return `| ${cell.join('<br>')} | ${state} | ${markdownText(why)} |`;
}
