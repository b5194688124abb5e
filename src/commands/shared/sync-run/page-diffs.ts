import type { PageDiff } from '../plan-text/document.ts';
import type { Context } from '../../../context.ts';
import type { Change, ChangeKind, Field } from '../../../model/change.ts';
import { textsOf } from '../../../sync/engine.ts';
import type { SideOfPage, Prepared, SyncDeps } from '../../../sync/engine.ts';
import { reporter } from '../run-report.ts';
import { syncDeps } from './sync-deps.ts';
import { asFarAsKnown, openIn } from '../plan-text/nothing.ts';
import { readOnlyPlan } from './status.ts';
import { requireCompared } from './verdict.ts';
import { colouredDiff } from '../../../ui/diff.ts';
import type { Style } from '../../../ui/style.ts';

/** A change whose texts are worth comparing. */
type ComparedChange = Extract<Change, Pick<PageDiff, 'kind'>>;

const COMPARED: ReadonlySet<ChangeKind> = new Set<ComparedChange['kind']>([
  'create',
  'update',
  'pull',
  'conflict',
]);

const isCompared = (change: Change): change is ComparedChange => COMPARED.has(change.kind);

/** Prints a diff for each page that differs; reads each such page. */
export async function showDiff(context: Context, paths: readonly string[]): Promise<void> {
  const { ui } = context;
  const deps = await syncDeps(context, reporter(ui));
  const prepared = await readOnlyPlan(context, deps, paths, undefined);
  requireCompared(prepared);
  for (const warning of prepared.warnings) ui.warn(warning);
  for (const { message, hint } of prepared.refusals) ui.warn(message, hint);
  const changes = prepared.plan.changes.filter(isCompared);
  const progress = ui.progress('Comparing texts');
  const diffs: PageDiff[] = [];
  for (const change of changes) {
    progress.update(`Comparing texts: ${diffs.length} of ${changes.length}`);
    diffs.push(await compare(prepared, deps, change));
  }
  progress.stop();
  const { plan, outOfSight, looked } = prepared;
  const rest = openIn(
    { plan: plan.changes, remoteOnly: plan.remoteOnly, outOfSight },
    { sends: true, isNamed: paths.length > 0 },
  );
  await ui.result(diffs, (pages, style) => diffView(pages, style, { rest, looked }), {
    long: true,
  });
}

/** The diffs between the texts of a page. Reads the page. */
export async function compare(
  prepared: Prepared,
  deps: SyncDeps,
  change: ComparedChange,
): Promise<PageDiff> {
  const { key, kind } = change;
  const { base, local, remote } = await textsOf(prepared, deps, key);
  const { unifiedDiff } = await import('../../../ui/diff.ts');
  const fields = 'fields' in change ? change.fields : [];
  const platform = { name: 'platform', text: shown(remote, fields) };
  const file = { name: 'file', text: shown(local, fields) };
  const common = { name: 'last in common', text: shown(base, fields) };
  const between = (from: typeof file, to: typeof file): string | null =>
    unifiedDiff(from.text, to.text, from.name, to.name);
  const isThreeWay = kind === 'conflict' && remote !== null && base !== null && base.text !== null;
  return {
    key,
    kind,
    file: change.file,
    fields,
    diff: kind === 'pull' ? between(file, platform) : between(platform, file),
    theirs: isThreeWay ? between(common, platform) : null,
    ours: isThreeWay ? between(common, file) : null,
  };
}

/** The text after those of title and slug in `fields`. The line end at its end does not count. */
function shown(side: SideOfPage | null, fields: readonly Field[]): string {
  if (side === null) return '';
  const { title, slug, text } = side;
  const head = [
    ...(fields.includes('title') ? [`title: ${title}`] : []),
    ...(fields.includes('slug') ? [`slug: ${slug}`] : []),
  ];
  const body = text ?? '';
  const whole = body === '' || body.endsWith('\n') ? body : `${body}\n`;
  return head.length === 0 ? whole : `${head.join('\n')}\n\n${whole}`;
}

/** For the output if no text differs: other differences, and how many pages were read. */
interface BesideTexts {
  readonly rest: readonly string[];
  readonly looked: Prepared['looked'];
}

/** Diffs in git's format, with a heading for each page. */
export function diffView(
  pages: readonly PageDiff[],
  style: Style,
  { rest, looked }: BesideTexts = { rest: [], looked: 'all' },
): string {
  if (pages.length === 0 && rest.length > 0)
    return ['No text differs.', ...rest.map((line) => `  ${style.text(line)}`)].join('\n');
  if (pages.length === 0) return `No differences${asFarAsKnown(0, looked)}.`;
  return pages.map((page) => onePage(page, style)).join('\n\n');
}

function onePage({ key, kind, fields, diff, theirs, ours }: PageDiff, style: Style): string {
  const what = fields.length === 0 ? kind : `${kind}: ${fields.join(', ')}`;
  const heading = `${style.bold(style.text(key))}  ${style.dim(what)}`;
  const parts =
    theirs === null || ours === null
      ? [painted(diff, style)]
      : ['On the platform:', painted(theirs, style), 'In the file:', painted(ours, style)];
  return [heading, ...parts.filter((part) => part !== '')].join('\n');
}

const painted = (diff: string | null, style: Style): string =>
  diff === null ? 'the texts have too little in common to compare' : colouredDiff(diff, style);
