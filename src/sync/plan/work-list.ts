/** What of a plan a run carries out: one list for who asks, who judges and who does it. Pure. */
import type {
  Change,
  Conflict,
  Create,
  Delete,
  Field,
  Publish,
  Pull,
  Update,
} from '../../model/change.ts';
import type { LocalPage } from '../../model/local.ts';
import type { Prepared } from '../session.ts';

/** What a run carries out. */
export interface WorkList {
  /** Conflicts that are merged into files. */
  readonly merges: readonly Conflict[];
  /** What files that are there take over. */
  readonly pulls: readonly Pull[];
  /** Files that are made. */
  readonly newFiles: readonly Pull[];
  /** Pages that are written to the platform, in the order of the folder: it appends new pages as they come. */
  readonly pages: readonly PageWork[];
  /** Pages that are deleted on the platform, after all else. */
  readonly deletes: readonly Delete[];
}

/** Which of a file's texts is sent. */
export type Text = 'head' | 'published';

/** A write, and the change that it is for. */
export type Write =
  | { readonly op: 'create'; readonly text: Text; readonly change: Create }
  | {
      readonly op: 'update';
      readonly title: boolean;
      /** Null: none is sent. */
      readonly text: Text | null;
      readonly change: Create | Update | Publish;
    }
  | { readonly op: 'publish'; readonly change: Publish };

/** What is done to one page in one go. */
export interface PageWork {
  readonly local: LocalPage;
  readonly create: Create | undefined;
  readonly update: Update | undefined;
  /** Left out if it is held. */
  readonly publish: Publish | undefined;
  /** What the platform changed and this run does not take over: the lock must not say that it was seen. */
  readonly pending: readonly Field[];
}

/** Empty if there is nothing to carry out. */
export function workListOf({ plan, state }: Pick<Prepared, 'plan' | 'state'>): WorkList {
  const merges: Conflict[] = [];
  const pulls: Pull[] = [];
  const newFiles: Pull[] = [];
  const deletes: Delete[] = [];
  for (const change of plan.changes) {
    if (change.kind === 'conflict' && change.merge !== undefined) merges.push(change);
    else if (change.kind === 'pull' && change.newFile) newFiles.push(change);
    else if (change.kind === 'pull' && change.taken) pulls.push(change);
    else if (change.kind === 'delete') deletes.push(change);
  }
  const pages = state.options.send ? [...pagesToWrite(state)] : [];
  return { merges, pulls, newFiles, pages, deletes };
}

function* pagesToWrite({ local, rows }: Prepared['state']): Generator<PageWork> {
  if (rows.size === 0) return;
  for (const page of local.pages.values()) {
    const row = rows.get(page.key);
    if (row === undefined) continue;
    const work = workOf(page, row.changes);
    if (changesOf(work).length > 0) yield work;
  }
}

/** All changes that are carried out. */
export const changesIn = (list: WorkList): readonly Change[] => [
  ...list.pages.flatMap(changesOf),
  ...list.merges,
  ...list.pulls,
  ...list.newFiles,
  ...list.deletes,
];

/** How many pages and files are written. */
export const sizeOf = ({ merges, pulls, newFiles, pages, deletes }: WorkList): number =>
  pages.length + merges.length + pulls.length + newFiles.length + deletes.length;

/** The changes of one page that are carried out. */
export const changesOf = ({ create, update, publish }: PageWork): readonly Change[] =>
  [create, update, publish].filter((change) => change !== undefined);

/** Groups a page's changes. */
export function workOf(local: LocalPage, changes: readonly Change[]): PageWork {
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
  return { local, create, update, publish, pending };
}

/**
 * The writes, in order. A file with two texts that is published has its published text put and published first, then its draft put:
 * the API publishes nothing but the draft.
 */
export function writesOf({ local, create, update, publish }: PageWork): readonly Write[] {
  const swap = publish !== undefined && local.published !== null && local.published !== local.head;
  const first: Text = swap ? 'published' : 'head';
  const main = create ?? update ?? (swap ? publish : undefined);
  const writes: Write[] = [];
  if (create) {
    writes.push({ op: 'create', text: first, change: create });
  } else if (main) {
    const body = swap || update?.fields.includes('body') === true;
    const title = update?.fields.includes('title') === true;
    writes.push({ op: 'update', title, text: body ? first : null, change: main });
  }
  if (publish) writes.push({ op: 'publish', change: publish });
  if (main && swap) {
    writes.push({ op: 'update', title: false, text: 'head', change: main });
  }
  return writes;
}

/** Whether any of the writes needs the file's texts. */
export const sendsText = (work: PageWork): boolean =>
  writesOf(work).some((write) => write.op !== 'publish' && write.text !== null);
