import { decodeBody, jsonBoolean, storableText, name, plainSlug } from '../decode/body.ts';
import { decodeQuery } from '../decode/query.ts';
import { between, integer, queryText } from '../decode/value.ts';
import { invalid } from '../refusal.ts';
import type { Revision } from '../revision.ts';
import type { ChangelogStore, PostPlace } from '../store/changelogs/changelogs.ts';
import type { PostRow } from '../store/statements/changelogs.ts';
import { json, type Call, type Reply } from './call.ts';

const DEFAULT_COUNT = 10;
const MOST_POSTS = 50;

const NEW_POST = {
  title: name(1_000),
  content: storableText,
  slug: plainSlug,
  published: jsonBoolean,
};

const PARAMETERS = { count: between(1, MOST_POSTS), cursor: queryText };

/** Posts of changelogs: the API can make and list them, and nothing else. */
export class ChangelogRoutes {
  readonly #changelogs: ChangelogStore;
  readonly #revision: Revision;

  constructor(changelogs: ChangelogStore, revision: Revision) {
    this.#changelogs = changelogs;
    this.#revision = revision;
  }

  async createPost({ id, query, json: body, actor }: Call): Promise<Reply> {
    decodeQuery(query, {});
    const { title, content, slug, published = false } = decodeBody(body, NEW_POST);
    if (title === undefined) throw invalid('title', 'must be given');
    if (content === undefined) throw invalid('content', 'must be given');
    const post = { title, content, slug, published };
    return json(
      encode(await this.#changelogs.post(integer(id, 'id'), post, actor), this.#revision),
    );
  }

  async listPosts({ id, query }: Call): Promise<Reply> {
    const { count = DEFAULT_COUNT, cursor } = decodeQuery(query, PARAMETERS);
    const after = cursor === undefined ? null : decodeCursor(cursor);
    const { posts, total, more } = await this.#changelogs.posts(integer(id, 'id'), after, count);
    const last = posts.at(-1);
    return json({
      posts: posts.map((post) => encode(post, this.#revision)),
      count: posts.length,
      total,
      cursor: more && last ? encodeCursor(last) : null,
    });
  }
}

/** Opaque to callers: the place of the last post that was shown. A post that is made in the meantime does not move others. */
const encodeCursor = ({ created, id }: PostPlace): string =>
  Buffer.from(`post:${created}:${id}`).toString('base64url');

function decodeCursor(cursor: string): PostPlace {
  const text = Buffer.from(cursor, 'base64url').toString('latin1');
  const [, created, id] = /^post:(-?\d{1,15}):(\d{1,15})$/.exec(text) ?? [];
  if (created === undefined) throw invalid('cursor', 'is not one that this platform gave');
  return { created: Number(created), id: Number(id) };
}

const encode = (post: PostRow, { date }: Revision) => ({
  id: post.id,
  title: post.title,
  slug: post.slug,
  published: post.published === 1,
  content: post.content,
  created: date(post.created),
  updated: date(post.updated),
});
