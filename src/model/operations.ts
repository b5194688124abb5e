/** The operations of the platform's API, in one table, with the differences between its revisions. */

/**
 * `classic`: the older contract with seventeen operations and search, plus the newer operations
 * (docs/service.md, "Revisions").
 * `2026`: the service as its vendor publishes it today.
 */
export const API_REVISIONS = ['classic', '2026'] as const;
/** A state of the API. */
export type ApiRevision = (typeof API_REVISIONS)[number];

/** What a key may be allowed to do, as the service names it (docs/service.md, "Operations"). */
export const PERMISSIONS = [
  'page.read',
  'page.edit',
  'page.publish',
  'project.read',
  'project.export',
  'version.publish',
  'version.edit',
  'reference.read',
  'reference.edit',
  'reference.publish',
  'audit.read',
  'access.read',
  'access.write',
  'changelog.read',
  'changelog.edit',
] as const;
export type Permission = (typeof PERMISSIONS)[number];

/** One operation of the API: how it is called, and what it needs. */
export interface Operation {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** The path template. The call fills in segments in braces; rate limits apply per template. */
  readonly path: string;
  /** `null`: any valid key may call it. */
  readonly permission: Permission | null;
  /**
   * Set if the vendor does not document the permission. The embedded platform requires it; no
   * message mentions it.
   */
  readonly isPermissionAssumed?: true;
  readonly limit: { readonly requests: number; readonly windowSeconds: number };
  /** The content of the request. `none` includes the PUTs without a body. */
  readonly body: 'none' | 'json' | 'file';
  /** The status of a successful answer. */
  readonly status: 200 | 201;
  /** The differences in the revision `2026`. */
  readonly in2026?: Partial<Pick<Operation, 'limit' | 'status'>>;
}

const MINUTE = 60;
const HOUR = 3600;

