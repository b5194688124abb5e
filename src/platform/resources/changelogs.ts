/** Changelogs belong to the whole project, whatever versions a caller may see. */
import { slugOfTitle } from '../../content/slug.ts';
import { takeId, takeIds } from '../database/schema.ts';
import { type Sql, statement } from '../database/sql.ts';
import type { SeedChangelog } from '../platform-options.ts';
import { chooseSlug } from '../peculiar.ts';
import { invalid, notFound } from '../refusal.ts';
import { type Call, type Handlers, type ProjectRules, json } from '../request/call.ts';
import {
  between,
  decodeBody,
  decodeQuery,
  integer,
  jsonBoolean,
  visibleText,
  plainSlug,
  queryText,
  storableText,
} from '../request/decode.ts';
import type { Revision } from '../revision.ts';
import type { Actor, Store, WriteTransaction } from '../store.ts';
import { recordAudit } from './audit.ts';

export interface ChangelogRow {
  readonly id: number;
  /** Its public path. */
  readonly path: string;
  readonly title: string;
  readonly description: string | null;
  readonly published: number;
}

export interface PostRow {
  readonly id: number;
  readonly slug: string;
  readonly title: string;
  /** `null`: it has none. */
  readonly content: string | null;
  readonly published: number;
  readonly created: number;
  readonly updated: number;
}

const CHANGELOG = 'SELECT id, path, title, description, published FROM changelog';
const POST = 'SELECT id, slug, title, content, published, created, updated FROM changelog_post';

export const CHANGELOGS = {
  all: statement<ChangelogRow>(`${CHANGELOG} ORDER BY id`),
  byId: statement<ChangelogRow>(`${CHANGELOG} WHERE id = ?`),
  byPath: statement<ChangelogRow>(`${CHANGELOG} WHERE path = ?`),
  insert: statement(
    'INSERT INTO changelog (id, path, title, description, published) VALUES (?, ?, ?, ?, ?)',
  ),
};

export const POSTS = {
  byId: statement<PostRow>(`${POST} WHERE id = ?`),
  /** All posts of a changelog, oldest first. */
  all: statement<PostRow>(`${POST} WHERE changelog_id = ? ORDER BY created, id`),
  /** Values: the changelog, the date (twice) and the id of the post that all of them come before, the largest number of rows. */
  newest: statement<PostRow>(`
    ${POST} WHERE changelog_id = ? AND (created < ? OR (created = ? AND id < ?))
    ORDER BY created DESC, id DESC LIMIT ?`),
  total: statement<{ readonly total: number }>(
    'SELECT count(*) AS total FROM changelog_post WHERE changelog_id = ?',
  ),
  withSlug: statement<{ readonly id: number }>(
    'SELECT id FROM changelog_post WHERE changelog_id = ? AND slug = ?',
  ),
  slugsLike: statement<{ readonly slug: string }>(
    String.raw`SELECT slug FROM changelog_post WHERE changelog_id = ? AND slug LIKE ? ESCAPE '\'`,
  ),
  insert: statement(`
    INSERT INTO changelog_post (id, changelog_id, slug, title, content, published, created, updated)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?)`),
};

