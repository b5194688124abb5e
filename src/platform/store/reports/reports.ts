import type { VisibleVersions } from '../actor.ts';
import type { StoreCore } from '../core.ts';
import { REPORTS, type DocumentationSummaryRow, type ReportRow } from '../statements/reports.ts';
import { findVersion } from '../versions.ts';

/** What a version contains, for its maintainers. */
export class ReportStore {
  readonly #core: StoreCore;

  constructor(core: StoreCore) {
    this.#core = core;
  }

  /** In their order. */
  documentations(
    versionId: number,
    scope: VisibleVersions,
  ): Promise<readonly DocumentationSummaryRow[]> {
    return this.#core.read(async (sql) => {
      const { id } = await findVersion(sql, { id: versionId }, scope);
      return sql.all(REPORTS.documentations, id);
    });
  }

  /**
   * A row for each page.
   * @param createdBy only pages that the user with this email address created, ignoring case; `undefined`: all
   */
  pages(
    versionId: number,
    createdBy: string | undefined,
    scope: VisibleVersions,
  ): Promise<readonly ReportRow[]> {
    return this.#core.read(async (sql) => {
      const { id } = await findVersion(sql, { id: versionId }, scope);
      return createdBy === undefined
        ? sql.all(REPORTS.pages, id)
        : sql.all(REPORTS.pagesCreatedBy, id, createdBy.toLowerCase());
    });
  }
}
