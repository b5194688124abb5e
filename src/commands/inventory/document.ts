import type { ReportedPage } from '../../model/inventory.ts';
import type { DocumentationId, Instant, ReferenceId, VersionId } from '../../model/ids.ts';

/** What `docs list --json` prints: `docs/json/list.schema.json`. */
export interface ProjectContents {
  readonly versions: readonly VersionContents[];
  readonly changelogs: readonly ListedChangelog[];
}

/** A changelog that the configuration names. */
export interface ListedChangelog {
  /** Its folder below `changelogs/`. */
  readonly path: string;
  readonly id: number;
  /** Null if the platform does not tell. */
  readonly posts: number | null;
}

/** The contents of a version. */
export interface VersionContents {
  readonly id: VersionId;
  readonly slug: string;
  readonly name: string;
  readonly published: boolean;
  readonly documentations: readonly ListedDocumentation[];
  readonly references: readonly {
    readonly id: ReferenceId;
    readonly title: string;
    /** Null if the platform does not tell. */
    readonly slug: string | null;
  }[];
}

/** Fields that the platform does not tell are null. */
export interface ListedDocumentation {
  readonly id: DocumentationId;
  readonly title: string;
  readonly slug: string | null;
  readonly pages: number;
  readonly published: boolean | null;
  /** When a page in it was last changed. */
  readonly pagesUpdated: Instant | null;
}

/** What `docs report --json` prints: `docs/json/report.schema.json`. */
export interface VersionReport {
  readonly version: string;
  /** All pages of the version, shown or not. */
  readonly total: number;
  readonly pages: readonly ReportLine[];
}

/** One page of the report. */
export interface ReportLine extends ReportedPage {
  /** `version/documentation/slug`, if the lock knows the page: the platform's report has no slugs. */
  readonly key: string | null;
}

/** What `docs links <page> --json` prints: `docs/json/links.schema.json`. */
export interface LinksTo {
  /** The key of the page. */
  readonly page: string;
  readonly links: readonly LinkTo[];
}

/** A link to the page, in a file. */
export interface LinkTo {
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /** As it is written in the file. */
  readonly href: string;
  /** The key of the page that contains it. */
  readonly from: string;
}
