import type { PageTexts } from '../../model/local.ts';
import type { PageFormat } from '../../model/resources.ts';
import { WRITER } from '../../content/page/visibility.ts';
import { decodeBody, name, slugText, storableText } from '../decode/body.ts';
import { decodeQuery } from '../decode/query.ts';
import { queryText, named, integer, type Decoded, type FromText } from '../decode/value.ts';
import { invalid } from '../refusal.ts';
import { render } from '../render.ts';
import { readsAsListed, type Revision } from '../revision.ts';
import type { VisibleVersions } from '../store/actor.ts';
import type { PageStore } from '../store/pages.ts';
import type { PageRow } from '../store/statements/pages.ts';
import type { SurroundingsStore } from '../store/surroundings.ts';
import { json, type Call, type Reply } from './call.ts';

const LONGEST_TITLE = 1_000;
const LONGEST_MESSAGE = 10_000;

const ADDRESS = {
  version_id: integer,
  version_slug: queryText,
  documentation_id: integer,
  documentation_slug: queryText,
  page_slug: queryText,
};

const NEW_PAGE = {
  title: name(LONGEST_TITLE),
  slug: slugText,
  content: storableText,
  categoryTitle: name(LONGEST_TITLE),
  message: name(LONGEST_MESSAGE),
};

const PAGE_EDIT = {
  title: name(LONGEST_TITLE),
  slug: slugText,
  content: storableText,
  message: name(LONGEST_MESSAGE),
};

/** Contract, section 4, "Pages". */
export class PageRoutes {
  readonly #pages: PageStore;
  readonly #surroundings: SurroundingsStore;
  readonly #revision: Revision;
  readonly #format: FromText<PageFormat>;

  constructor(pages: PageStore, surroundings: SurroundingsStore, revision: Revision) {
    this.#pages = pages;
    this.#surroundings = surroundings;
    this.#revision = revision;
    this.#format = named(revision.pageFormats);
  }

  async createPage({ id, query, json: body, actor, scope }: Call): Promise<Reply> {
    decodeQuery(query, {});
    const { title, slug, content, categoryTitle, message } = decodeBody(body, NEW_PAGE);
    const given = { title, content };
    for (const field of this.#revision.pageNeeds) {
      if (given[field] === undefined) throw invalid(field, 'must be given');
    }
    const page = await this.#pages.create(
      integer(id, 'id'),
      { title, slug, content, categoryTitle, message: message ?? 'Created using API' },
      actor,
      scope,
    );
    return this.#encode(page);
  }

  async deletePage({ id, query, actor, scope }: Call): Promise<Reply> {
    decodeQuery(query, {});
    await this.#pages.remove(integer(id, 'id'), 'Deleted using API', actor, scope);
    return json({});
  }

  async publishPage({ id, query, actor, scope }: Call): Promise<Reply> {
    decodeQuery(query, {});
    const page = await this.#pages.publish(integer(id, 'id'), 'Published using API', actor, scope);
    return this.#encode(page);
  }

  async findPage({ query, scope }: Call): Promise<Reply> {
    const address = decodeQuery(query, { ...ADDRESS, format: this.#format });
    const page = await this.#pages.find(
      {
        version: oneOf(address, 'version'),
        documentation: oneOf(address, 'documentation'),
        slug: address.page_slug ?? missing('page_slug'),
      },
      scope,
    );
    return this.#reply(page, scope, address.format);
  }

  async readPage({ id, query, scope }: Call): Promise<Reply> {
    const { format } = decodeQuery(query, { format: this.#format });
    return this.#reply(await this.#pages.read(integer(id, 'id'), scope), scope, format);
  }

  async updatePage({ id, query, json: body, actor, scope }: Call): Promise<Reply> {
    decodeQuery(query, {});
    const { title, slug, content, message } = decodeBody(body, PAGE_EDIT);
    const page = await this.#pages.update(
      integer(id, 'id'),
      { title, slug, content, message: message ?? 'Updated using API' },
      actor,
      scope,
    );
    return this.#encode(page);
  }

  async #reply(
    page: PageRow,
    scope: VisibleVersions,
    format: PageFormat = 'darkdown',
  ): Promise<Reply> {
    return this.#encode(
      page,
      await render(page, format, this.#surroundings.around(page, { scope, reader: WRITER })),
    );
  }

  #encode(page: PageRow, { draft, published }: PageTexts = page): Reply {
    const { date } = this.#revision;
    const listed = { listed: page.listed === 1, hasPublished: page.published !== null };
    return json({
      id: page.id,
      listed: readsAsListed(this.#revision, listed),
      title: page.title,
      created: date(page.created),
      updated: date(page.updated),
      slug: page.slug,
      contentDraft: draft,
      contentPublished: published,
      path: `${page.versionSlug}/${page.documentationSlug}/${page.slug}`,
    });
  }
}

/** The id if both are given, because it is more specific. */
function oneOf(
  address: Decoded<typeof ADDRESS>,
  what: 'version' | 'documentation',
): { readonly id: number } | { readonly slug: string } {
  const id = address[`${what}_id`];
  if (id !== undefined) return { id };
  const slug = address[`${what}_slug`];
  if (slug !== undefined) return { slug };
  throw invalid(`${what}_id`, `this or ${what}_slug must be given`);
}

function missing(field: string): never {
  throw invalid(field, 'must be given');
}
