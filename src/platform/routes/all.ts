import { decodeQuery } from '../decode/query.ts';
import { queryBoolean, integer, type FromText } from '../decode/value.ts';
import { readsAsListed, type Revision } from '../revision.ts';
import type { InventoryStore } from '../store/inventory.ts';
import type { PageSummaryRow } from '../store/statements/pages.ts';
import { json, type Call, type Reply } from './call.ts';

const version: FromText<number | 'latest'> = (text, field) =>
  text === 'latest' ? text : integer(text, field);

/** Contract, section 4, "Get all resources". */
export class InventoryRoutes {
  readonly #inventory: InventoryStore;
  readonly #revision: Revision;

  constructor(inventory: InventoryStore, revision: Revision) {
    this.#inventory = inventory;
    this.#revision = revision;
  }

  async listAll({ query, scope }: Call): Promise<Reply> {
    const { published = false, versionId } = decodeQuery(query, {
      published: queryBoolean,
      versionId: version,
    });
    const asked = this.#revision.slugsInAll ? { published, version: versionId } : EVERYTHING;
    const found = await this.#inventory.read(asked, scope);
    return json({
      page: byId(found.pages, (page) => this.#page(page)),
      documentation: byId(found.documentations, (row) => this.#placed(row)),
      reference: byId(found.references, (row) => this.#placed(row)),
      version: byId(found.versions, ({ name, published, slug }) => ({
        name,
        published: published === 1,
        ...this.#slug(slug),
      })),
    });
  }

  #page({ title, updated, documentationId, listed, hasPublished }: PageSummaryRow): unknown {
    const page = { listed: listed === 1, hasPublished: hasPublished === 1 };
    return {
      title,
      updated: this.#revision.date(updated),
      documentationId,
      listed: readsAsListed(this.#revision, page),
    };
  }

  #placed({ title, versionId, slug }: Placed): unknown {
    return { title, versionId, ...this.#slug(slug) };
  }

  #slug(slug: string): { readonly slug?: string } {
    return this.#revision.slugsInAll ? { slug } : {};
  }
}

/** The whole project: for a revision that does not know the parameters of the query. */
const EVERYTHING = { published: false, version: undefined };

interface Placed {
  readonly title: string;
  readonly versionId: number;
  readonly slug: string;
}

const byId = <Row extends { readonly id: number }>(
  rows: readonly Row[],
  encode: (row: Row) => unknown,
): Record<number, unknown> => Object.fromEntries(rows.map((row) => [row.id, encode(row)]));
