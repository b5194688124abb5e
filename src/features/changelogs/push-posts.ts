import { isDeepStrictEqual } from 'node:util';
import type { Api } from '../../api/api.ts';
import type { Context } from '../../context.ts';
import type { ChangelogPost } from '../../model/changelog.ts';
import { Failure } from '../../model/failure.ts';
import { exclusively } from '../../sync/engine.ts';
import { count } from '../../ui/count.ts';
import type { PushedChangelog, PushedPost, PushedPosts } from '../../ui/documents/changelogs.ts';
import { reporter } from '../../ui/report.ts';
import { pushedPostsView } from '../../ui/views/changelogs.ts';
import { syncDeps } from '../sync/sync-deps.ts';
import { configuredChangelogs } from './configured.ts';
import type { ConfiguredChangelog } from './configured.ts';
import { planPosts } from './plan-posts.ts';
import type { PlannedPost, PostsPlan, SameText } from './plan-posts.ts';
import { readPostFiles } from './post-files.ts';
import type { PostFile } from './post-files.ts';
import { readAllPosts } from './posts-on-platform.ts';
import { sendPost } from './send-post.ts';
import type { PostSender, SentPost } from './send-post.ts';

export interface PushPostsOptions {
  readonly dryRun: boolean;
  readonly force: boolean;
}

/** A changelog with its plan, and what became of posts that were sent. */
interface PushOfChangelog extends ConfiguredChangelog, Pick<PostsPlan, 'onlyOnPlatform'> {
  /** In the order of the files. What is still to be sent is planned anew where somebody else posts meanwhile. */
  readonly planned: PlannedPost[];
  /** Posts that are there. */
  readonly known: Set<number>;
  readonly sent: Map<PostFile, SentPost>;
}

/**
 * Sends the posts that the platform does not have, one after the other and the oldest first. Lists all posts before, and once more after a
 * question. A post that fails stops its changelog: those after it would come before it for readers.
 */
export async function pushPosts(
  context: Context,
  names: readonly string[],
  { dryRun, force }: PushPostsOptions,
): Promise<void> {
  const { ui, host, flags } = context;
  const chosen = await configuredChangelogs(context, names);
  const project = await context.project();
  const { posts, others } = await readPostFiles(project, new Set(chosen.map(({ path }) => path)));
  tellUnread(context, chosen, posts, names.length > 0 ? [] : others);
  const deps = await syncDeps(context, reporter(ui), { newFiles: true });
  const api = await context.api();
  const { samePage: sameText } = await import('../../content/darkdown/print/canonical.ts');
  const { maxWaitMs } = await context.config();
  const view = pushedPostsView(new Date(host.clock.now()).toISOString().slice(0, 10));
  await exclusively(deps, maxWaitMs.value ?? Number.POSITIVE_INFINITY, async () => {
    const plan = (): Promise<readonly PushOfChangelog[]> =>
      planAll(api, chosen, posts, sameText, host.signal);
    const pushes = await plan();
    const before = documentOf(pushes);
    const toSend = newPosts(pushes);
    const accident = force ? undefined : accidentIn(pushes);
    if (dryRun) {
      await ui.result(before, view);
      if (accident !== undefined) ui.warn(accident.message, accident.hint);
      return;
    }
    if (toSend.length > 0) {
      ui.say((style) => `${view(before, style)}\n`);
      if (accident !== undefined) throw accident;
      await ui.agree(question(toSend), 'Nothing was sent.');
      if (!flags.yes && !isDeepStrictEqual(documentOf(await plan()), before)) {
        throw new Failure('conflict', 'The changelog was changed meanwhile: nothing was sent.', {
          hint: 'Run the same command again',
        });
      }
    }
    const sender: PostSender = { ...deps, api, sameText, settled: tellSettled(context) };
    const stopped = await sendAll(context, pushes, toSend.length, sender);
    const done = documentOf(pushes, stopped !== undefined || toSend.length > 0);
    await ui.result(done, view);
    verdict(done, stopped);
  });
}

