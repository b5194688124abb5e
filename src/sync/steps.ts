/** From the changes of a page to the writes that carry them out, and from their answers to the lock. Pure. */
import type { Change, Create, Field, Publish, Update } from '../model/change.ts';
import type { Digest } from '../model/ids.ts';
import type { LocalPage } from '../model/local.ts';
import type { BasePage, RemotePage } from '../model/sides.ts';

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

/** The line that a page starts with: what both sides have in common before anything is written. */
export function lineOf(local: LocalPage, remote: RemotePage): BasePage {
  return {
    key: local.key,
    id: remote.id,
    title: remote.title,
    slug: remote.slug,
    updated: remote.updated,
    header: local.headerDigest,
    sent: remote.head ?? local.head,
    sentPublished: remote.published,
    draft: remote.stored.draft,
    published: remote.stored.published,
  };
}

/** What a write's answer says of the page, its bodies by digest. */
export type Answered = Pick<RemotePage, 'id' | 'title' | 'slug' | 'updated' | 'stored'>;

/**
 * The line after a write: what was read back, never what was sent, is what the platform has. `sent` is the content that went with the write;
 * null: none did. Of fields that are pending, and of the date where any is, the line keeps what it said, so that the next run looks again.
 */
export function advance(
  line: BasePage,
  answer: Answered,
  sent: Digest | null,
  pending: readonly Field[],
): BasePage {
  const { key, header } = line;
  const { id, stored } = answer;
  const newest = sent ?? line.sent;
  const isHeld = pending.includes('body');
  return {
    key,
    id,
    title: pending.includes('title') ? line.title : answer.title,
    slug: pending.includes('slug') ? line.slug : answer.slug,
    updated: pending.length > 0 ? line.updated : answer.updated,
    header,
    sent: isHeld ? line.sent : newest,
    sentPublished: isHeld ? line.sentPublished : shown(line, stored, newest),
    draft: isHeld ? line.draft : stored.draft,
    published: isHeld ? line.published : stored.published,
    ...(line.replaced ? { replaced: line.replaced } : {}),
  };
}

/** What readers see by now, in the terms of the files. */
function shown(line: BasePage, stored: RemotePage['stored'], newest: Digest): Digest | null {
  const { draft, published } = stored;
  if (published === null) return null;
  if (draft === null || draft === published) return newest;
  return published === line.published ? line.sentPublished : published;
}

/**
 * The line after the file took over `fields` of what the platform has. What of the file was changed here is still to be sent: of the rest
 * base is what was planned with. A slug that the file did not follow is left as it was, with the date, so that the next run looks again.
 */
export function lineAfterPull(
  fields: readonly Field[],
  local: LocalPage,
  stored: RemotePage['stored'],
  planned: RemotePage,
  before: BasePage | undefined,
): BasePage {
  const title = fields.includes('title') ? local.title : planned.title;
  const line = { ...lineOf(local, planned), title };
  const whole = fields.includes('body')
    ? { ...line, ...bodiesAfterPull(local, stored, planned) }
    : line;
  const follows = before === undefined || planned.slug === before.slug || fields.includes('slug');
  return follows ? whole : { ...whole, slug: before.slug, updated: before.updated };
}

function bodiesAfterPull(
  local: LocalPage,
  { draft, published }: RemotePage['stored'],
  planned: RemotePage,
): Pick<BasePage, 'sent' | 'sentPublished' | 'draft' | 'published'> {
  const isShown = draft === null || draft === published;
  const both = local.published !== null && local.published !== local.head;
  const older = both ? local.published : planned.published;
  const sentPublished = published === null ? null : isShown ? local.head : older;
  return { sent: local.head, sentPublished, draft, published };
}
