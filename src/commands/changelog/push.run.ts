import { isDeepStrictEqual } from 'node:util';
import { carryOut } from '../../carry-out.ts';
import type { Context } from '../../context.ts';
import type { ChangelogPost } from '../../model/changelog.ts';
import { Failure } from '../../model/failure.ts';
import { exclusively } from '../../sync/engine.ts';
import { count } from '../../ui/count.ts';
import { reporter } from '../../ui/report.ts';
import { pushedPostsView } from './view.ts';
import { syncDeps } from '../../sync-run/sync-deps.ts';
import { configuredChangelogs } from './configured.ts';
import type { ConfiguredChangelog } from './configured.ts';
import { readPostFiles } from './post-files.ts';
import type { PostFile } from './post-files.ts';
import { pushedPostsOf, isNamedAs, postsVerdict } from './pushed-posts.ts';
import { accidentIn, newPosts, planAll } from './pushes.ts';
import type { PushOfChangelog } from './pushes.ts';
import { LIST_AGAIN, sendPost } from './send-post.ts';
import type { PostSender } from './send-post.ts';

export interface PushPostsOptions {
  readonly dryRun: boolean;
  readonly force: boolean;
}

/**
 * Sends the posts that the platform does not have, one at a time, the oldest first. Lists all posts before, and again after a question. If a
 * post fails, its changelog stops: the posts after it would come before it for readers.
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
      const other = failed.find(({ failure }) => failure.code === 'partial');
      if (stopped !== null || other) return stopped ?? other?.failure ?? null;
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
