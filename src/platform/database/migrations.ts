/** Turns the tables of an earlier schema into those of the next: a list of statements for each step. */
export const SHARED_TABLES: readonly string[] = [
  `CREATE TABLE variable (name TEXT PRIMARY KEY, value TEXT NOT NULL)`,
  `CREATE TABLE synced_block (name TEXT PRIMARY KEY, value TEXT NOT NULL)`,
  `CREATE INDEX page_parent ON page (parent_id, position)`,
];

export const CHANGELOG_TABLES: readonly string[] = [
  `CREATE TABLE changelog (
    id BIGINT PRIMARY KEY, path TEXT NOT NULL UNIQUE, title TEXT NOT NULL, description TEXT, published BIGINT NOT NULL)`,
  `CREATE TABLE changelog_post (
    id BIGINT PRIMARY KEY, changelog_id BIGINT NOT NULL REFERENCES changelog (id), slug TEXT NOT NULL,
    title TEXT NOT NULL, content TEXT, published BIGINT NOT NULL, created BIGINT NOT NULL, updated BIGINT NOT NULL,
    UNIQUE (changelog_id, slug))`,
  `CREATE INDEX changelog_post_order ON changelog_post (changelog_id, created, id)`,
];

/** Adds to entries the version that they are about, and to users when they were last active. */
const VERSIONS_OF_ENTRIES: readonly string[] = [
  'ALTER TABLE audit ADD COLUMN version_id BIGINT',
  `UPDATE audit SET version_id = CASE entity
    WHEN 'version' THEN (SELECT id FROM version WHERE CAST(id AS TEXT) = entity_id)
    WHEN 'documentation' THEN (SELECT version_id FROM documentation WHERE CAST(id AS TEXT) = entity_id)
    WHEN 'reference' THEN (SELECT version_id FROM reference WHERE CAST(id AS TEXT) = entity_id)
    WHEN 'page' THEN (SELECT documentation.version_id FROM page
      JOIN documentation ON documentation.id = page.documentation_id WHERE CAST(page.id AS TEXT) = entity_id)
    END`,
  // The version of a deleted page is unknown: its entries are for callers who see all versions.
  `UPDATE audit SET version_id = 0
    WHERE version_id IS NULL AND entity IN ('version', 'documentation', 'reference', 'page')`,
  `UPDATE account SET last_active_at = COALESCE((SELECT max(at) FROM audit
    WHERE entity = 'project-user' AND entity_id = CAST(account.id AS TEXT)), 0) WHERE last_active_at IS NULL`,
];

/** Adds to documentations and references whether they are published, and to documentations and pages where they come from. */
const ORIGINS: readonly string[] = [
  'ALTER TABLE documentation ADD COLUMN published BIGINT NOT NULL DEFAULT 1',
  'ALTER TABLE documentation ADD COLUMN created BIGINT NOT NULL DEFAULT 0',
  'ALTER TABLE documentation ADD COLUMN updated BIGINT NOT NULL DEFAULT 0',
  ...['created', 'updated'].map(
    (field) => `UPDATE documentation SET ${field} =
      (SELECT version.created FROM version WHERE version.id = documentation.version_id)`,
  ),
  'ALTER TABLE reference ADD COLUMN is_published BIGINT NOT NULL DEFAULT 1',
  'ALTER TABLE page ADD COLUMN created_by TEXT',
  'ALTER TABLE page ADD COLUMN updated_by TEXT',
  'ALTER TABLE page ADD COLUMN source_created BIGINT NOT NULL DEFAULT 0',
  'ALTER TABLE page ADD COLUMN source_created_by TEXT',
  // Authors are users by their email address, or keys by their name.
  ...[
    ['created_by', 'ASC'],
    ['updated_by', 'DESC'],
  ].map(
    ([field, order]) => `UPDATE page SET ${field} =
      (SELECT CASE WHEN author LIKE '%@%' THEN author END FROM history
        WHERE history.page_id = page.id ORDER BY history.id ${order} LIMIT 1)`,
  ),
  'UPDATE page SET source_created = created, source_created_by = created_by',
  ...CHANGELOG_TABLES,
  ...['changelog', 'changelog_post'].map(
    (kind) =>
      `INSERT INTO next_id (kind, value) SELECT '${kind}', value FROM next_id WHERE kind = 'page'`,
  ),
];

/** How a reference is shown, as uploads set it; null: no upload did. */
export const REFERENCE_SETTINGS: readonly string[] = [
  'ALTER TABLE reference ADD COLUMN show_try_it_out BIGINT',
  'ALTER TABLE reference ADD COLUMN allow_download BIGINT',
  'ALTER TABLE reference ADD COLUMN expandable BIGINT',
];

/** Search forgets pages that their header hides or keeps for an audience: earlier releases indexed them. */
const NOT_FOR_ALL: readonly string[] = [
  `DELETE FROM section WHERE page_id IN (SELECT id FROM page
    WHERE header LIKE '%"hidden":"1"%' OR header LIKE '%"hidden":"true"%' OR header LIKE '%"audience":"_%')`,
];

/** By the schema version that they start from. */
export const MIGRATIONS: ReadonlyMap<string, readonly string[]> = new Map([
  ['1', SHARED_TABLES],
  ['2', VERSIONS_OF_ENTRIES],
  ['3', ORIGINS],
  ['4', REFERENCE_SETTINGS],
  ['5', NOT_FOR_ALL],
]);
