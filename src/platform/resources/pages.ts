/** Pages and the transitions of their draft and published content (docs/service.md, "Pages"). */
import { around } from './surroundings-queries.ts';
import { WRITER } from '../../content/page/visibility.ts';
import { slugOfTitle } from '../../content/slug.ts';
import type { PageTexts } from '../../model/local.ts';
import type { PageFormat } from '../../model/resources.ts';
import { takeId } from '../database/schema.ts';
import { type Sql, statement } from '../database/sql.ts';
import { chooseSlug } from '../peculiar.ts';
import { Refusal, invalid, notFound } from '../refusal.ts';
import { render } from '../render.ts';
import { type Call, type Handlers, type ProjectRules, type Reply, json } from '../request/call.ts';
import {
  type Decoded,
  decodeBody,
  decodeQuery,
  integer,
  visibleText,
  named,
  queryText,
  slugText,
  storableText,
} from '../request/decode.ts';
import { type Revision, listedInApi } from '../revision.ts';
import {
  type Actor,
  type Policy,
  type Store,
  type VisibleVersions,
  type WriteTransaction,
  sees,
  userOf,
} from '../store.ts';
import { recordAudit } from './audit.ts';
import {
  DOCUMENTATIONS,
  type DocumentationRow,
  NAV_MARKS,
  nextPosition,
} from './documentations.ts';
import { type PreparedPage, indexPage, preparePage, unindexPage } from './sections.ts';
import { findVersion } from './versions.ts';

export interface PageRow {
  readonly id: number;
  readonly documentationId: number;
  readonly documentationSlug: string;
  readonly versionId: number;
  readonly versionSlug: string;
  readonly slug: string;
  readonly title: string;
  readonly listed: number;
  /** JSON object: the other fields of its file's header. */
  readonly header: string;
  readonly created: number;
  readonly updated: number;
  readonly draft: string | null;
  readonly published: string | null;
}

export interface PageSummaryRow {
  readonly id: number;
  readonly documentationId: number;
  readonly slug: string;
  readonly title: string;
  readonly updated: number;
  readonly listed: number;
  readonly hasPublished: number;
}

const SELECT = `
  SELECT page.id, page.slug, page.title, page.listed, page.header, page.created, page.updated, page.draft, page.published,
    documentation.id AS "documentationId", documentation.slug AS "documentationSlug",
    version.id AS "versionId", version.slug AS "versionSlug"
  FROM page
  JOIN documentation ON documentation.id = page.documentation_id
  JOIN version ON version.id = documentation.version_id`;

export const PAGES = {
  byId: statement<PageRow>(`${SELECT} WHERE page.id = ?`),
  bySlug: statement<PageRow>(`${SELECT} WHERE page.documentation_id = ? AND page.slug = ?`),
  all: statement<PageRow>(`${SELECT} ORDER BY page.id`),
  /** Published pages of a version that search does not know. */
  unindexed: statement<{ readonly id: number }>(`
    SELECT page.id FROM page JOIN documentation ON documentation.id = page.documentation_id
    WHERE documentation.version_id = ? AND page.published IS NOT NULL
      AND NOT EXISTS (SELECT 1 FROM section WHERE section.page_id = page.id) ORDER BY page.id`),
  summaries: statement<PageSummaryRow>(`
    SELECT id, documentation_id AS "documentationId", slug, title, updated, listed,
      CASE WHEN published IS NULL THEN 0 ELSE 1 END AS "hasPublished"
    FROM page ORDER BY id`),
  withSlug: statement<{ readonly id: number }>(
    'SELECT id FROM page WHERE documentation_id = ? AND slug = ?',
  ),
  slugsLike: statement<{ readonly id: number; readonly slug: string }>(
    String.raw`SELECT id, slug FROM page WHERE documentation_id = ? AND slug LIKE ? ESCAPE '\'`,
  ),
  /**
   * Listed, unpublished, without a parent, its own source. Values: id, documentation, slug, title,
   * category, position, draft, three times now, three times the user.
   */
  insert: statement(`
    INSERT INTO page (id, documentation_id, slug, title, category_id, position, draft, created, updated, source_created,
      created_by, updated_by, source_created_by, listed, parent_id, header, published)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 1, NULL, '{}', NULL)`),
  update: statement(
    'UPDATE page SET title = ?, slug = ?, draft = ?, updated = ?, updated_by = ? WHERE id = ?',
  ),
  publish: statement(`
    UPDATE page SET published = coalesce(draft, published), draft = NULL, updated = ?, updated_by = ?
    WHERE id = ?`),
  hasChildren: statement<{ readonly id: number }>(
    'SELECT id FROM page WHERE parent_id = ? LIMIT 1',
  ),
  removeHistory: statement('DELETE FROM history WHERE page_id = ?'),
  remove: statement('DELETE FROM page WHERE id = ?'),
  addHistory: statement(
    'INSERT INTO history (id, page_id, at, message, author) VALUES (?, ?, ?, ?, ?)',
  ),
};