function tellUnread(
  { ui }: Context,
  chosen: readonly ConfiguredChangelog[],
  posts: ReadonlyMap<string, unknown>,
  others: readonly string[],
): void {
  for (const { path } of chosen) {
    if (!posts.has(path)) ui.warn(`There are no posts in changelogs/${path}.`);
  }
  for (const path of others) {
    ui.warn(
      `The posts in changelogs/${path} are not sent: the configuration does not have its id.`,
      `Add it, as in \`changelogs: { ${path}: 12 }\``,
    );
  }
}

const tellSettled =
  ({ ui }: Context): PostSender['settled'] =>
  ({ slug }, isThere) =>
    ui.say(
      (style) =>
        `No answer came for ${style.text(slug)}: ${isThere ? 'the platform has it' : 'the platform does not have it'}.`,
    );

async function planAll(
  api: Api,
  chosen: readonly ConfiguredChangelog[],
  posts: ReadonlyMap<string, readonly PostFile[]>,
  sameText: SameText,
  signal: AbortSignal,
): Promise<readonly PushOfChangelog[]> {
  const pushes: PushOfChangelog[] = [];
  for (const { path, id } of chosen) {
    const there = await readWhole(api, { path, id }, signal);
    const { planned, onlyOnPlatform } = planPosts(posts.get(path) ?? [], there, sameText);
    const known = new Set(there.map((post) => post.id));
    pushes.push({ path, id, planned: [...planned], onlyOnPlatform, known, sent: new Map() });
  }
  return pushes;
}

/** All posts of a changelog, or a failure. */
async function readWhole(
  api: PostSender['api'],
  { path, id }: ConfiguredChangelog,
  signal: AbortSignal,
): Promise<readonly ChangelogPost[]> {
  const { posts, total } = await readAllPosts(api, id, signal);
  if (posts.length >= total) return posts;
  const listed = `${posts.length} of ${count(total, 'post')}`;
  throw new Failure('failed', `The platform listed ${listed} of changelog ${path}.`, {
    hint: 'A post that is there must not be sent again: try later',
  });
}

/** Lists the posts again, and plans anew what was not sent yet: another slug than the one sent tells that somebody else posts, too. */
async function planAgain(
  push: PushOfChangelog,
  { api, sameText, signal }: PostSender,
): Promise<Failure | undefined> {
  const { planned, sent, known } = push;
  try {
    const there = await readWhole(api, push, signal);
    for (const { id } of there) known.add(id);
    const now = planPosts(
      planned.map(({ post }) => post),
      there,
      sameText,
    );
    for (const [at, each] of now.planned.entries()) if (!sent.has(each.post)) planned[at] = each;
    return undefined;
  } catch (error) {
    if (error instanceof Failure) return error;
    if (!signal.aborted) throw error;
    return new Failure('interrupted', 'Interrupted.');
  }
}

const newPosts = (pushes: readonly PushOfChangelog[]): readonly PostFile[] =>
  pushes.flatMap(({ planned }) =>
    planned.flatMap((each) => (each.kind === 'new' ? [each.post] : [])),
  );

/** A wrong id sends posts to another changelog, and nobody but the editor takes them back. */
function accidentIn(pushes: readonly PushOfChangelog[]): Failure | undefined {
  const wrong = pushes.find(
    ({ planned, known }) =>
      known.size > 0 && planned.length > 0 && planned.every(({ kind }) => kind === 'new'),
  );
  if (wrong === undefined) return undefined;
  const { path, id, known } = wrong;
  const message = `Changelog ${id} has ${count(known.size, 'post')}, and none of changelogs/${path}: it may be another one.`;
  return new Failure('guard', message, {
    hint: 'Compare with docs changelog list; if it is the one, add --force',
  });
}

function question(toSend: readonly PostFile[]): string {
  const shown = toSend.filter(({ published }) => published).length;
  const seen =
    shown === 0 ? '' : ` (readers see ${shown === toSend.length ? 'all' : shown} at once)`;
  return `Send ${count(toSend.length, 'post')}${seen}? Nothing takes one back.`;
}

