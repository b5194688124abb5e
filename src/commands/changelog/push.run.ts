import { isDeepStrictEqual } from 'node:util';
import { type Sent, type BatchStep, runBatch } from '../shared/batch/batch.ts';
import type { Context } from '../../context.ts';
import type { ChangelogPost } from '../../model/resources.ts';
import { openGateIn } from '../../content/darkdown/gates.ts';
import { fileIn } from '../../content/folder/list-folder.ts';
import { Failure } from '../../model/failure.ts';
import type { Project } from '../../model/project.ts';
import { exclusively } from '../../sync/engine.ts';
import { count } from '../../model/text/sentences.ts';
import { ignoredIn, warnOfIgnored } from '../../system/git/working-tree.ts';
import { reporter } from '../shared/run-report.ts';
import { pushWords } from './view.ts';
import { syncDeps } from '../shared/sync-run/sync-deps.ts';
import { type ConfiguredChangelog, configuredChangelogs } from './changelogs.ts';
import { type PostFile, type PostFiles, readPostFiles } from './post-files.ts';
import { type PlannedPost, type PushOfChangelog, accidentIn, planAll } from './plan.ts';
import { type PostSender, LIST_AGAIN, sendPost } from './send.ts';
import type { PostItem } from './document.ts';

export interface PushPostsOptions {
  readonly dryRun: boolean;
  readonly force: boolean;
}

/**
 * Sends the posts that the platform does not have, one at a time, the oldest first. Lists all posts
 * before, and again after a question. If a post fails or is held back, its changelog stops: the posts
 * after it would come before it for readers.
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
  const today = new Date(host.clock.now()).toISOString().slice(0, 10);
  const sender: PostSender = { ...deps, api, sameText, settled: tellSettled(context) };
  await exclusively(deps, maxWaitMs.value, async () => {
    const plan = (): Promise<readonly PushOfChangelog[]> =>
      planAll(api, chosen, posts, sameText, host.signal);
    const pushes = await plan();
    for (const { path, onlyOnPlatform: only } of pushes) {
      if (only > 0)
        ui.say(
          `${count(only, 'post')} of ${path} ${only === 1 ? 'is' : 'are'} only on the platform.`,
        );
    }
    const steps = stepsOf(pushes);
    const toSend = steps.flatMap(({ of, item }) => (item.state === 'planned' ? of.post : []));
    const before = seenOf(pushes);
    const ignored = ignoredIn({ root: project.root, ...host });
    const files = toSend.map(({ file }) => file);
    await warnOfIgnored(ui, ignored, files, 'a push sends');
    let left = toSend.length;
    await runBatch<PostOfChangelog, PostItem>(context, {
      dryRun,
      plan: steps,
      refusal: force ? undefined : accidentIn(pushes),
      question: async () => {
        await ui.agree(question(toSend), NOTHING);
        if (flags.yes || isDeepStrictEqual(seenOf(await plan()), before)) return;
        throw new Failure(
          'conflict',
          'The changelog was changed in the meantime: nothing was sent.',
          { hint: 'Run the same command again' },
        );
      },
      nothing: NOTHING,
      inOrder: ({ push }) => push,
      send: ({ push, post }) => {
        left -= 1;
        return send(push, post, left, sender);
      },
      words: { ...pushWords(today), hint: LIST_AGAIN },
    });
  });
}

const NOTHING = 'Nothing was sent.';

interface PostOfChangelog {
  readonly push: PushOfChangelog;
  readonly post: PostFile;
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
    if (posts.get(path)?.length) continue;
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

/** Sends a post. One that was renamed stops the run, one that failed only its changelog. */
async function send(
  { id, known }: PushOfChangelog,
  post: PostFile,
  left: number,
  sender: PostSender,
): Promise<Sent<PostItem>> {
  const sent = await sendPost(id, post, known, sender);
  if (sent.kind === 'left') return { state: 'left', reason: null, failure: sent.failure };
  if (sent.kind !== 'posted') return { state: sent.kind, failure: sent.failure };
  const { there } = sent;
  known.add(there.id);
  if (there.slug.toLowerCase() === post.slug.toLowerCase()) return { id: there.id };
  const failure = renamed(post, there, left);
  return { state: 'done', id: there.id, otherSlug: there.slug, failure, endsRun: true };
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

/** Of each changelog, new posts after one that is held back are left, so that the order stays. */
const stepsOf = (pushes: readonly PushOfChangelog[]): BatchStep<PostOfChangelog, PostItem>[] =>
  pushes.flatMap((push) => {
    const isHeld = ({ kind, post }: PlannedPost): boolean =>
      kind === 'sameTitle' || (kind === 'new' && holdOf(post) !== null);
    const held = push.planned.findIndex(isHeld);
    return push.planned.map((planned, at) => {
      const step = stepOf(push, planned);
      const isLeft = held !== -1 && at > held && step.item.state === 'planned';
      return isLeft ? { ...step, item: { ...step.item, state: 'left' as const } } : step;
    });
  });

/** Why a post is not sent, and what to do: readers would see what is not for them, or not yet. */
function holdOf({ heldBy, published, content }: PostFile): readonly [string, string] | null {
  if (heldBy !== null) {
    return [
      `it is held back with its changelog, by ${heldBy}`,
      'Correct the setting once readers may see the changelog',
    ];
  }
  if (!published || openGateIn(content) === null) return null;
  return [
    'a part of it is for an audience, but the platform would show it to everybody',
    'docs check names the place',
  ];
}

/** What must not change while a question is open. */
const seenOf = (pushes: readonly PushOfChangelog[]) => ({
  items: stepsOf(pushes).map(({ item }) => item),
  known: pushes.map(({ known }) => known),
});

function stepOf(push: PushOfChangelog, planned: PlannedPost): BatchStep<PostOfChangelog, PostItem> {
  const { path, id } = push;
  const { post, kind } = planned;
  const { file, slug, title, published, date } = post;
  const of = { push, post };
  const item: PostItem = {
    name: `${path}/${slug}`,
    state: 'planned',
    reason: null,
    id: null,
    changelog: { path, id },
    file,
    slug,
    title,
    published,
    date: date === null ? null : new Date(date * 1000).toISOString().replace('.000', ''),
    differs: [],
    otherSlug: null,
  };
  const failed = (reason: string, hint: string, more: Partial<PostItem>) => ({
    of,
    item: { ...item, ...more, state: 'failed' as const, reason },
    failure: new Failure('partial', `${item.name}: ${reason}.`, { hint }),
  });
  switch (kind) {
    case 'new': {
      const hold = holdOf(post);
      return hold === null ? { of, item } : failed(...hold, {});
    }
    case 'same':
      return { of, item: { ...item, state: 'unchanged', id: planned.there.id } };
    case 'differs':
      return failed(
        `the platform has it with a different ${planned.fields.join(', ')}`,
        `The API cannot change a post: ${published && planned.fields.join('') === 'published' ? 'publish' : 'change'} it in the editor, or make the file match it`,
        { id: planned.there.id, differs: planned.fields },
      );
    case 'elsewhere':
      return failed(
        `it is on the platform as ${planned.there.slug}, and is not sent again`,
        'Name the file by the slug on the platform, or change the slug in the editor',
        { id: planned.there.id, otherSlug: planned.there.slug },
      );
    case 'sameTitle':
      return failed(
        `the platform has a post of this title as ${planned.there.slug}, which no file is of`,
        `If it is that post, name the file ${planned.there.slug}.md; if not, give it another title`,
        { id: planned.there.id, otherSlug: planned.there.slug },
      );
    default:
      return planned satisfies never;
  }
}