export interface NewPage {
  readonly title: string | undefined;
  readonly slug: string | undefined;
  readonly content: string | undefined;
  readonly categoryTitle: string | undefined;
  readonly message: string;
}

export interface PageEdit {
  readonly title: string | undefined;
  /** `undefined`: derived from the title, as for a new page (docs/service.md, "Slugs"). */
  readonly slug: string | undefined;
  readonly content: string | undefined;
  readonly message: string;
}

/** If id and slug are both given, they must mean the same version or documentation. */
type Selector =
  | { readonly id: number; readonly slug: string | undefined }
  | { readonly slug: string };

export interface PageSelector {
  readonly version: Selector;
  readonly documentation: Selector;
  readonly slug: string;
}

const UNTITLED = 'Untitled';

export function pageById(store: Store, id: number, scope: VisibleVersions): Promise<PageRow> {
  return store.read((sql) => findPage(sql, id, scope));
}

export function findPageAt(
  store: Store,
  address: PageSelector,
  scope: VisibleVersions,
): Promise<PageRow> {
  return store.read(async (sql) => {
    const version = await findVersion(sql, address.version, scope);
    requireSame(address.version.slug, version.slug, 'version');
    const { documentation } = address;
    const found =
      'id' in documentation
        ? await sql.get(DOCUMENTATIONS.byId, documentation.id)
        : await sql.get(DOCUMENTATIONS.bySlug, version.id, documentation.slug);
    if (found?.versionId !== version.id) throw notFound('Documentation');
    requireSame(documentation.slug, found.slug, 'documentation');
    const page = await sql.get(PAGES.bySlug, found.id, address.slug);
    if (!page) throw notFound('Page');
    return page;
  });
}

function requireSame(given: string | undefined, slug: string, what: string): void {
  if (given === undefined || given === slug) return;
  throw invalid(`${what}_slug`, `is not the slug of ${what}_id`);
}

/** In the order of their creation, with their texts, so only for small projects. */
export function allPages(store: Store): Promise<readonly PageRow[]> {
  return store.read((sql) => sql.all(PAGES.all));
}

export function createPage(
  store: Store,
  documentationId: number,
  page: NewPage,
  actor: Actor,
  scope: VisibleVersions,
): Promise<PageRow> {
  const draft = store.policy.storedBody(page.content ?? '');
  return store.change(actor, async (change) => {
    const { sql, at } = change;
    const documentation = await sql.get(DOCUMENTATIONS.byId, documentationId);
    if (!documentation || !sees(scope, documentation.versionId)) throw notFound('Documentation');
    const category =
      page.categoryTitle === undefined
        ? null
        : await findCategory(sql, documentation, page.categoryTitle);
    const title = page.title ?? UNTITLED;
    const asked = { documentationId, explicit: page.slug, title, self: null };
    const slug = await pageSlug(sql, store.policy, asked);
    const id = await takeId(sql, 'page');
    const position = await nextPosition(sql, documentationId, category);
    const place = [id, documentationId, slug, title, category, position];
    const user = userOf(actor);
    await sql.run(PAGES.insert, ...place, draft, at, at, at, user, user, user);
    const made = { id, versionId: documentation.versionId };
    await record(change, made, 'INS', page.message, { title, slug, documentationId });
    return findPage(sql, id, scope);
  });
}

export async function updatePage(
  store: Store,
  id: number,
  edit: PageEdit,
  actor: Actor,
  scope: VisibleVersions,
): Promise<PageRow> {
  const content = edit.content === undefined ? null : store.policy.storedBody(edit.content);
  const prepare = async () =>
    edit.title === undefined ? null : prepareTitle(store, id, edit.title, scope);
  return store.changeWith(actor, prepare, async (change, prepared) => {
    const { sql, at } = change;
    const before = await findPage(sql, id, scope);
    const title = edit.title ?? before.title;
    const asked = { documentationId: before.documentationId, explicit: edit.slug, title, self: id };
    const slug = await pageSlug(sql, store.policy, asked);
    const draft = content ?? before.draft;
    await sql.run(
      PAGES.update,
      title,
      slug,
      draft,
      store.policy.dateOf(at, before.updated),
      userOf(actor),
      id,
    );
    await record(change, before, 'UPD', edit.message, {
      ...changed('title', before.title, title),
      ...changed('slug', before.slug, slug),
      ...(draft === before.draft ? {} : { content: 'draft' }),
    });
    const after = await findPage(sql, id, scope);
    if (title !== before.title) await index(store, sql, after, prepared);
    return after;
  });
}

