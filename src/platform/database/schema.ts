import { type Sql, type Statement, statement } from './sql.ts';

/**
 * Raised with every change of the tables, together with code that migrates the tables of the schema
 * before. 6 is the first schema that was released.
 */
export const SCHEMA_VERSION = 7;

/**
 * The oldest schema whose releases work on these tables: instances are replaced one after another,
 * and may be rolled back. A release may raise it if the release before no longer used what older
 * releases need. `test/platform/store/release-before.test.ts` runs their statements.
 */
export const WORKS_FOR = 6;

/** The same for SQLite and PostgreSQL. `BIGINT`, because instants do not fit into 32 bits. */
const TABLES: readonly string[] = [
  `CREATE TABLE setting (name TEXT PRIMARY KEY, value TEXT NOT NULL)`,
  `CREATE TABLE next_id (kind TEXT PRIMARY KEY, value BIGINT NOT NULL)`,
  `CREATE TABLE version (
    id BIGINT PRIMARY KEY, slug TEXT NOT NULL UNIQUE, name TEXT NOT NULL, published BIGINT NOT NULL,
    ordr BIGINT NOT NULL, created BIGINT NOT NULL, updated BIGINT NOT NULL)`,
  `CREATE TABLE documentation (
    id BIGINT PRIMARY KEY, version_id BIGINT NOT NULL REFERENCES version (id), slug TEXT NOT NULL,
    title TEXT NOT NULL, settings TEXT NOT NULL, ordr BIGINT NOT NULL, published BIGINT NOT NULL,
    created BIGINT NOT NULL, updated BIGINT NOT NULL, UNIQUE (version_id, slug))`,
  // Items between pages in the sidebar. A category contains pages; the others do not.
  `CREATE TABLE nav_mark (
    id BIGINT PRIMARY KEY, documentation_id BIGINT NOT NULL REFERENCES documentation (id),
    kind TEXT NOT NULL, title TEXT NOT NULL, url TEXT NOT NULL, category_id BIGINT, position BIGINT NOT NULL)`,
  `CREATE INDEX nav_mark_place ON nav_mark (documentation_id, position)`,
  // Users are named by their email address; null: unknown. The source of a page is the page that it was first copied from.
  // Positions count within (documentation, category, parent). Marks, and pages without a category and a parent, share one count.
  `CREATE TABLE page (
    id BIGINT PRIMARY KEY, documentation_id BIGINT NOT NULL REFERENCES documentation (id),
    slug TEXT NOT NULL, title TEXT NOT NULL, listed BIGINT NOT NULL, category_id BIGINT, parent_id BIGINT,
    position BIGINT NOT NULL, created BIGINT NOT NULL, updated BIGINT NOT NULL, header TEXT NOT NULL,
    draft TEXT, published TEXT, created_by TEXT, updated_by TEXT, source_created BIGINT NOT NULL,
    source_created_by TEXT, UNIQUE (documentation_id, slug))`,
  `CREATE INDEX page_place ON page (documentation_id, category_id, parent_id, position)`,
  // Settings of how a reference is shown, as uploads set them; null: no upload set it.
  `CREATE TABLE reference (
    id BIGINT PRIMARY KEY, version_id BIGINT NOT NULL REFERENCES version (id), slug TEXT NOT NULL,
    title TEXT NOT NULL, ordr BIGINT NOT NULL, created BIGINT NOT NULL, updated BIGINT NOT NULL,
    draft TEXT, published TEXT, is_published BIGINT NOT NULL,
    show_try_it_out BIGINT, allow_download BIGINT, expandable BIGINT, UNIQUE (version_id, slug), UNIQUE (version_id, title))`,
  `CREATE TABLE history (
    id BIGINT PRIMARY KEY, page_id BIGINT NOT NULL, at BIGINT NOT NULL, message TEXT NOT NULL, author TEXT NOT NULL)`,
  `CREATE INDEX history_page ON history (page_id, id)`,
  `CREATE TABLE audit (
    id BIGINT PRIMARY KEY, at BIGINT NOT NULL, scope TEXT NOT NULL, entity TEXT NOT NULL, entity_id TEXT NOT NULL,
    version_id BIGINT, operation TEXT NOT NULL, message TEXT NOT NULL, details TEXT NOT NULL, author TEXT NOT NULL,
    api_key BIGINT NOT NULL, ip_address TEXT NOT NULL)`,
  `CREATE TABLE account (
    id BIGINT PRIMARY KEY, name TEXT NOT NULL, email TEXT NOT NULL UNIQUE, role TEXT NOT NULL, last_active_at BIGINT NOT NULL)`,
  `CREATE TABLE reader (
    email TEXT PRIMARY KEY, expires_at BIGINT, created BIGINT NOT NULL, revoked BIGINT)`,
  `CREATE TABLE api_key (
    id BIGINT PRIMARY KEY, digest TEXT NOT NULL UNIQUE, name TEXT NOT NULL, permissions TEXT, versions TEXT,
    created BIGINT NOT NULL, user_email TEXT)`,
  // Heading-2 sections of published pages and operations of published references, for search.
  `CREATE TABLE section (
    id BIGINT PRIMARY KEY, version_id BIGINT NOT NULL, page_id BIGINT, reference_id BIGINT,
    title TEXT NOT NULL, content TEXT NOT NULL, fragment TEXT)`,
  `CREATE INDEX section_page ON section (page_id)`,
  `CREATE INDEX section_reference ON section (reference_id)`,
  `CREATE TABLE variable (name TEXT PRIMARY KEY, value TEXT NOT NULL)`,
  `CREATE TABLE synced_block (name TEXT PRIMARY KEY, value TEXT NOT NULL)`,
  `CREATE INDEX page_parent ON page (parent_id, position)`,
  `CREATE TABLE changelog (
    id BIGINT PRIMARY KEY, path TEXT NOT NULL UNIQUE, title TEXT NOT NULL, description TEXT, published BIGINT NOT NULL)`,
  `CREATE TABLE changelog_post (
    id BIGINT PRIMARY KEY, changelog_id BIGINT NOT NULL REFERENCES changelog (id), slug TEXT NOT NULL,
    title TEXT NOT NULL, content TEXT, published BIGINT NOT NULL, created BIGINT NOT NULL, updated BIGINT NOT NULL,
    UNIQUE (changelog_id, slug))`,
  `CREATE INDEX changelog_post_order ON changelog_post (changelog_id, created, id)`,
];

