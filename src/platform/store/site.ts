import type { StoreCore } from './core.ts';
import { REFERENCES, type ReferenceSummaryRow } from './statements/references.ts';
import { PROJECT_TITLE, SYNCED_BLOCKS, VARIABLES } from './statements/shared.ts';
import { SITE, type SitePageRow } from './statements/site.ts';
import {
  DOCUMENTATIONS,
  NAV_MARKS,
  VERSIONS,
  type DocumentationRow,
  type NavMarkRow,
  type VersionRow,
} from './statements/structure.ts';

/** The whole project without its texts, as one state. Who may see what of it is not decided here. */
export interface SiteOutline {
  readonly change: number;
  /** `null`: nobody gave it one. */
  readonly title: string | null;
  readonly versions: readonly VersionRow[];
  readonly documentations: readonly DocumentationRow[];
  readonly references: readonly ReferenceSummaryRow[];
  /** In the order of their positions. */
  readonly pages: readonly SitePageRow[];
  readonly marks: readonly NavMarkRow[];
  readonly variables: ReadonlyMap<string, string>;
  readonly syncedBlocks: ReadonlyMap<string, string>;
}

/** What the reader site shows. */
export class SiteStore {
  readonly #core: StoreCore;

  constructor(core: StoreCore) {
    this.#core = core;
  }

  /** Changes whenever anything of the project does: each change has an entry in the audit log. */
  change(): Promise<number> {
    return this.#core.read(async (sql) => (await sql.get(SITE.lastChange))?.id ?? 0);
  }

  outline(): Promise<SiteOutline> {
    return this.#core.read(async (sql) => {
      const pairs = async (statements: typeof VARIABLES) =>
        new Map((await sql.all(statements.all)).map(({ name, value }) => [name, value]));
      return {
        change: (await sql.get(SITE.lastChange))?.id ?? 0,
        title: (await sql.get(PROJECT_TITLE.read))?.value ?? null,
        versions: await sql.all(VERSIONS.all),
        documentations: await sql.all(DOCUMENTATIONS.all),
        references: await sql.all(REFERENCES.summaries),
        pages: await sql.all(SITE.pages),
        marks: await sql.all(NAV_MARKS.all),
        variables: await pairs(VARIABLES),
        syncedBlocks: await pairs(SYNCED_BLOCKS),
      };
    });
  }

  /** The published text of a page; `null`: there is none. */
  async text(pageId: number): Promise<string | null> {
    const row = await this.#core.read((sql) => sql.get(SITE.published, pageId));
    return row?.published ?? null;
  }

  /** The published definition of a reference as it was sent; `null`: there is none. */
  async definition(referenceId: number): Promise<string | null> {
    const row = await this.#core.read((sql) => sql.get(SITE.definition, referenceId));
    return row?.published ?? null;
  }
}
