/** The part of a plan that a run carries out: one list for the prompt, the verdict and apply. Pure. */
import type {
  Change,
  Conflict,
  Create,
  Delete,
  Field,
  Plan,
  Publish,
  Pull,
  Update,
} from '../../model/change.ts';
import type { LocalPage, LocalProject } from '../../model/local.ts';
import type { SyncOptions } from '../run-options.ts';
import type { Row } from './cases.ts';

/** A change of one kind, with its page. */
export interface Task<C extends Change> {
  readonly row: Row;
  readonly change: C;
}

export interface WorkList {
  /** Conflicts to merge into files. */
  readonly merges: readonly Task<Conflict>[];
  /** Changes to write into existing files. */
  readonly pulls: readonly Task<Pull>[];
  /** Files to create. */
  readonly newFiles: readonly Pull[];
  /** Pages to write to the platform, in the order of the folder, because the platform appends new pages. */
  readonly pages: readonly PageWork[];
  /** Pages to delete on the platform, after everything else. */
  readonly deletes: readonly Task<Delete>[];
}

/** Which of a file's texts to send. */
export type TextKind = 'head' | 'published';

/** A write, and the change that it belongs to. */
export type Write =
  | { readonly op: 'create'; readonly text: TextKind; readonly change: Create }
  | {
      readonly op: 'update';
      readonly title: boolean;
      /** Null: no text is sent. */
      readonly text: TextKind | null;
      readonly change: Create | Update | Publish;
    }
  | { readonly op: 'publish'; readonly text: null; readonly change: Publish };

/** Everything that is done to one page. */
export interface PageWork {
  readonly row: Row;
  /** The file as it is sent: as planned, or as merged. */
  readonly local: LocalPage;
  readonly create: Create | undefined;
  readonly update: Update | undefined;
  /** Undefined if there is none, or it is held back. */
  readonly publish: Publish | undefined;
  /**
   * Fields that the platform changed and this write leaves as they are. The lock must not record
   * them as seen.
   */
  readonly pending: readonly Field[];
}

/** What a work list is made from. */
interface Planned {
  readonly plan: Plan;
  readonly rows: readonly Row[];
  readonly run: { readonly folder: { readonly local: Pick<LocalProject, 'pages'> } };
  readonly options: Pick<SyncOptions, 'send'>;
}

/** The work list of a plan; empty if there is nothing to carry out. */
export function workListOf({ plan, rows, run, options }: Planned): WorkList {
  const merges: Task<Conflict>[] = [];
  const pulls: Task<Pull>[] = [];
  const deletes: Task<Delete>[] = [];
  for (const row of rows) {
    for (const change of row.changes) {
      if (change.kind === 'conflict' && change.merge !== undefined) merges.push({ row, change });
      else if (change.kind === 'pull' && change.taken) pulls.push({ row, change });
      else if (change.kind === 'delete') deletes.push({ row, change });
    }
  }
  const newFiles = plan.changes.filter(
    (change): change is Pull => change.kind === 'pull' && change.newFile === true,
  );
  const pages = options.send ? [...pagesToWrite(rows, run.folder.local)] : [];
  return { merges, pulls, newFiles, pages, deletes };
}

function* pagesToWrite(
  rows: readonly Row[],
  { pages }: Pick<LocalProject, 'pages'>,
): Generator<PageWork> {
  if (rows.length === 0) return;
  const byKey = new Map(rows.map((row) => [row.key, row]));
  for (const page of pages.values()) {
    const row = byKey.get(page.key);
    if (row === undefined) continue;
    const work = workOf(row, page, row.changes);
    if (changesOf(work).length > 0) yield work;
  }
}

/** All changes that are carried out. */
export const changesIn = (list: WorkList): readonly Change[] => [
  ...list.pages.flatMap(changesOf),
  ...[...list.merges, ...list.pulls].map(({ change }) => change),
  ...list.newFiles,
  ...list.deletes.map(({ change }) => change),
];

/** The number of pages and files to write. */
export const sizeOf = ({ merges, pulls, newFiles, pages, deletes }: WorkList): number =>
  pages.length + merges.length + pulls.length + newFiles.length + deletes.length;

/** The changes of one page that are carried out. */
export const changesOf = ({ create, update, publish }: PageWork): readonly Change[] =>
  [create, update, publish].filter((change) => change !== undefined);

/** Groups the changes of one page. */
export function workOf(row: Row, local: LocalPage, changes: readonly Change[]): PageWork {
  let create: Create | undefined;
  let update: Update | undefined;
  let publish: Publish | undefined;
  let pending: readonly Field[] = [];
  for (const change of changes) {
    if (change.kind === 'create') create = change;
    else if (change.kind === 'update') update = change;
    else if (change.kind === 'publish' && change.held === null) publish = change;
    else if (change.kind === 'pull') pending = change.fields;
  }
  return { row, local, create, update, publish, pending };
}

/**
 * The writes of a page, in order. If a file with two texts is published, its published text is sent
 * and published first, and its draft is sent afterwards: the API can publish only the draft.
 */
export function writesOf({ local, create, update, publish }: PageWork): readonly Write[] {
  const swap = publish !== undefined && local.published !== null && local.published !== local.head;
  const first: TextKind = swap ? 'published' : 'head';
  const main = create ?? update ?? (swap ? publish : undefined);
  const writes: Write[] = [];
  if (create) {
    writes.push({ op: 'create', text: first, change: create });
  } else if (main) {
    const body = swap || update?.fields.includes('body') === true;
    const title = update?.fields.includes('title') === true;
    writes.push({ op: 'update', title, text: body ? first : null, change: main });
  }
  if (publish) writes.push({ op: 'publish', text: null, change: publish });
  if (main && swap) {
    writes.push({ op: 'update', title: false, text: 'head', change: main });
  }
  return writes;
}

/** Whether any of the writes sends a text. */
export const sendsText = (work: PageWork): boolean =>
  writesOf(work).some(({ text }) => text !== null);
