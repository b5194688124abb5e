import { isDeepStrictEqual } from 'node:util';
import { carryOut } from '../shared/carry-out.ts';
import type { Context } from '../../context.ts';
import type { ChangelogPost } from '../../model/resources.ts';
import { fileIn } from '../../content/folder/list-folder.ts';
import { Failure } from '../../model/failure.ts';
import type { Project } from '../../model/project.ts';
import { exclusively } from '../../sync/engine.ts';
import { count } from '../../ui/count.ts';
import { reporter } from '../shared/run-report.ts';
import { pushedPostsView } from './view.ts';
import { syncDeps } from '../shared/sync-run/sync-deps.ts';
import { type ConfiguredChangelog, configuredChangelogs } from './changelogs.ts';
import { type PostFile, type PostFiles, readPostFiles } from './post-files.ts';
import {
  type PlannedPost,
  type PushOfChangelog,
  type SentPost,
  accidentIn,
  newPosts,
  planAll,
} from './plan.ts';
import { type PostSender, LIST_AGAIN, sendPost } from './send.ts';
import type { PushedChangelog, PushedPost, PushedPosts } from './document.ts';

export interface PushPostsOptions {
  readonly dryRun: boolean;
  readonly force: boolean;
}

/**
 * Sends the posts that the platform does not have, one at a time, the oldest first. Lists all posts
 * before, and again after a question. If a post fails, its changelog stops: the posts after it
 * would come before it for readers.
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
  warnAboutSkipped(context, { project, chosen, posts, others: names.length > 0 ? [] : others });
  const deps = await syncDeps(context, reporter(ui), { newFiles: true });
  const api = await context.api();
  const { samePage: sameText } = await import('../../content/darkdown/print/canonical.ts');
  const { maxWaitMs } = await context.config();
  const view = pushedPostsView(new Date(host.clock.now()).toISOString().slice(0, 10));
  await exclusively(deps, maxWaitMs.value, async () => {
    const plan = (): Promise<readonly PushOfChangelog[]> =>
      planAll(api, chosen, posts, sameText, host.signal);
    const pushes = await plan();
    const before = pushedPostsOf(pushes);
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
      if (!flags.yes && !isDeepStrictEqual(pushedPostsOf(await plan()), before)) {
        throw new Failure(
          'conflict',
          'The changelog was changed in the meantime: nothing was sent.',
          {
            hint: 'Run the same command again',
          },
        );
      }
    }
    const sender: PostSender = { ...deps, api, sameText, settled: tellSettled(context) };
    const stopped = await sendAll(context, pushes, toSend.length, sender);
    const done = pushedPostsOf(pushes, toSend.length > 0);
    await ui.result(done, view);
    postsVerdict(done, stopped);
  });
}

function warnAboutSkipped(
  { ui }: Context,
  {
    project,
    chosen,
    posts,
    others,
  }: PostFiles & {
    readonly project: Project;
    readonly chosen: readonly ConfiguredChangelog[];
  },
): void {
  const folders = project.contents.filter(({ version }) => version === null);
  for (const { path } of chosen) {
    if (posts.has(path)) continue;
    const read = folders.map((content) => fileIn(content.path, `changelogs/${path}`));
    ui.warn(`There are no posts in ${read.join(' or ')}.`);
  }
  for (const path of others) {
    ui.warn(
      `The posts in changelogs/${path} are not sent: the id of the changelog is not in the configuration.`,
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

function question(toSend: readonly PostFile[]): string {
  const shown = toSend.filter(({ published }) => published).length;
  const seen =
    shown === 0 ? '' : ` (readers see ${shown === toSend.length ? 'all' : shown} at once)`;
  return `Send ${count(toSend.length, 'post')}${seen}? This cannot be undone.`;
}

/** Resolves to the failure that ended the run, or null. */
async function sendAll(
  { ui }: Context,
  pushes: readonly PushOfChangelog[],
  total: number,
  sender: PostSender,
): Promise<Failure | null> {
  if (total === 0) return null;
  const line = ui.progress(`Sending: 0 of ${total}`);
  let tried = 0;
  try {
    for (const push of pushes) {
      const { id, known, sent } = push;
      const send = async (post: PostFile): Promise<void> => {
        const result = await sendPost(id, post, known, sender);
        sent.set(post, result);
        tried += 1;
        line.update(`Sending: ${tried} of ${total}`);
        if (result.kind !== 'posted') throw result.failure;
        known.add(result.there.id);
        if (!isNamedAs(post, result.there)) throw renamed(post, result.there, total - tried);
      };
      const { failed, stopped } = await carryOut(newPosts([push]), send, { inOrder: true });
      if (stopped !== null) return stopped;
      // A post that was renamed stops the run, one that failed only its changelog.
      const renaming = failed.find(({ failure }) => failure.code === 'partial');
      if (renaming) return renaming.failure;
    }
    return null;
  } finally {
    line.stop();
  }
}

/** What is left is not sent: it may be on the platform already. */
function renamed(post: PostFile, there: ChangelogPost, left: number): Failure {
  const rest = left === 0 ? '' : ` ${count(left, 'post')} ${left === 1 ? 'was' : 'were'} not sent.`;
  return new Failure(
    'partial',
    `The platform gave the post "${post.slug}" the slug "${there.slug}": somebody may be posting too.${rest}`,
    { hint: LIST_AGAIN },
  );
}

/** Whether the platform gave the post its file's slug. */
const isNamedAs = (post: PostFile, { slug }: ChangelogPost): boolean =>
  slug.toLowerCase() === post.slug.toLowerCase();

/** The result for each post. With `wasSent`, posts that should have been sent and were not are `left`, not `planned`. */
const pushedPostsOf = (pushes: readonly PushOfChangelog[], wasSent = false): PushedPosts => ({
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

/** Throws if the platform does not have all posts as their files say. Call it after the report was printed. */
function postsVerdict({ changelogs }: PushedPosts, stopped: Failure | null): void {
  if (stopped !== null) throw stopped;
  const posts = changelogs.flatMap((each) => each.posts);
  const number = (is: (post: PushedPost) => boolean): number => posts.filter(is).length;
  const differing = number(({ result }) => result === 'differs');
  const missing = [
    [number(({ result }) => result === 'failed'), 'failed'],
    [number(({ result }) => result === 'unknown'), 'may or may not have arrived'],
    [number(({ result }) => result === 'left'), 'not sent'],
    [differing, 'different from the file'],
    [number(({ otherSlug }) => otherSlug !== null), 'with a different slug on the platform'],
  ] as const;
  const parts = missing.flatMap(([many, what]) =>
    many > 0 ? [`${count(many, 'post')} ${what}`] : [],
  );
  if (parts.length === 0) return;
  throw new Failure('partial', `Some items were not completed: ${parts.join(', ')}.`, {
    hint: wayOut(posts),
  });
}

function wayOut(posts: readonly PushedPost[]): string {
  if (posts.some(({ result }) => ['failed', 'unknown', 'left'].includes(result))) {
    return LIST_AGAIN;
  }
  return posts.some(({ otherSlug }) => otherSlug !== null)
    ? 'Name the file by the slug on the platform, or change the slug in the editor'
    : 'The API cannot change a post: change it in the editor, or make the file match it';
}
