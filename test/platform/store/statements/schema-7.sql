-- both
UPDATE next_id SET value = value + ? WHERE kind = ? RETURNING value
SELECT id, title, category_id AS "categoryId", parent_id AS "parentId", position FROM page WHERE documentation_id = ? ORDER BY position, id
INSERT INTO audit (id, at, scope, entity, entity_id, version_id, operation, message, details, author, api_key, ip_address) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
SELECT id, at, scope, entity, entity_id AS "entityId", operation, message, details, author, api_key AS "apiKey", ip_address AS "ipAddress" FROM audit WHERE scope IN (?, ?) AND at <= ? AND (version_id IS NULL OR version_id IN (?, ?)) AND id < ? ORDER BY id DESC LIMIT ?
SELECT count(*) AS total FROM audit WHERE scope IN (?, ?) AND at <= ? AND (version_id IS NULL OR version_id IN (?, ?))
SELECT id, path, title, description, published FROM changelog ORDER BY id
SELECT id, path, title, description, published FROM changelog WHERE id = ?
SELECT id, path, title, description, published FROM changelog WHERE path = ?
INSERT INTO changelog (id, path, title, description, published) VALUES (?, ?, ?, ?, ?)
SELECT id, slug, title, content, published, created, updated FROM changelog_post WHERE id = ?
SELECT id, slug, title, content, published, created, updated FROM changelog_post WHERE changelog_id = ? ORDER BY created, id
SELECT id, slug, title, content, published, created, updated FROM changelog_post WHERE changelog_id = ? AND (created < ? OR (created = ? AND id < ?)) ORDER BY created DESC, id DESC LIMIT ?
SELECT count(*) AS total FROM changelog_post WHERE changelog_id = ?
SELECT id FROM changelog_post WHERE changelog_id = ? AND slug = ?
SELECT slug FROM changelog_post WHERE changelog_id = ? AND slug LIKE ? ESCAPE '\'
INSERT INTO changelog_post (id, changelog_id, slug, title, content, published, created, updated) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
SELECT min(ordr) AS ordr FROM version
UPDATE version SET ordr = ordr + 1
SELECT page.id, page.documentation_id AS "documentationId", page.category_id AS "categoryId", page.parent_id AS "parentId" FROM page JOIN documentation ON documentation.id = page.documentation_id WHERE documentation.version_id = ? ORDER BY page.id
SELECT page.id, page.draft, page.published FROM page JOIN documentation ON documentation.id = page.documentation_id WHERE documentation.version_id = ? AND (page.draft LIKE ? ESCAPE '\' OR page.published LIKE ? ESCAPE '\' OR page.draft LIKE ? ESCAPE '\' OR page.published LIKE ? ESCAPE '\')
INSERT INTO documentation (id, version_id, slug, title, settings, ordr, published, created, updated) SELECT ?, ?, slug, title, settings, ordr, 0, ?, ? FROM documentation WHERE id = ?
INSERT INTO page (id, documentation_id, category_id, parent_id, created, updated, created_by, updated_by, slug, title, listed, position, header, draft, published, source_created, source_created_by) SELECT ?, ?, ?, ?, ?, ?, ?, ?, slug, title, listed, position, header, draft, published, source_created, source_created_by FROM page WHERE id = ?
UPDATE page SET draft = ?, published = ? WHERE id = ?
INSERT INTO reference (id, version_id, created, updated, is_published, slug, title, ordr, draft, published, show_try_it_out, allow_download, expandable) SELECT ?, ?, ?, ?, 0, slug, title, ordr, draft, published, show_try_it_out, allow_download, expandable FROM reference WHERE id = ?
INSERT INTO history (id, page_id, at, message, author) SELECT ?, ?, at, message, author FROM history WHERE id = ?
SELECT id FROM history WHERE page_id = ? ORDER BY id
SELECT id, version_id AS "versionId", slug, title, settings, ordr, published, created, updated FROM documentation ORDER BY ordr, id
SELECT id, version_id AS "versionId", slug, title, settings, ordr, published, created, updated FROM documentation WHERE version_id = ? ORDER BY ordr, id
SELECT id, version_id AS "versionId", slug, title, settings, ordr, published, created, updated FROM documentation WHERE id = ?
SELECT id, version_id AS "versionId", slug, title, settings, ordr, published, created, updated FROM documentation WHERE version_id = ? AND slug = ?
SELECT max(ordr) AS ordr FROM documentation WHERE version_id = ?
INSERT INTO documentation (id, version_id, slug, title, settings, ordr, published, created, updated) VALUES (?, ?, ?, ?, ?, ?, 1, ?, ?)
UPDATE documentation SET updated = ? WHERE id = ?
UPDATE documentation SET published = ?, updated = ? WHERE id = ?
SELECT id, documentation_id AS "documentationId", kind, title, url, category_id AS "categoryId", position FROM nav_mark ORDER BY position, id
SELECT id, documentation_id AS "documentationId", kind, title, url, category_id AS "categoryId", position FROM nav_mark WHERE documentation_id = ? ORDER BY position, id
SELECT max(position) AS position FROM ( SELECT position FROM page WHERE documentation_id = ? AND category_id IS NULL AND parent_id IS NULL UNION ALL SELECT position FROM nav_mark WHERE documentation_id = ? AND category_id IS NULL) AS placed
SELECT max(position) AS position FROM page WHERE documentation_id = ? AND category_id = ? AND parent_id IS NULL
INSERT INTO nav_mark (id, documentation_id, kind, title, url, category_id, position) VALUES (?, ?, ?, ?, ?, ?, ?)
SELECT id, name, permissions, versions, user_email AS "user" FROM api_key WHERE digest = ?
SELECT id, name, permissions, versions, user_email AS "user", created FROM api_key ORDER BY created, id
SELECT id FROM api_key LIMIT 1
DELETE FROM api_key WHERE id = ?
INSERT INTO api_key (id, digest, name, permissions, versions, created, user_email) VALUES (?, ?, ?, ?, ?, ?, ?)
SELECT page.id, page.slug, page.title, page.listed, page.header, page.created, page.updated, page.draft, page.published, documentation.id AS "documentationId", documentation.slug AS "documentationSlug", version.id AS "versionId", version.slug AS "versionSlug" FROM page JOIN documentation ON documentation.id = page.documentation_id JOIN version ON version.id = documentation.version_id WHERE page.id = ?
SELECT page.id, page.slug, page.title, page.listed, page.header, page.created, page.updated, page.draft, page.published, documentation.id AS "documentationId", documentation.slug AS "documentationSlug", version.id AS "versionId", version.slug AS "versionSlug" FROM page JOIN documentation ON documentation.id = page.documentation_id JOIN version ON version.id = documentation.version_id WHERE page.documentation_id = ? AND page.slug = ?
SELECT page.id, page.slug, page.title, page.listed, page.header, page.created, page.updated, page.draft, page.published, documentation.id AS "documentationId", documentation.slug AS "documentationSlug", version.id AS "versionId", version.slug AS "versionSlug" FROM page JOIN documentation ON documentation.id = page.documentation_id JOIN version ON version.id = documentation.version_id ORDER BY page.id
SELECT page.id FROM page JOIN documentation ON documentation.id = page.documentation_id WHERE documentation.version_id = ? AND page.published IS NOT NULL AND NOT EXISTS (SELECT 1 FROM section WHERE section.page_id = page.id) ORDER BY page.id
SELECT id, documentation_id AS "documentationId", slug, title, updated, listed, CASE WHEN published IS NULL THEN 0 ELSE 1 END AS "hasPublished" FROM page ORDER BY id
SELECT id FROM page WHERE documentation_id = ? AND slug = ?
SELECT id, slug FROM page WHERE documentation_id = ? AND slug LIKE ? ESCAPE '\'
INSERT INTO page (id, documentation_id, slug, title, category_id, position, draft, created, updated, source_created, created_by, updated_by, source_created_by, listed, parent_id, header, published) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 1, NULL, '{}', NULL)
UPDATE page SET title = ?, slug = ?, draft = ?, updated = ?, updated_by = ? WHERE id = ?
UPDATE page SET published = coalesce(draft, published), draft = NULL, updated = ?, updated_by = ? WHERE id = ?
SELECT id FROM page WHERE parent_id = ? LIMIT 1
DELETE FROM history WHERE page_id = ?
DELETE FROM page WHERE id = ?
INSERT INTO history (id, page_id, at, message, author) VALUES (?, ?, ?, ?, ?)
SELECT id, name, email, role, last_active_at AS "lastActiveAt" FROM account ORDER BY id
SELECT id, name, email, role, last_active_at AS "lastActiveAt" FROM account WHERE email = ?
INSERT INTO account (id, name, email, role, last_active_at) VALUES (?, ?, ?, ?, ?)
UPDATE account SET name = ?, role = ? WHERE email = ?
SELECT email, expires_at AS "expiresAt", created, revoked FROM reader ORDER BY created, email
SELECT email, expires_at AS "expiresAt", created, revoked FROM reader WHERE email = ?
INSERT INTO reader (email, expires_at, created, revoked) VALUES (?, ?, ?, NULL)
UPDATE reader SET expires_at = ?, revoked = NULL WHERE email = ?
UPDATE reader SET revoked = ? WHERE email = ?
SELECT id, version_id AS "versionId", slug, title, ordr, created, updated, draft, published, is_published AS "isPublished" FROM reference WHERE id = ?
SELECT id, version_id AS "versionId", slug, title, ordr, created, updated, draft, published, is_published AS "isPublished" FROM reference WHERE version_id = ? AND title = ?
SELECT id, version_id AS "versionId", slug, title, ordr, created, updated, draft, published, is_published AS "isPublished" FROM reference WHERE version_id = ? ORDER BY ordr, id
SELECT id FROM reference WHERE version_id = ? ORDER BY id
SELECT id, version_id AS "versionId", slug, title, CASE WHEN published IS NULL THEN 0 ELSE is_published END AS "hasPublished" FROM reference ORDER BY ordr, id
SELECT slug FROM reference WHERE version_id = ? UNION SELECT slug FROM documentation WHERE version_id = ?
SELECT max(ordr) AS ordr FROM reference WHERE version_id = ?
INSERT INTO reference (id, version_id, slug, title, ordr, created, updated, draft, published, is_published) VALUES (?, ?, ?, ?, ?, ?, ?, NULL, NULL, 1)
UPDATE reference SET draft = ?, published = ?, is_published = CASE WHEN 1 = ? THEN 1 ELSE is_published END, updated = ? WHERE id = ?
UPDATE reference SET show_try_it_out = coalesce(?, show_try_it_out), allow_download = coalesce(?, allow_download), expandable = coalesce(?, expandable) WHERE id = ?
SELECT page.id, page.title, page.listed, page.created, page.updated, CASE WHEN page.draft IS NULL THEN 0 ELSE 1 END AS "hasDraft", CASE WHEN page.published IS NULL THEN 0 ELSE 1 END AS "hasPublished", page.source_created AS "sourceCreated", page.created_by AS "createdBy", created_by.id AS "createdById", created_by.name AS "createdByName", page.updated_by AS "updatedBy", updated_by.id AS "updatedById", updated_by.name AS "updatedByName", page.source_created_by AS "sourceCreatedBy", source_created_by.id AS "sourceCreatedById", source_created_by.name AS "sourceCreatedByName" FROM page JOIN documentation ON documentation.id = page.documentation_id LEFT JOIN account AS created_by ON created_by.email = page.created_by LEFT JOIN account AS updated_by ON updated_by.email = page.updated_by LEFT JOIN account AS source_created_by ON source_created_by.email = page.source_created_by WHERE documentation.version_id = ? ORDER BY documentation.ordr, documentation.id, page.id
SELECT page.id, page.title, page.listed, page.created, page.updated, CASE WHEN page.draft IS NULL THEN 0 ELSE 1 END AS "hasDraft", CASE WHEN page.published IS NULL THEN 0 ELSE 1 END AS "hasPublished", page.source_created AS "sourceCreated", page.created_by AS "createdBy", created_by.id AS "createdById", created_by.name AS "createdByName", page.updated_by AS "updatedBy", updated_by.id AS "updatedById", updated_by.name AS "updatedByName", page.source_created_by AS "sourceCreatedBy", source_created_by.id AS "sourceCreatedById", source_created_by.name AS "sourceCreatedByName" FROM page JOIN documentation ON documentation.id = page.documentation_id LEFT JOIN account AS created_by ON created_by.email = page.created_by LEFT JOIN account AS updated_by ON updated_by.email = page.updated_by LEFT JOIN account AS source_created_by ON source_created_by.email = page.source_created_by WHERE documentation.version_id = ? AND lower(page.created_by) = ? ORDER BY documentation.ordr, documentation.id, page.id
SELECT id, title, slug, settings, ordr, published, created, updated, (SELECT max(page.updated) FROM page WHERE page.documentation_id = documentation.id) AS "pagesUpdated" FROM documentation WHERE version_id = ? ORDER BY ordr, id
INSERT INTO section (id, version_id, page_id, reference_id, title, content, fragment) VALUES (?, ?, ?, ?, ?, ?, ?)
SELECT id FROM section WHERE page_id = ?
SELECT id FROM section WHERE reference_id = ?
SELECT id, title, content, fragment FROM section WHERE page_id = ? ORDER BY id
SELECT id, title, content, fragment FROM section WHERE reference_id = ? ORDER BY id
DELETE FROM section WHERE id = ?
SELECT section.id, section.title, section.content, section.fragment, version.slug AS "versionSlug", version.name AS "versionName", page.id AS "pageId", page.title AS "pageTitle", page.slug AS "pageSlug", coalesce(documentation.title, reference.title) AS "parentTitle", coalesce(documentation.slug, reference.slug) AS "parentSlug" FROM section JOIN version ON version.id = section.version_id LEFT JOIN page ON page.id = section.page_id LEFT JOIN documentation ON documentation.id = page.documentation_id LEFT JOIN reference ON reference.id = section.reference_id WHERE section.id = ?
SELECT value FROM setting WHERE name = 'title'
INSERT INTO setting (value, name) VALUES (?, 'title')
UPDATE setting SET value = ? WHERE name = 'title'
SELECT name, value FROM variable
SELECT name, value FROM variable WHERE name IN (?, ?)
INSERT INTO variable (value, name) VALUES (?, ?)
UPDATE variable SET value = ? WHERE name = ?
SELECT name, value FROM synced_block
SELECT name, value FROM synced_block WHERE name IN (?, ?)
INSERT INTO synced_block (value, name) VALUES (?, ?)
UPDATE synced_block SET value = ? WHERE name = ?
WITH place (version, section, page) AS (VALUES (?, ?, ?), (?, ?, ?)) SELECT place.version AS "versionSlug", place.section AS "sectionSlug", place.page AS "pageSlug", version.id AS "versionId", version.published AS "versionPublished", page.title AS "pageTitle", documentation.title AS "documentationTitle", documentation.published AS "documentationPublished", reference.title AS "referenceTitle", CASE WHEN reference.published IS NULL THEN 0 ELSE reference.is_published END AS "referencePublished", page.listed, page.header, CASE WHEN page.draft IS NULL THEN NULL ELSE 1 END AS "draft", CASE WHEN page.published IS NULL THEN NULL ELSE 1 END AS "published" FROM place JOIN version ON version.slug = place.version LEFT JOIN documentation ON documentation.version_id = version.id AND documentation.slug = place.section LEFT JOIN reference ON reference.version_id = version.id AND reference.slug = place.section LEFT JOIN page ON page.documentation_id = documentation.id AND page.slug = place.page
SELECT slug, title, listed, header, CASE WHEN page.draft IS NULL THEN NULL ELSE 1 END AS "draft", CASE WHEN page.published IS NULL THEN NULL ELSE 1 END AS "published" FROM page WHERE parent_id = ? ORDER BY position, id
SELECT id, slug, name, published, ordr, created, updated FROM version ORDER BY ordr, id
SELECT id, slug, name, published, ordr, created, updated FROM version WHERE id = ?
SELECT id, slug, name, published, ordr, created, updated FROM version WHERE slug = ?
SELECT max(ordr) AS ordr FROM version
SELECT id FROM documentation WHERE version_id = ? AND published = 1 UNION SELECT id FROM reference WHERE version_id = ? AND published IS NOT NULL AND is_published = 1 LIMIT 1
INSERT INTO version (id, slug, name, published, ordr, created, updated) VALUES (?, ?, ?, ?, ?, ?, ?)
UPDATE version SET slug = ?, name = ?, published = ?, updated = ? WHERE id = ?
SELECT max(id) AS id FROM audit
SELECT id, documentation_id AS "documentationId", slug, title, listed, header, CASE WHEN draft IS NULL THEN NULL ELSE 1 END AS "draft", CASE WHEN published IS NULL THEN NULL ELSE 1 END AS "published", category_id AS "categoryId", parent_id AS "parentId", position FROM page ORDER BY position, id
SELECT id, changelog_id AS "changelogId", slug, title, published, created FROM changelog_post
SELECT published FROM page WHERE id = ?
SELECT published FROM reference WHERE id = ?

-- sqlite
INSERT INTO section_text (rowid, title, content) VALUES (?, ?, ?)
DELETE FROM section_text WHERE rowid = ?

-- postgresql
INSERT INTO section_text (id, title, content, words) VALUES (?, ?, ?, array_to_tsvector(string_to_array(?, ' ')))
INSERT INTO section_text (id, title, content, words) SELECT ?, title, content, words FROM section_text WHERE id = ?
DELETE FROM section_text WHERE id = ?