/** Resolves to what ended the run; undefined: nothing did. */
async function sendAll(
  { ui }: Context,
  pushes: readonly PushOfChangelog[],
  total: number,
  sender: PostSender,
): Promise<Failure | undefined> {
  if (total === 0) return undefined;
  const line = ui.progress(`Sending: 0 of ${total}`);
  let tried = 0;
  try {
    for (const push of pushes) {
      const { id, planned, known, sent } = push;
      // What comes later may be planned anew on the way: an array's iterator shows that.
      for (const { kind, post } of planned) {
        if (kind !== 'new') continue;
        const result = await sendPost(id, post, known, sender);
        sent.set(post, result);
        tried += 1;
        line.update(`Sending: ${tried} of ${total}`);
        if (result.kind !== 'posted') {
          if (result.failure.endsRun) return result.failure;
          break;
        }
        known.add(result.there.id);
        if (isNamedAs(post, result.there)) continue;
        const trouble = await planAgain(push, sender);
        if (trouble !== undefined) return trouble;
      }
    }
    return undefined;
  } finally {
    line.stop();
  }
}

const isNamedAs = (post: PostFile, { slug }: ChangelogPost): boolean =>
  slug.toLowerCase() === post.slug.toLowerCase();

const documentOf = (pushes: readonly PushOfChangelog[], wasSent = false): PushedPosts => ({
  changelogs: pushes.map(({ path, id, planned, onlyOnPlatform, sent }): PushedChangelog => ({
    path,
    id,
    posts: planned.map((each) => postOf(each, sent.get(each.post), wasSent)),
    onlyOnPlatform,
  })),
});

function postOf(planned: PlannedPost, sent: SentPost | undefined, wasSent: boolean): PushedPost {
  const { post } = planned;
  const { file, slug, title, published, date } = post;
  const said = {
    file,
    slug,
    title,
    published,
    date: date === null ? null : new Date(date * 1000).toISOString().replace('.000', ''),
  };
  const nowhere = { id: null, differs: [], otherSlug: null, reason: null };
  if (planned.kind !== 'new') {
    const { kind, there } = planned;
    return {
      ...said,
      result: kind,
      id: there.id,
      differs: kind === 'differs' ? planned.fields : [],
      otherSlug: kind === 'elsewhere' ? there.slug : null,
      reason: null,
    };
  }
  if (sent === undefined) return { ...said, ...nowhere, result: wasSent ? 'left' : 'planned' };
  if (sent.kind === 'posted') {
    const { id, slug: now } = sent.there;
    const otherSlug = isNamedAs(post, sent.there) ? null : now;
    return { ...said, ...nowhere, result: 'posted', id, otherSlug };
  }
  return { ...said, ...nowhere, result: sent.kind, reason: sent.failure.message };
}

/** Throws if the platform does not have all posts as their files say: the report was printed before. */
function verdict({ changelogs }: PushedPosts, stopped: Failure | undefined): void {
  if (stopped !== undefined) throw stopped;
  const posts = changelogs.flatMap((each) => each.posts);
  const number = (is: (post: PushedPost) => boolean): number => posts.filter(is).length;
  const differing = number(({ result }) => result === 'differs');
  const missing = [
    [number(({ result }) => result === 'failed'), 'failed'],
    [number(({ result }) => result === 'unknown'), 'may be there or not'],
    [number(({ result }) => result === 'left'), 'not sent'],
    [differing, 'not as in the file'],
    [number(({ otherSlug }) => otherSlug !== null), 'there with another slug'],
  ] as const;
  const parts = missing.flatMap(([many, what]) =>
    many > 0 ? [`${count(many, 'post')} ${what}`] : [],
  );
  if (parts.length === 0) return;
  throw new Failure('partial', `Not all is done: ${parts.join(', ')}.`, { hint: wayOut(posts) });
}

function wayOut(posts: readonly PushedPost[]): string {
  if (posts.some(({ result }) => ['failed', 'unknown', 'left'].includes(result))) {
    return 'The same command again sends what is left; it looks first at what the platform has';
  }
  return posts.some(({ otherSlug }) => otherSlug !== null)
    ? 'Name the file by the slug on the platform, or change the slug in the editor'
    : 'No request changes a post: change it in the editor, or make the file say the same';
}