/** Publishes the draft. If there is none, the published content stays as it is. */
export async function publishPage(
  store: Store,
  id: number,
  message: string,
  actor: Actor,
  scope: VisibleVersions,
): Promise<PageRow> {
  const prepare = async () => {
    const page = await pageById(store, id, scope);
    return preparePage(store, { ...page, published: page.draft ?? page.published });
  };
  return store.changeWith(actor, prepare, async (change, prepared) => {
    const { sql, at } = change;
    const before = await findPage(sql, id, scope);
    const updated = store.policy.dateOf(at, before.updated);
    await sql.run(PAGES.publish, updated, userOf(actor), id);
    await record(change, before, 'UPD', message, { content: 'published' });
    const after = await findPage(sql, id, scope);
    await index(store, sql, after, prepared);
    return after;
  });
}

/**
 * Permanently removes the page, its texts, its history, its place in the navigation and its
 * sections in search. Links to it stay unchanged.
 * @throws Refusal `invalid` if the page has subpages
 */
export function removePage(
  store: Store,
  id: number,
  message: string,
  actor: Actor,
  scope: VisibleVersions,
): Promise<void> {
  return store.change(actor, async (change) => {
    const { sql } = change;
    const { title, slug, versionId } = await findPage(sql, id, scope);
    if (await sql.get(PAGES.hasChildren, id)) {
      throw new Refusal('invalid', 'General Exception: the page has subpages: delete them first');
    }
    await unindexPage(sql, store.database.sections, id);
    await sql.run(PAGES.removeHistory, id);
    await sql.run(PAGES.remove, id);
    await recordAudit(change, {
      entity: 'page',
      entityId: id,
      versionId,
      operation: 'DEL',
      message,
      details: { title, slug },
    });
  });
}

/** What search finds of the page once it has this title; `null`: the same as now. */
async function prepareTitle(
  store: Store,
  id: number,
  title: string,
  scope: VisibleVersions,
): Promise<PreparedPage | null> {
  const page = await pageById(store, id, scope);
  return page.title === title ? null : preparePage(store, { ...page, title });
}

async function index(
  store: Store,
  sql: Sql,
  page: PageRow,
  prepared: PreparedPage | null,
): Promise<void> {
  if (page.published === null) return;
  await indexPage(sql, store.database.sections, page, prepared);
}

/** The slug for a page in a documentation. `self` is the page that is being changed, whose own slug does not count as taken. */
const pageSlug = (
  sql: Sql,
  { takenSlugs }: Policy,
  asked: {
    readonly documentationId: number;
    readonly explicit: string | undefined;
    readonly title: string;
    readonly self: number | null;
  },
): Promise<string> =>
  chooseSlug(takenSlugs, {
    explicit: asked.explicit,
    derived: slugOfTitle(asked.title),
    place: 'documentation',
    isTaken: async (slug) => {
      const holder = await sql.get(PAGES.withSlug, asked.documentationId, slug);
      return holder !== undefined && holder.id !== asked.self;
    },
    slugsLike: async (pattern) =>
      (await sql.all(PAGES.slugsLike, asked.documentationId, pattern))
        .filter(({ id }) => id !== asked.self)
        .map(({ slug }) => slug),
  });

async function findPage(sql: Sql, id: number, scope: VisibleVersions): Promise<PageRow> {
  const page = await sql.get(PAGES.byId, id);
  if (!page || !sees(scope, page.versionId)) throw notFound('Page');
  return page;
}

async function findCategory(
  sql: Sql,
  documentation: DocumentationRow,
  title: string,
): Promise<number> {
  const marks = await sql.all(NAV_MARKS.ofDocumentation, documentation.id);
  const categories = marks.filter(({ kind }) => kind === 'category');
  const wanted = title.toLowerCase();
  const found = categories.find((category) => category.title.toLowerCase() === wanted);
  if (found) return found.id;
  const names = categories.map((category) => `"${category.title}"`).join(', ');
  throw invalid(
    'categoryTitle',
    `no category "${title}" in "${documentation.title}"; ${names ? `there are ${names}` : 'it has none'}`,
  );
}

const changed = (field: string, from: string, to: string): Record<string, unknown> =>
  from === to ? {} : { [field]: { from, to } };

