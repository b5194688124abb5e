/** The platform's resources, decoded (docs/service.md, "Resources"). */
import type { Moment } from './time.ts';
import type { DocumentationId, Instant, PageId, ReferenceId, Slug, VersionId } from './ids.ts';

/** A form in which the platform returns a body. */
export type PageFormat = 'darkdown' | 'markdown' | 'html' | 'text';

/** When an answer was made. */
export interface AnswerTimes {
  /**
   * The time on the platform's clock when it answered: ms since 1970. Undefined if the answer had
   * no date.
   */
  readonly answeredAt?: number | undefined;
  /** When the request was sent, after all waits. The answer is at least as new as that. */
  readonly sentAt: Moment;
}

/** A page as `GET /page` answers it. */
export interface Page extends AnswerTimes {
  readonly id: PageId;
  readonly listed: boolean;
  readonly title: string;
  readonly created: Instant;
  readonly updated: Instant;
  readonly slug: Slug;
  /** `null`: no unpublished draft. `undefined`: the page must be read (docs/service.md, "Pages"). */
  readonly contentDraft: string | null | undefined;
  /** `null`: the page was never published. */
  readonly contentPublished: string | null | undefined;
  readonly path: string;
}

/** A version as the platform lists it. */
export interface Version {
  readonly id: VersionId;
  readonly published: boolean;
  readonly name: string;
  readonly created: Instant;
  readonly updated: Instant;
  readonly slug: Slug;
  readonly ordr: number;
}

/** An API reference: a definition in a version. */
export interface Reference {
  readonly id: ReferenceId;
  readonly title: string;
  readonly created: Instant;
  readonly updated: Instant;
  readonly slug: Slug;
  readonly ordr: number;
}

export type UserRole = 'ADMIN' | 'PUBLISHER' | 'WRITER' | 'REVIEWER';

/** A member of the project. */
export interface User {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  readonly role: UserRole;
  readonly lastActiveAt: Instant | null;
}

/** A reader who may open a protected site, and until when. */
export interface ReaderAccess {
  readonly email: string;
  /** `null`: never. */
  readonly expiresAt: Instant | null;
  readonly created: Instant;
  /** `null`: not revoked. */
  readonly revoked: Instant | null;
}

/** The scopes by which the audit log can be filtered. */
export const AUDIT_SCOPES = ['content', 'users', 'hosting', 'security', 'plan', 'other'] as const;
export type AuditScope = (typeof AUDIT_SCOPES)[number];

/** The kinds of things that the audit log reports changes of. */
export const AUDIT_ENTITIES = [
  'page',
  'documentation',
  'reference',
  'version',
  'project',
  'landing-page',
  'index',
  'project-import',
  'project-user',
] as const;
export type AuditEntity = (typeof AUDIT_ENTITIES)[number];

/** The operations that the audit log reports. */
export const AUDIT_OPERATIONS = ['INS', 'UPD', 'DEL', 'READ', 'ADD', 'REM'] as const;
export type AuditOperation = (typeof AUDIT_OPERATIONS)[number];

/** The same in words. */
export const AUDIT_WORDS: Readonly<Record<AuditOperation, string>> = {
  INS: 'create',
  UPD: 'update',
  DEL: 'delete',
  READ: 'read',
  ADD: 'add',
  REM: 'remove',
};

export interface AuditEntry {
  readonly ipAddress: string;
  readonly entity: AuditEntity;
  readonly entityId: string;
  readonly details: Readonly<Record<string, unknown>>;
  readonly scope: AuditScope;
  readonly message: string;
  readonly operation: AuditOperation;
  readonly timestamp: Instant;
  /** Empty: the platform did not say. */
  readonly user: string;
  /** `null`: the platform did not say. */
  readonly apiKey: boolean | null;
}

/** One page of the audit log, and the cursor of the next. */
export interface AuditPage {
  readonly data: readonly AuditEntry[];
  readonly count: number;
  readonly total: number;
  /** `null`: there are no more. */
  readonly cursor: string | null;
}

/** A page in the answer of `GET /all`. */
export interface PageSummary {
  readonly title: string;
  readonly updated: Instant;
  readonly documentationId: DocumentationId;
  readonly listed: boolean;
}

/** `slug`, here and in the next two types, is missing in today's revision (docs/service.md, "Resources"). */
export interface DocumentationSummary {
  readonly title: string;
  readonly versionId: VersionId;
  readonly slug: Slug | undefined;
}

/** A reference has the same fields. */
export type ReferenceSummary = DocumentationSummary;

/** A version in the answer of `GET /all`. */
export interface VersionSummary {
  readonly name: string;
  readonly published: boolean;
  readonly slug: Slug | undefined;
}

/** The answer of `GET /all`: everything that the key may see, without slugs of pages and without contents. */
export interface AllResources {
  readonly pages: ReadonlyMap<PageId, PageSummary>;
  readonly documentations: ReadonlyMap<DocumentationId, DocumentationSummary>;
  readonly references: ReadonlyMap<ReferenceId, ReferenceSummary>;
  readonly versions: ReadonlyMap<VersionId, VersionSummary>;
}

/** One place that search found. */
export interface SearchHit {
  readonly content: string;
  readonly title: string;
  readonly sectionType: 'doc' | 'ref';
  readonly version: string;
  readonly section: string;
  readonly page: string;
  readonly pageId: number | null;
  readonly fragment: string | null;
  /** `/version/section/page#fragment` */
  readonly path: string;
}

/** One page of what search found. */
export interface SearchResult {
  readonly hits: readonly SearchHit[];
  readonly nbHits: number;
  readonly page: number;
  readonly nbPages: number;
  readonly hitsPerPage: number;
  readonly query: string;
  readonly basepath: string;
  readonly host: string;
}

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
  /** The original page's date, if cloning a version copied this one; otherwise as `created`. */
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

/** A post. The API cannot change or delete one. */
export interface ChangelogPost {
  readonly id: number;
  readonly title: string;
  readonly slug: Slug;
  readonly published: boolean;
  /** `null`: it has none. */
  readonly content: string | null;
  readonly created: Instant;
  readonly updated: Instant;
}

/** One page of posts, newest first. */
export interface ChangelogPosts {
  readonly posts: readonly ChangelogPost[];
  readonly count: number;
  readonly total: number;
  /** `null`: there are no more. */
  readonly cursor: string | null;
}
