/**
 * The contents of a version, as today's revision of the platform lists them: `api/today.yaml`,
 * "Documentation", "VersionReportPage", "BrokenLink".
 */
import type { DocumentationId, Instant, PageId, Slug } from './ids.ts';

/** A documentation of a version. */
export interface Documentation {
  readonly id: DocumentationId;
  readonly title: string;
  readonly slug: Slug;
  readonly description: string | null;
  readonly created: Instant;
  readonly updated: Instant;
  /** When a page in it was last changed. `null`: never, or the platform did not say. */
  readonly pagesUpdated: Instant | null;
  readonly ordr: number;
  /** Whether readers see it if its version is published. */
  readonly published: boolean;
}

/** Somebody who created or changed a page. Each field is `null` if it is unknown. */
export interface Author {
  readonly id: number | null;
  readonly email: string | null;
  readonly name: string | null;
}

/** A page in the report of a version. */
export interface ReportedPage {
  readonly id: PageId;
  readonly title: string;
  /** Whether it has unpublished changes. */
  readonly hasDraft: boolean;
  readonly listed: boolean;
  readonly created: Instant;
  readonly createdBy: Author;
  readonly updated: Instant;
  readonly updatedBy: Author;
  /** The date of the original page, if this one was copied by cloning a version; otherwise the same as `created`. */
  readonly sourceCreated: Instant;
  readonly sourceCreatedBy: Author;
}

/** A link that is broken, or leads elsewhere than its author meant. */
export interface BrokenLink {
  /** `error` or `warning`; more may be added. */
  readonly severity: string;
  /** The kind of fault, such as `broken_link`; more may be added. */
  readonly issue: string;
  /** The platform's explanation. */
  readonly message: string;
  /** Whether it was found in an unpublished text. */
  readonly isDraft: boolean;
  readonly page: { readonly id: PageId; readonly title: string };
  readonly link: {
    readonly text: string | null;
    readonly href: string | null;
    /** `page`, `ref` or `external`; more may be added. */
    readonly type: string;
    readonly fragment: string | null;
    readonly targetId: number | null;
  };
  readonly target: { readonly title: string | null; readonly section: string | null };
}
