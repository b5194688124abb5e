/** The changelogs that the configuration names: the platform does not list them. */
import { basename } from 'node:path';
import type { Context } from '../../context.ts';
import { Failure } from '../../model/failure.ts';
import { didYouMean, nearest, thereAre } from '../../model/text/nearest.ts';
import type { Api } from '../../api/api.ts';
import type { ChangelogPost } from '../../model/resources.ts';

export interface ConfiguredChangelog {
  /** Its folder below `changelogs/`. */
  readonly path: string;
  readonly id: number;
}

/**
 * The changelogs with these names, or all. A path of the folder is also a name. Rejects with
 * `config` if the configuration does not name any, or one id twice, with `usage` if a name is
 * unknown.
 */
export async function configuredChangelogs(
  context: Context,
  names: readonly string[],
): Promise<readonly ConfiguredChangelog[]> {
  const { changelogs } = await context.config();
  const all = Object.entries(changelogs.value).map(([path, id]) => ({ path, id }));
  if (all.length === 0) {
    throw new Failure('config', 'The configuration does not name a changelog.', {
      hint: 'Add the id of each, by its folder below changelogs/, such as `changelogs: { news: 12 }`; the platform does not list the ids',
    });
  }
  const twice = all.find(({ id }, index) => all.findIndex((each) => each.id === id) < index);
  if (twice !== undefined) {
    throw new Failure('config', `The configuration has changelog ${twice.id} twice.`, {
      hint: 'Each changelog has one folder: correct `changelogs` in the configuration',
    });
  }
  const chosen = new Set(names.map((name) => nameIn(all, name)));
  return names.length === 0 ? all : all.filter(({ path }) => chosen.has(path));
}

function nameIn(all: readonly ConfiguredChangelog[], typed: string): string {
  const known = all.map(({ path }) => path);
  const name = /(?:^|[/\\])changelogs[/\\][^/\\]+[/\\]?$/.test(typed) ? basename(typed) : typed;
  if (known.includes(name)) return name;
  const near = nearest(name, known);
  throw new Failure('usage', `The configuration does not name a changelog "${typed}".`, {
    hint: didYouMean(near, thereAre(known)),
  });
}

/** Posts per answer: the platform's maximum. */
const COUNT = 50;
/** No changelog has so many parts: a longer list does not end. */
const MAX_PARTS = 10_000;

export interface AllPosts {
  /** Newest first. */
  readonly posts: readonly ChangelogPost[];
  /** The total that the platform states. */
  readonly total: number;
}

/** Reads all posts of a changelog, 50 per request. Rejects with `platform-garbled` if the list does not end. */
export async function readAllPosts(
  api: Pick<Api, 'changelogs'>,
  id: number,
  signal: AbortSignal,
): Promise<AllPosts> {
  const posts = new Map<number, ChangelogPost>();
  const cursors = new Set<string>();
  let cursor: string | undefined;
  for (;;) {
    const answer = await api.changelogs.posts(id, { count: COUNT, cursor }, signal);
    for (const post of answer.posts) posts.set(post.id, post);
    const { cursor: next, total } = answer;
    if (next === null) return { posts: [...posts.values()], total };
    // An empty part may be followed by others.
    if (cursors.has(next) || cursors.size > MAX_PARTS) {
      throw new Failure('platform-garbled', `The list of posts in changelog ${id} does not end.`, {
        hint: 'Try again later',
      });
    }
    cursors.add(next);
    cursor = next;
  }
}
