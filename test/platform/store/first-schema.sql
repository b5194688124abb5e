-- A database of the platform's first schema as its release made it, with rows in every table.

CREATE TABLE setting (name TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE next_id (kind TEXT PRIMARY KEY, value BIGINT NOT NULL);
CREATE TABLE version (
    id BIGINT PRIMARY KEY, slug TEXT NOT NULL UNIQUE, name TEXT NOT NULL, published BIGINT NOT NULL,
    ordr BIGINT NOT NULL, created BIGINT NOT NULL, updated BIGINT NOT NULL);
CREATE TABLE documentation (
    id BIGINT PRIMARY KEY, version_id BIGINT NOT NULL REFERENCES version (id), slug TEXT NOT NULL,
    title TEXT NOT NULL, settings TEXT NOT NULL, ordr BIGINT NOT NULL, UNIQUE (version_id, slug));
CREATE TABLE nav_mark (
    id BIGINT PRIMARY KEY, documentation_id BIGINT NOT NULL REFERENCES documentation (id),
    kind TEXT NOT NULL, title TEXT NOT NULL, url TEXT NOT NULL, category_id BIGINT, position BIGINT NOT NULL);
CREATE INDEX nav_mark_place ON nav_mark (documentation_id, position);
CREATE TABLE page (
    id BIGINT PRIMARY KEY, documentation_id BIGINT NOT NULL REFERENCES documentation (id),
    slug TEXT NOT NULL, title TEXT NOT NULL, listed BIGINT NOT NULL, category_id BIGINT, parent_id BIGINT,
    position BIGINT NOT NULL, created BIGINT NOT NULL, updated BIGINT NOT NULL, header TEXT NOT NULL,
    draft TEXT, published TEXT, UNIQUE (documentation_id, slug));
CREATE INDEX page_place ON page (documentation_id, category_id, parent_id, position);
CREATE TABLE reference (
    id BIGINT PRIMARY KEY, version_id BIGINT NOT NULL REFERENCES version (id), slug TEXT NOT NULL,
    title TEXT NOT NULL, ordr BIGINT NOT NULL, created BIGINT NOT NULL, updated BIGINT NOT NULL,
    draft TEXT, published TEXT, UNIQUE (version_id, slug), UNIQUE (version_id, title));
CREATE TABLE history (
    id BIGINT PRIMARY KEY, page_id BIGINT NOT NULL, at BIGINT NOT NULL, message TEXT NOT NULL, author TEXT NOT NULL);
CREATE INDEX history_page ON history (page_id, id);
CREATE TABLE audit (
    id BIGINT PRIMARY KEY, at BIGINT NOT NULL, scope TEXT NOT NULL, entity TEXT NOT NULL, entity_id TEXT NOT NULL,
    operation TEXT NOT NULL, message TEXT NOT NULL, details TEXT NOT NULL, author TEXT NOT NULL,
    api_key BIGINT NOT NULL, ip_address TEXT NOT NULL);
CREATE TABLE account (
    id BIGINT PRIMARY KEY, name TEXT NOT NULL, email TEXT NOT NULL UNIQUE, role TEXT NOT NULL, last_active_at BIGINT);
CREATE TABLE reader (
    email TEXT PRIMARY KEY, expires_at BIGINT, created BIGINT NOT NULL, revoked BIGINT);
CREATE TABLE api_key (
    id BIGINT PRIMARY KEY, digest TEXT NOT NULL UNIQUE, name TEXT NOT NULL, permissions TEXT, versions TEXT,
    created BIGINT NOT NULL);
CREATE TABLE section (
    id BIGINT PRIMARY KEY, version_id BIGINT NOT NULL, page_id BIGINT, reference_id BIGINT,
    title TEXT NOT NULL, content TEXT NOT NULL, fragment TEXT);
CREATE INDEX section_page ON section (page_id);
CREATE INDEX section_reference ON section (reference_id);
CREATE VIRTUAL TABLE section_text USING fts5 (
    title, content, content = '', contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 2');

INSERT INTO setting VALUES ('schema', '1');
INSERT INTO next_id VALUES
  ('version', 30), ('documentation', 30), ('nav_mark', 30), ('page', 30), ('reference', 30), ('history', 300),
  ('audit', 300), ('account', 30), ('api_key', 30), ('section', 30);

INSERT INTO version VALUES
  (11, 'v1.0', 'First', 1, 1, 1600000000, 1600000500),
  (12, 'v2.0', 'Second', 0, 2, 1610000000, 1610000000);
INSERT INTO documentation VALUES
  (11, 11, 'guides', 'Guides', '{"wide":false,"locale":"de_de"}', 1),
  (12, 11, 'empty', 'Empty', '{}', 2),
  (13, 12, 'guides', 'Guides', '{}', 1);
INSERT INTO nav_mark VALUES
  (11, 11, 'category', 'Basics', '', NULL, 2),
  (12, 11, 'link', 'Site', 'https://example.com', 11, 2),
  (13, 11, 'separator', '', '', NULL, 3);
-- By a user and published, with a draft; by a key and never published; below the first; unlisted, with a header.
INSERT INTO page VALUES
  (21, 11, 'intro', 'Intro', 1, NULL, NULL, 1, 1600000001, 1600000200, '{}', 'Newer.', '## Okapi' || char(10) || char(10) || 'Older.'),
  (22, 11, 'draft', 'Draft', 1, 11, NULL, 1, 1600000002, 1600000002, '{}', 'Only a draft.', NULL),
  (23, 11, 'below', 'Below', 1, NULL, 21, 1, 1600000003, 1600000003, '{}', NULL, 'Below.'),
  (24, 13, 'quiet', 'Quiet', 0, NULL, NULL, 1, 1610000001, 1610000001, '{"tags":"a, b"}', NULL, 'Quiet.');
INSERT INTO reference VALUES
  (21, 11, 'pets', 'Pets', 1, 1600000004, 1600000004, NULL, 'openapi: 3.0.3' || char(10) || 'info: { title: Pets, version: 1.0.0 }' || char(10) || 'paths: {}' || char(10)),
  (22, 12, 'drafted', 'Drafted', 1, 1610000002, 1610000002, '{"openapi":"3.0.3","info":{"title":"Drafted","version":"1"},"paths":{}}', NULL);
INSERT INTO history VALUES
  (101, 21, 1600000001, 'Made', 'ann@example.com'),
  (102, 21, 1600000100, 'Published', 'CI'),
  (103, 21, 1600000200, 'Edited', 'bo@example.com'),
  (104, 22, 1600000002, 'Created using API', 'CI'),
  (105, 23, 1600000003, 'Made', 'ann@example.com'),
  (106, 24, 1610000001, 'Made', 'gone@example.com');
INSERT INTO audit VALUES
  (101, 1600000000, 'content', 'version', '11', 'INS', 'Version created', '{}', 'platform', 0, '127.0.0.1'),
  (102, 1600000000, 'content', 'documentation', '11', 'INS', 'Documentation created', '{}', 'platform', 0, '127.0.0.1'),
  (103, 1600000001, 'content', 'page', '21', 'INS', 'Made', '{"title":"Intro"}', 'ann@example.com', 0, '127.0.0.1'),
  (104, 1600000004, 'content', 'reference', '21', 'INS', 'Uploaded', '{}', 'CI', 1, '127.0.0.1'),
  (105, 1600000005, 'users', 'project-user', '11', 'ADD', 'User added', '{}', 'platform', 0, '127.0.0.1'),
  (106, 1610000001, 'content', 'page', '24', 'INS', 'Made', '{"title":"Quiet"}', 'gone@example.com', 0, '127.0.0.1'),
  (107, 1610000003, 'content', 'page', '99', 'DEL', 'Deleted', '{}', 'ann@example.com', 0, '127.0.0.1'),
  (108, 1610000004, 'content', 'project', 'project', 'READ', 'Project exported', '{}', 'CI', 1, '127.0.0.1');
INSERT INTO account VALUES
  (11, 'Ann', 'ann@example.com', 'ADMIN', NULL),
  (12, 'Bo', 'bo@example.com', 'WRITER', 1600000300);
INSERT INTO reader VALUES
  ('reader@example.com', 1900000000, 1600000006, NULL),
  ('former@example.com', NULL, 1600000007, 1600000008);
-- Their secrets: all-of-it, and first-only.
INSERT INTO api_key VALUES
  (11, 'KUwE5ayd0jxUSMAaO7JmpVPeZQzCfZod3DXidlSYwfs', 'CI', NULL, NULL, 1600000009),
  (12, 'jDklR5nylzZ28eEN3e7mF04zHiVVh58-NYPbHvyEhdU', 'one', '["page.read","project.read","audit.read"]', '[11]', 1600000009);
INSERT INTO section VALUES (21, 11, 21, NULL, 'Okapi', 'Older.', 'okapi');
INSERT INTO section_text (rowid, title, content) VALUES (21, 'Okapi', 'Older.');
