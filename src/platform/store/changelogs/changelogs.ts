import { freeSlug, slugOfTitle } from '../../../content/slug.ts';
import type { Slug } from '../../../model/ids.ts';
import { invalid, notFound } from '../../refusal.ts';
import type { Actor } from '../actor.ts';
import { recordAudit } from '../audit.ts';
import type { WriteTransaction, Policy, StoreCore } from '../core.ts';
import { startingWith } from '../database/like.ts';
import { takeId } from '../database/schema.ts';
import type { Sql } from '../database/sql.ts';
import { CHANGELOGS, POSTS, type ChangelogRow, type PostRow } from '../statements/changelogs.ts';

export interface NewChangelog {
  /** Its public path. */
  readonly path: string;
  readonly title: string;
  readonly description: string | null;
  readonly published: boolean;
}

export interface NewPost {
  readonly title: string;
  /** `undefined`: derived from the title. */
  readonly slug: string | undefined;
  readonly content: string;
  readonly published: boolean;
}

/** A post that was written elsewhere. */
export interface DatedPost extends NewPost {
  readonly slug: string;
  /** Unix time in seconds; `null`: now. */
  readonly date: number | null;
}

/** The place of a post in its changelog. */
export interface PostPlace {
  readonly created: number;
  readonly id: number;
}

export interface PostSlice {
  /** Newest first. */
  readonly posts: readonly PostRow[];
  /** The number of posts in the changelog. */
  readonly total: number;
  /** Whether there are older ones. */
  readonly more: boolean;
}

/** Changelogs belong to the whole project, whatever versions a caller may see. */
export class ChangelogStore {
  readonly #core: StoreCore;

  constructor(core: StoreCore) {
    this.#core = core;
  }

  list(): Promise<readonly ChangelogRow[]> {
    return this.#core.read((sql) => sql.all(CHANGELOGS.all));
  }

  /** Not in the API. An existing changelog with that path stays as it is, with its posts. */
  put(changelog: NewChangelog, given: readonly DatedPost[], actor: Actor): Promise<void> {
    const posts = given.map((post) => this.#stored(post));
    return this.#core.change(actor, async (change) => {
      const { sql, at } = change;
      const { path, title, description, published } = changelog;
      if (await sql.get(CHANGELOGS.byPath, path)) return;
      const id = await takeId(sql, 'changelog');
      await sql.run(CHANGELOGS.insert, id, path, title, description, published ? 1 : 0);
      for (const post of posts) await this.#insert(sql, id, post, post.slug, post.date ?? at);
      await recordAudit(change, {
        entity: 'project',
        entityId: 'project',
        versionId: null,
        operation: 'UPD',
        message: 'Changelog created',
        details: { path, title, posts: posts.length },
      });
    });
  }

  /** A post is final: it can be neither changed nor removed. */
  post(id: number, given: NewPost, actor: Actor): Promise<PostRow> {
    const post = this.#stored(given);
    return this.#core.change(actor, async (change) => {
      const { sql, at } = change;
      await findChangelog(sql, id);
      const slug = await chooseSlug(sql, this.#core.policy, id, post);
      const made = await this.#insert(sql, id, post, slug, at);
      await recordPost(change, made);
      return made;
    });
  }

  /** @param after only posts that come after this one; `null`: from the newest on */
  posts(id: number, after: PostPlace | null, count: number): Promise<PostSlice> {
    return this.#core.read(async (sql) => {
      await findChangelog(sql, id);
      const { created, id: last } = after ?? NEWEST;
      const found = await sql.all(POSTS.newest, id, created, created, last, count + 1);
      const counted = await sql.get(POSTS.total, id);
      return {
        posts: found.slice(0, count),
        total: counted?.total ?? 0,
        more: found.length > count,
      };
    });
  }

  /** The post as it is stored. */
  #stored<Post extends NewPost>(post: Post): Post {
    if (post.content === '') return post;
    return { ...post, content: this.#core.policy.storedBody(post.content) };
  }

  async #insert(
    sql: Sql,
    changelog: number,
    { title, content, published }: NewPost,
    slug: string,
    date: number,
  ): Promise<PostRow> {
    const id = await takeId(sql, 'changelog_post');
    const text = content === '' ? null : content;
    const values = [id, changelog, slug, title, text, published ? 1 : 0, date, date];
    await sql.run(POSTS.insert, ...values);
    const made = await sql.get(POSTS.byId, id);
    if (!made) throw notFound('Post');
    return made;
  }
}

const NEWEST: PostPlace = { created: Number.MAX_SAFE_INTEGER, id: Number.MAX_SAFE_INTEGER };

async function findChangelog(sql: Sql, id: number): Promise<void> {
  if (!(await sql.get(CHANGELOGS.byId, id))) throw notFound('Changelog');
}

/** The requested slug, or one derived from the title. No two posts of a changelog have the same slug. */
async function chooseSlug(
  sql: Sql,
  { takenSlugs }: Policy,
  changelog: number,
  { slug: explicit, title }: NewPost,
): Promise<string> {
  const wanted = explicit ?? slugOfPost(title);
  if (!(await sql.get(POSTS.withSlug, changelog, wanted))) return wanted;
  if (explicit !== undefined && takenSlugs === 'refuse') {
    throw invalid('slug', `"${wanted}" is taken in this changelog`);
  }
  const near = await sql.all(POSTS.slugsLike, changelog, startingWith(wanted));
  const taken = new Set<string>(near.map(({ slug }) => slug));
  return freeSlug(wanted as Slug, (slug) => taken.has(slug));
}

const slugOfPost = (title: string): string =>
  /[a-z\d]/i.test(title) ? slugOfTitle(title) : 'post';

/** The audit log has no entity for posts: they count as changes of the project. */
async function recordPost(change: WriteTransaction, post: PostRow): Promise<void> {
  await recordAudit(change, {
    entity: 'project',
    entityId: 'project',
    versionId: null,
    operation: 'UPD',
    message: 'Changelog post created',
    details: { post: post.id, slug: post.slug, title: post.title, published: post.published === 1 },
  });
}
