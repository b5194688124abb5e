/** The platform's resources, decoded: `api/service.md`, section 2, "Resources and their fields". */
import type { DocumentationId, Instant, PageId, ReferenceId, Slug, VersionId } from './ids.ts';

export type PageFormat = 'darkdown' | 'markdown' | 'html' | 'text';

export interface Page {
  readonly id: PageId;
  readonly listed: boolean;
  readonly title: string;
  readonly created: Instant;
  readonly updated: Instant;
  readonly slug: Slug;
  /** `null`: there is no unpublished draft. `undefined`: the answer did not say, so the page must be read (notes, "Requests"). */
  readonly contentDraft: string | null | undefined;
  /** `null`: the page was never published. */
  readonly contentPublished: string | null | undefined;
  readonly path: string;
  /** The platform's clock when it answered, in milliseconds since 1970. Left out if the answer did not say. */
  readonly answeredAt?: number | undefined;
}

export interface Version {
  readonly id: VersionId;
  readonly published: boolean;
  readonly name: string;
  readonly created: Instant;
  readonly updated: Instant;
  readonly slug: Slug;
  readonly ordr: number;
}

export interface Reference {
  readonly id: ReferenceId;
  readonly title: string;
  readonly created: Instant;
  readonly updated: Instant;
  readonly slug: Slug;
  readonly ordr: number;
}

export type UserRole = 'ADMIN' | 'PUBLISHER' | 'WRITER' | 'REVIEWER';

export interface User {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  readonly role: UserRole;
  readonly lastActiveAt: Instant | null;
}

export interface ReaderAccess {
  readonly email: string;
  /** `null`: never. */
  readonly expiresAt: Instant | null;
  readonly created: Instant;
  /** `null`: not revoked. */
  readonly revoked: Instant | null;
}

export const AUDIT_SCOPES = ['content', 'users', 'hosting', 'security', 'plan', 'other'] as const;
export type AuditScope = (typeof AUDIT_SCOPES)[number];

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

export const AUDIT_OPERATIONS = ['INS', 'UPD', 'DEL', 'READ', 'ADD', 'REM'] as const;
export type AuditOperation = (typeof AUDIT_OPERATIONS)[number];

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

export interface AuditPage {
  readonly data: readonly AuditEntry[];
  readonly count: number;
  readonly total: number;
  /** `null`: there are no more. */
  readonly cursor: string | null;
}

export interface PageSummary {
  readonly title: string;
  readonly updated: Instant;
  readonly documentationId: DocumentationId;
  readonly listed: boolean;
}

/** `slug` is missing in today's revision of the live API (notes, "Requests"), here and in the two types below. */
export interface DocumentationSummary {
  readonly title: string;
  readonly versionId: VersionId;
  readonly slug: Slug | undefined;
}

/** A reference has the same fields. */
export type ReferenceSummary = DocumentationSummary;

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
