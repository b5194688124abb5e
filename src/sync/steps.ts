/** From the changes of a page to the writes that carry them out. Pure. */
import type { Change, Create, Field, Publish, Update } from '../model/change.ts';
import type { LocalPage } from '../model/local.ts';

/** Which of a file's texts is sent. */
export type Text = 'head' | 'published';

export type Step =
  | { readonly op: 'create'; readonly text: Text }
  | { readonly op: 'update'; readonly title: boolean; readonly text: Text | null }
  | { readonly op: 'publish' };

/** What is done to one page in one go. */
export interface Work {
  readonly local: LocalPage;
  readonly create: Create | undefined;
  readonly update: Update | undefined;
  /** Not there where it is held. */
  readonly publish: Publish | undefined;
  /** What the platform changed and this run does not take over: the lock must not say that it was seen. */
  readonly pending: readonly Field[];
}

/** Groups a page's changes. */
export function workOf(local: LocalPage, changes: readonly Change[]): Work {
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

/** A write, and the change that it is for. */
export interface Task {
  readonly step: Step;
  readonly change: Create | Update | Publish;
}

/**
 * The writes, in order. A file with two texts that is published has its published text put and published first, then its draft put:
 * the API publishes nothing but the draft.
 */
export function tasksOf({ local, create, update, publish }: Work): readonly Task[] {
  const swap = publish !== undefined && local.published !== null && local.published !== local.head;
  const first: Text = swap ? 'published' : 'head';
  const main = create ?? update ?? (swap ? publish : undefined);
  const tasks: Task[] = [];
  if (create) {
    tasks.push({ step: { op: 'create', text: first }, change: create });
  } else if (main) {
    const body = swap || update?.fields.includes('body') === true;
    const title = update?.fields.includes('title') === true;
    tasks.push({ step: { op: 'update', title, text: body ? first : null }, change: main });
  }
  if (publish) tasks.push({ step: { op: 'publish' }, change: publish });
  if (main && swap) {
    tasks.push({ step: { op: 'update', title: false, text: 'head' }, change: main });
  }
  return tasks;
}

/** Whether any of the writes needs the file's texts. */
export const sendsText = (work: Work): boolean =>
  tasksOf(work).some(({ step }) => step.op !== 'publish' && step.text !== null);