/** All operations, by name. */
export const OPERATIONS = {
  createPage: {
    method: 'POST',
    path: '/documentation/{id}/page',
    permission: 'page.edit',
    limit: { requests: 10_800, windowSeconds: HOUR },
    body: 'json',
    status: 200,
  },
  publishPage: {
    method: 'PUT',
    path: '/page/{id}/publish',
    permission: 'page.publish',
    limit: { requests: 10_800, windowSeconds: HOUR },
    body: 'none',
    status: 200,
  },
  findPage: {
    method: 'GET',
    path: '/page',
    permission: 'page.read',
    limit: { requests: 60, windowSeconds: MINUTE },
    body: 'none',
    status: 200,
  },
  readPage: {
    method: 'GET',
    path: '/page/{id}',
    permission: 'page.read',
    limit: { requests: 600, windowSeconds: MINUTE },
    body: 'none',
    status: 200,
  },
  updatePage: {
    method: 'PUT',
    path: '/page/{id}',
    permission: 'page.edit',
    limit: { requests: 10_800, windowSeconds: HOUR },
    body: 'json',
    status: 200,
  },
  deletePage: {
    method: 'DELETE',
    path: '/page/{id}',
    permission: 'page.edit',
    isPermissionAssumed: true,
    limit: { requests: 10_800, windowSeconds: HOUR },
    body: 'none',
    status: 200,
  },
  listVersions: {
    method: 'GET',
    path: '/version',
    permission: 'project.read',
    limit: { requests: 60, windowSeconds: HOUR },
    body: 'none',
    status: 200,
  },
  updateVersion: {
    method: 'PUT',
    path: '/version/{id}',
    permission: 'version.publish',
    limit: { requests: 3_600, windowSeconds: HOUR },
    body: 'json',
    status: 200,
  },
  cloneVersion: {
    method: 'POST',
    path: '/version/{id}/clone',
    permission: 'version.edit',
    limit: { requests: 60, windowSeconds: HOUR },
    body: 'json',
    status: 201,
  },
  listDocumentations: {
    method: 'GET',
    path: '/version/{id}/documentation',
    permission: 'project.read',
    isPermissionAssumed: true,
    limit: { requests: 60, windowSeconds: HOUR },
    body: 'none',
    status: 200,
  },
  readReport: {
    method: 'GET',
    path: '/version/{id}/report',
    permission: 'project.read',
    isPermissionAssumed: true,
    limit: { requests: 60, windowSeconds: HOUR },
    body: 'none',
    status: 200,
  },
  listBrokenLinks: {
    method: 'GET',
    path: '/version/{id}/broken-links',
    permission: 'project.read',
    isPermissionAssumed: true,
    limit: { requests: 60, windowSeconds: HOUR },
    body: 'none',
    status: 200,
  },
  readDefinition: {
    method: 'GET',
    path: '/reference/{id}/definition',
    permission: 'reference.read',
    limit: { requests: 600, windowSeconds: MINUTE },
    body: 'none',
    status: 200,
  },
  /** With `publish=false`, the permission is `reference.edit` instead. */
  uploadReference: {
    method: 'POST',
    path: '/version/{id}/reference',
    permission: 'reference.publish',
    limit: { requests: 300, windowSeconds: HOUR },
    body: 'file',
    status: 201,
  },
  publishReference: {
    method: 'PUT',
    path: '/reference/{id}/publish',
    permission: 'reference.publish',
    limit: { requests: 3_600, windowSeconds: HOUR },
    body: 'none',
    status: 200,
    in2026: { limit: { requests: 300, windowSeconds: HOUR }, status: 201 },
  },
  listUsers: {
    method: 'GET',
    path: '/users',
    permission: 'project.read',
    limit: { requests: 3_600, windowSeconds: HOUR },
    body: 'none',
    status: 200,
  },
  exportProject: {
    method: 'GET',
    path: '/export',
    permission: 'project.export',
    limit: { requests: 10, windowSeconds: HOUR },
    body: 'none',
    status: 200,
  },
  listAll: {
    method: 'GET',
    path: '/all',
    permission: 'project.read',
    limit: { requests: 30, windowSeconds: HOUR },
    body: 'none',
    status: 200,
  },
  listAudit: {
    method: 'GET',
    path: '/audit',
    permission: 'audit.read',
    limit: { requests: 600, windowSeconds: HOUR },
    body: 'none',
    status: 200,
  },
  listAccess: {
    method: 'GET',
    path: '/reader-access',
    permission: 'access.read',
    limit: { requests: 3_600, windowSeconds: HOUR },
    body: 'none',
    status: 200,
  },
  grantAccess: {
    method: 'POST',
    path: '/reader-access',
    permission: 'access.write',
    limit: { requests: 100, windowSeconds: HOUR },
    body: 'json',
    status: 200,
  },
  revokeAccess: {
    method: 'PATCH',
    path: '/reader-access',
    permission: 'access.write',
    limit: { requests: 100, windowSeconds: HOUR },
    body: 'json',
    status: 200,
  },
  createPost: {
    method: 'POST',
    path: '/changelog/{id}/post',
    permission: 'changelog.edit',
    limit: { requests: 10_800, windowSeconds: HOUR },
    body: 'json',
    status: 200,
  },
  listPosts: {
    method: 'GET',
    path: '/changelog/{id}/post',
    permission: 'changelog.read',
    limit: { requests: 600, windowSeconds: MINUTE },
    body: 'none',
    status: 200,
  },
  search: {
    method: 'GET',
    path: '/search',
    permission: null,
    limit: { requests: 10_800, windowSeconds: HOUR },
    body: 'none',
    status: 200,
  },
} as const satisfies Record<string, Operation>;

export type OperationName = keyof typeof OPERATIONS;

/** An operation as it is in a revision. */
export function operationIn(revision: ApiRevision, name: OperationName): Operation {
  const operation: Operation = OPERATIONS[name];
  return revision === '2026' ? { ...operation, ...operation.in2026 } : operation;
}

/** The operation as people write it: `GET /page/{id}`. Returns unknown names unchanged. */
export function callOf(operation: string): string {
  if (!Object.hasOwn(OPERATIONS, operation)) return operation;
  const { method, path } = OPERATIONS[operation as OperationName];
  return `${method} ${path}`;
}

/** The largest API definition that the platform accepts, in bytes (docs/service.md, "Requests"). */
export const MAX_DEFINITION_BYTES = 8 * 1024 * 1024;