/** What turns the tables of schema 6 into these. */
const FROM_6 = [statement('ALTER TABLE api_key ADD COLUMN user_email TEXT')];

const SETTINGS = {
  read: statement<{ readonly value: string }>('SELECT value FROM setting WHERE name = ?'),
  write: statement('INSERT INTO setting (name, value) VALUES (?, ?)'),
  change: statement('UPDATE setting SET value = ? WHERE name = ?'),
  firstId: statement('INSERT INTO next_id (kind, value) VALUES (?, ?)'),
};

const KINDS = [
  'version',
  'documentation',
  'nav_mark',
  'page',
  'reference',
  'history',
  'audit',
  'account',
  'api_key',
  'section',
  'changelog',
  'changelog_post',
] as const;
export type IdKind = (typeof KINDS)[number];

/** Each database starts its ids at a random number below 10^9, so that ids of two databases rarely collide. */
const FIRST_ID_SPAN = 1_000_000_000;

/** The tables belong to a later release with which this one is not compatible. */
export class SchemaTooNew extends Error {
  override readonly name = 'SchemaTooNew';
  readonly hint = 'Install the release of docs that it was used with last, or a later one';

  constructor(found: string) {
    super(`it has schema ${found} of a later release, and this one knows ${SCHEMA_VERSION}`);
  }
}

/** The tables are somebody else's, or have an older schema that this release cannot change into its own. */
export class SchemaTooOld extends Error {
  override readonly name = 'SchemaTooOld';
  readonly hint: string;

  constructor(found: string) {
    super(`The database has schema ${found}; this release needs ${SCHEMA_VERSION}.`);
    this.hint = /^\d+$/.test(found)
      ? 'Export it with the release of docs that it was used with last, and start this one on an empty place with --from'
      : 'Give the platform an empty place of its own';
  }
}

/**
 * Creates the tables of an empty database, and changes those of an earlier release into these.
 * @throws SchemaTooNew if they belong to a later release that is not compatible with this one
 * @throws SchemaTooOld if they belong to no release that is compatible with this one
 * @param random from 0 to 1, as `Math.random` returns: where ids start
 */
export async function prepareSchema(
  sql: Sql,
  tableExists: boolean,
  own: readonly Statement[],
  random: () => number,
): Promise<void> {
  if (tableExists) return checkSchema(sql);
  for (const text of TABLES) await sql.run(statement(text));
  for (const each of own) await sql.run(each);
  for (const kind of KINDS)
    await sql.run(SETTINGS.firstId, kind, 1 + Math.floor(random() * FIRST_ID_SPAN));
  await sql.run(SETTINGS.write, 'schema', String(SCHEMA_VERSION));
  await sql.run(SETTINGS.write, 'schema-for', String(WORKS_FOR));
}

async function checkSchema(sql: Sql): Promise<void> {
  const found = (await sql.get(SETTINGS.read, 'schema'))?.value ?? 'unknown';
  if (found === String(SCHEMA_VERSION)) return;
  if (found === '6') {
    for (const each of FROM_6) await sql.run(each);
    await sql.run(SETTINGS.change, String(SCHEMA_VERSION), 'schema');
    return;
  }
  if (!(Number(found) > SCHEMA_VERSION)) throw new SchemaTooOld(found);
  const oldest = (await sql.get(SETTINGS.read, 'schema-for'))?.value ?? found;
  if (!(Number(oldest) <= SCHEMA_VERSION)) throw new SchemaTooNew(found);
}

export const IDS = {
  take: statement<{ readonly value: number }>(
    'UPDATE next_id SET value = value + ? WHERE kind = ? RETURNING value',
  ),
};

/** An id that no row of this kind has had before, not even a deleted one. */
export const takeId = (sql: Sql, kind: IdKind): Promise<number> => takeIds(sql, kind, 1);

/** The first of `count` consecutive new ids. */
export async function takeIds(sql: Sql, kind: IdKind, count: number): Promise<number> {
  const row = await sql.get(IDS.take, count, kind);
  if (!row) throw new Error(`The database has no ids for ${kind}.`);
  return row.value - count;
}