/** Writes the history message and the audit entry of one change. */
async function record(
  change: WriteTransaction,
  { id, versionId }: Pick<PageRow, 'id' | 'versionId'>,
  operation: 'INS' | 'UPD',
  message: string,
  details: Readonly<Record<string, unknown>>,
): Promise<void> {
  const { sql, at, actor } = change;
  await sql.run(PAGES.addHistory, await takeId(sql, 'history'), id, at, message, actor.name);
  await recordAudit(change, {
    entity: 'page',
    entityId: id,
    versionId,
    operation,
    message,
    details,
  });
}

const MAX_TITLE_LENGTH = 1_000;
const MAX_MESSAGE_LENGTH = 10_000;

const ADDRESS = {
  version_id: integer,
  version_slug: queryText,
  documentation_id: integer,
  documentation_slug: queryText,
  page_slug: queryText,
};

const NEW_PAGE = {
  title: visibleText(MAX_TITLE_LENGTH),
  slug: slugText,
  content: storableText,
  categoryTitle: visibleText(MAX_TITLE_LENGTH),
  message: visibleText(MAX_MESSAGE_LENGTH),
};

const PAGE_EDIT = {
  title: visibleText(MAX_TITLE_LENGTH),
  slug: slugText,
  content: storableText,
  message: visibleText(MAX_MESSAGE_LENGTH),
};

/** docs/service.md, "Pages". */
export const pageRoutes = (
  store: Store,
  { revision }: ProjectRules,
): Handlers<
  'createPage' | 'deletePage' | 'publishPage' | 'findPage' | 'readPage' | 'updatePage'
> => {
  const format = named(revision.pageFormats);
  return {
    async createPage({ id, query, json: body, actor, scope }: Call) {
      decodeQuery(query, {});
      const { title, slug, content, categoryTitle, message } = decodeBody(body, NEW_PAGE);
      const given = { title, content };
      for (const field of revision.pageNeeds) {
        if (given[field] === undefined) throw invalid(field, 'must be given');
      }
      const page = await createPage(
        store,
        integer(id, 'id'),
        { title, slug, content, categoryTitle, message: message ?? 'Created using API' },
        actor,
        scope,
      );
      return encode(revision, page);
    },

    async deletePage({ id, query, actor, scope }: Call) {
      decodeQuery(query, {});
      await removePage(store, integer(id, 'id'), 'Deleted using API', actor, scope);
      return json({});
    },

    async publishPage({ id, query, actor, scope }: Call) {
      decodeQuery(query, {});
      const page = await publishPage(store, integer(id, 'id'), 'Published using API', actor, scope);
      return encode(revision, page);
    },

    async findPage({ query, scope }: Call) {
      const address = decodeQuery(query, { ...ADDRESS, format });
      const page = await findPageAt(
        store,
        {
          version: oneOf(address, 'version'),
          documentation: oneOf(address, 'documentation'),
          slug: address.page_slug ?? missing('page_slug'),
        },
        scope,
      );
      return reply(store, revision, page, scope, address.format);
    },

    async readPage({ id, query, scope }: Call) {
      const asked = decodeQuery(query, { format });
      const page = await pageById(store, integer(id, 'id'), scope);
      return reply(store, revision, page, scope, asked.format);
    },

    async updatePage({ id, query, json: body, actor, scope }: Call) {
      decodeQuery(query, {});
      const { title, slug, content, message } = decodeBody(body, PAGE_EDIT);
      const page = await updatePage(
        store,
        integer(id, 'id'),
        { title, slug, content, message: message ?? 'Updated using API' },
        actor,
        scope,
      );
      return encode(revision, page);
    },
  };
};

async function reply(
  store: Store,
  revision: Revision,
  page: PageRow,
  scope: VisibleVersions,
  format: PageFormat = 'darkdown',
): Promise<Reply> {
  return encode(
    revision,
    page,
    await render(page, format, around(store, page, { scope, reader: WRITER })),
  );
}

function encode(revision: Revision, page: PageRow, { draft, published }: PageTexts = page): Reply {
  const { date } = revision;
  const listed = { listed: page.listed === 1, hasPublished: page.published !== null };
  return json({
    id: page.id,
    listed: listedInApi(revision, listed),
    title: page.title,
    created: date(page.created),
    updated: date(page.updated),
    slug: page.slug,
    contentDraft: draft,
    contentPublished: published,
    path: `${page.versionSlug}/${page.documentationSlug}/${page.slug}`,
  });
}

function oneOf(address: Decoded<typeof ADDRESS>, what: 'version' | 'documentation'): Selector {
  const id = address[`${what}_id`];
  const slug = address[`${what}_slug`];
  if (id !== undefined) return { id, slug };
  if (slug !== undefined) return { slug };
  throw invalid(`${what}_id`, `this or ${what}_slug must be given`);
}

function missing(field: string): never {
  throw invalid(field, 'must be given');
}
