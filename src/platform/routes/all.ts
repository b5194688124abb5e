import { formatInstant } from '../../model/instant.ts';
import { decodeQuery } from '../decode/query.ts';
import { queryBoolean, integer, type FromText } from '../decode/value.ts';
import type { InventoryStore } from '../store/inventory.ts';
import { json, type Call, type Reply } from './call.ts';

const version: FromText<number | 'latest'> = (text, field) =>
  text === 'latest' ? text : integer(text, field);

/** Contract, section 4, "Get all resources". */
export class InventoryRoutes {
  readonly #inventory: InventoryStore;

  constructor(inventory: InventoryStore) {
    this.#inventory = inventory;
  }

  async listAll({ query, scope }: Call): Promise<Reply> {
    const { published = false, versionId } = decodeQuery(query, {
      published: queryBoolean,
      versionId: version,
    });
    const found = await this.#inventory.read({ published, version: versionId }, scope);
    return json({
      page: byId(found.pages, ({ title, updated, documentationId, listed }) => ({
        title,
        updated: formatInstant(updated * 1000),
        documentationId,
        listed: listed === 1,
      })),
      documentation: byId(found.documentations, placed),
      reference: byId(found.references, placed),
      version: byId(found.versions, ({ name, published, slug }) => ({
        name,
        published: published === 1,
        slug,
      })),
    });
  }
}

interface Placed {
  readonly title: string;
  readonly versionId: number;
  readonly slug: string;
}

const placed = ({ title, versionId, slug }: Placed): Placed => ({ title, versionId, slug });

const byId = <Row extends { readonly id: number }>(
  rows: readonly Row[],
  encode: (row: Row) => unknown,
): Record<number, unknown> => Object.fromEntries(rows.map((row) => [row.id, encode(row)]));
