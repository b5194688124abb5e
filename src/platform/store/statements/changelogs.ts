import { statement } from '../database/sql.ts';

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
  /** Values: the changelog, the date (twice) and the id that all come before, the largest number of rows. */
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
