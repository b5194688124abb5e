import { notFound } from '../refusal.ts';
import { sees, type VisibleVersions } from './actor.ts';
import type { StoreCore } from './core.ts';
import { PAGES, type PageSummaryRow } from './statements/pages.ts';
import { REFERENCES, type ReferenceSummaryRow } from './statements/references.ts';
import {
  DOCUMENTATIONS,
  VERSIONS,
  type DocumentationRow,
  type VersionRow,
} from './statements/structure.ts';
import { defaultVersion } from './versions.ts';

export interface InventoryQuery {
  readonly published: boolean;
  readonly version: number | 'latest' | undefined;
}

export interface Inventory {
  readonly versions: readonly VersionRow[];
  readonly documentations: readonly DocumentationRow[];
  readonly references: readonly ReferenceSummaryRow[];
  readonly pages: readonly PageSummaryRow[];
}

/** Everything that a caller may see, as one state of the database (contract, "Get all resources"). */
export class InventoryStore {
  readonly #core: StoreCore;

  constructor(core: StoreCore) {
    this.#core = core;
  }

  read({ published, version }: InventoryQuery, scope: VisibleVersions): Promise<Inventory> {
    return this.#core.read(async (sql) => {
      const visible = (await sql.all(VERSIONS.all)).filter(({ id }) => sees(scope, id));
      const versions = chosen(visible, version).filter(
        (each) => !published || each.published === 1,
      );
      const versionIds = new Set(versions.map(({ id }) => id));
      const documentations = (await sql.all(DOCUMENTATIONS.all)).filter(
        (each) => versionIds.has(each.versionId) && (!published || each.published === 1),
      );
      const documentationIds = new Set(documentations.map(({ id }) => id));
      const references = (await sql.all(REFERENCES.summaries)).filter(
        ({ versionId, hasPublished }) =>
          versionIds.has(versionId) && (!published || hasPublished === 1),
      );
      const pages = (await sql.all(PAGES.summaries)).filter(
        ({ documentationId, hasPublished }) =>
          documentationIds.has(documentationId) && (!published || hasPublished === 1),
      );
      return { versions, documentations, references, pages };
    });
  }
}

function chosen(
  versions: readonly VersionRow[],
  wanted: InventoryQuery['version'],
): readonly VersionRow[] {
  if (wanted === undefined) return versions;
  const version =
    wanted === 'latest'
      ? (defaultVersion(versions) ?? versions[0])
      : versions.find(({ id }) => id === wanted);
  if (!version) throw notFound('Version');
  return [version];
}