export interface NewPost {
  readonly title: string;
  /** `undefined`: derived from the title. */
  readonly slug: string | undefined;
  readonly content: string;
  readonly published: boolean;
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

export function allChangelogs(store: Store): Promise<readonly ChangelogRow[]> {
  return store.read((sql) => sql.all(CHANGELOGS.all));
}

/** Not in the API. An existing changelog with that path stays as it is, with its posts. */
export function putChangelog(store: Store, changelog: SeedChangelog, actor: Actor): Promise<void> {
  const posts = changelog.posts.map((post) => stored(store, post));
  return store.change(actor, async (change) => {
    const { sql, at } = change;
    const { path, title, description, published } = changelog;
    if (await sql.get(CHANGELOGS.byPath, path)) return;
    const id = await idFor(sql, changelog.id);
    await sql.run(CHANGELOGS.insert, id, path, title, description, published ? 1 : 0);
    for (const post of posts) await insert(sql, id, post, post.slug, post.date ?? at);
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

/** The id that is wanted, if no changelog has it. */
async function idFor(sql: Sql, wanted: number | undefined): Promise<number> {
  const next = await takeId(sql, 'changelog');
  if (wanted === undefined || (await sql.get(CHANGELOGS.byId, wanted))) return next;
  if (wanted > next) await takeIds(sql, 'changelog', wanted - next);
  return wanted;
}

/** A post is final: it can be neither changed nor removed. */
export function createPost(
  store: Store,
  id: number,
  given: NewPost,
  actor: Actor,
): Promise<PostRow> {
  const post = stored(store, given);
  return store.change(actor, async (change) => {
    const { sql, at } = change;
    await findChangelog(sql, id);
    const slug = await chooseSlug(store.policy.takenSlugs, {
      explicit: post.slug,
      derived: slugOfPost(post.title),
      place: 'changelog',
      isTaken: async (wanted) => (await sql.get(POSTS.withSlug, id, wanted)) !== undefined,
      slugsLike: async (pattern) =>
        (await sql.all(POSTS.slugsLike, id, pattern)).map((each) => each.slug),
    });
    const made = await insert(sql, id, post, slug, at);
    await recordPost(change, made);
    return made;
  });
}

/** @param after only posts that come after this one; `null`: from the newest on */
export function postsOf(
  store: Store,
  id: number,
  after: PostPlace | null,
  count: number,
): Promise<PostSlice> {
  return store.read(async (sql) => {
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
function stored<Post extends NewPost>(store: Store, post: Post): Post {
  if (post.content === '') return post;
  return { ...post, content: store.policy.storedBody(post.content) };
}

async function insert(
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

const NEWEST: PostPlace = { created: Number.MAX_SAFE_INTEGER, id: Number.MAX_SAFE_INTEGER };

async function findChangelog(sql: Sql, id: number): Promise<void> {
  if (!(await sql.get(CHANGELOGS.byId, id))) throw notFound('Changelog');
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

const DEFAULT_COUNT = 10;
const MAX_POSTS = 50;

const NEW_POST = {
  title: visibleText(1_000),
  content: storableText,
  slug: plainSlug,
  published: jsonBoolean,
};

const PARAMETERS = { count: between(1, MAX_POSTS), cursor: queryText };

/** Posts of changelogs: the API can only create and list them. */
export const changelogRoutes = (
  store: Store,
  { revision }: ProjectRules,
): Handlers<'createPost' | 'listPosts'> => ({
  async createPost({ id, query, json: body, actor }: Call) {
    decodeQuery(query, {});
    const { title, content, slug, published = false } = decodeBody(body, NEW_POST);
    if (title === undefined) throw invalid('title', 'must be given');
    if (content === undefined) throw invalid('content', 'must be given');
    const post = { title, content, slug, published };
    return json(encode(await createPost(store, integer(id, 'id'), post, actor), revision));
  },

  async listPosts({ id, query }: Call) {
    const { count = DEFAULT_COUNT, cursor } = decodeQuery(query, PARAMETERS);
    const after = cursor === undefined ? null : decodeCursor(cursor);
    const { posts, total, more } = await postsOf(store, integer(id, 'id'), after, count);
    const last = posts.at(-1);
    return json({
      posts: posts.map((post) => encode(post, revision)),
      count: posts.length,
      total,
      cursor: more && last ? encodeCursor(last) : null,
    });
  },
});

/** Opaque to callers: the place of the last post that was shown. Posts that are created in the meantime do not move others. */
const encodeCursor = ({ created, id }: PostPlace): string =>
  Buffer.from(`post:${created}:${id}`).toString('base64url');

function decodeCursor(cursor: string): PostPlace {
  const text = Buffer.from(cursor, 'base64url').toString('latin1');
  const [, created, id] = /^post:(-?\d{1,15}):(\d{1,15})$/.exec(text) ?? [];
  if (created === undefined) throw invalid('cursor', 'is not a cursor of this platform');
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
