/** The operations of the platform's API, once: contract, sections 4 and 8; search from the notes, "Search content". */

export const PERMISSIONS = [
  'page.read',
  'page.edit',
  'page.publish',
  'project.read',
  'project.export',
  'version.publish',
  'reference.read',
  'reference.edit',
  'reference.publish',
  'audit.read',
  'access.read',
  'access.write',
] as const;
export type Permission = (typeof PERMISSIONS)[number];

export interface Operation {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH';
  /** Segments in braces are filled in from the call; the template names the operation for rate limits. */
  readonly path: string;
  /** `null`: any valid key may call it. */
  readonly permission: Permission | null;
  readonly limit: { readonly requests: number; readonly windowSeconds: number };
  /** What the request carries: `none` also for the one PUT that has no body. */
  readonly body: 'none' | 'json' | 'file';
}

const MINUTE = 60;
const HOUR = 3600;

export const OPERATIONS = {
  createPage: {
    method: 'POST',
    path: '/documentation/{id}/page',
    permission: 'page.edit',
    limit: { requests: 10_800, windowSeconds: HOUR },
    body: 'json',
  },
  publishPage: {
    method: 'PUT',
    path: '/page/{id}/publish',
    permission: 'page.publish',
    limit: { requests: 10_800, windowSeconds: HOUR },
    body: 'none',
  },
  findPage: {
    method: 'GET',
    path: '/page',
    permission: 'page.read',
    limit: { requests: 60, windowSeconds: MINUTE },
    body: 'none',
  },
  readPage: {
    method: 'GET',
    path: '/page/{id}',
    permission: 'page.read',
    limit: { requests: 600, windowSeconds: MINUTE },
    body: 'none',
  },
  updatePage: {
    method: 'PUT',
    path: '/page/{id}',
    permission: 'page.edit',
    limit: { requests: 10_800, windowSeconds: HOUR },
    body: 'json',
  },
  listVersions: {
    method: 'GET',
    path: '/version',
    permission: 'project.read',
    limit: { requests: 60, windowSeconds: HOUR },
    body: 'none',
  },
  updateVersion: {
    method: 'PUT',
    path: '/version/{id}',
    permission: 'version.publish',
    limit: { requests: 3_600, windowSeconds: HOUR },
    body: 'json',
  },
  readDefinition: {
    method: 'GET',
    path: '/reference/{id}/definition',
    permission: 'reference.read',
    limit: { requests: 600, windowSeconds: MINUTE },
    body: 'none',
  },
  /** With `publish=false` the permission is `reference.edit` instead. */
  uploadReference: {
    method: 'POST',
    path: '/version/{id}/reference',
    permission: 'reference.publish',
    limit: { requests: 300, windowSeconds: HOUR },
    body: 'file',
  },
  publishReference: {
    method: 'PUT',
    path: '/reference/{id}/publish',
    permission: 'reference.publish',
    limit: { requests: 3_600, windowSeconds: HOUR },
    body: 'none',
  },
  listUsers: {
    method: 'GET',
    path: '/users',
    permission: 'project.read',
    limit: { requests: 3_600, windowSeconds: HOUR },
    body: 'none',
  },
  exportProject: {
    method: 'GET',
    path: '/export',
    permission: 'project.export',
    limit: { requests: 10, windowSeconds: HOUR },
    body: 'none',
  },
  listAll: {
    method: 'GET',
    path: '/all',
    permission: 'project.read',
    limit: { requests: 30, windowSeconds: HOUR },
    body: 'none',
  },
  listAudit: {
    method: 'GET',
    path: '/audit',
    permission: 'audit.read',
    limit: { requests: 600, windowSeconds: HOUR },
    body: 'none',
  },
  listAccess: {
    method: 'GET',
    path: '/reader-access',
    permission: 'access.read',
    limit: { requests: 3_600, windowSeconds: HOUR },
    body: 'none',
  },
  grantAccess: {
    method: 'POST',
    path: '/reader-access',
    permission: 'access.write',
    limit: { requests: 100, windowSeconds: HOUR },
    body: 'json',
  },
  revokeAccess: {
    method: 'PATCH',
    path: '/reader-access',
    permission: 'access.write',
    limit: { requests: 100, windowSeconds: HOUR },
    body: 'json',
  },
  search: {
    method: 'GET',
    path: '/search',
    permission: null,
    limit: { requests: 10_800, windowSeconds: HOUR },
    body: 'none',
  },
} as const satisfies Record<string, Operation>;

export type OperationName = keyof typeof OPERATIONS;

/** `GET /page/{id}`: what people know an operation by. Another name stays as it is. */
export function callOf(operation: string): string {
  if (!Object.hasOwn(OPERATIONS, operation)) return operation;
  const { method, path } = OPERATIONS[operation as OperationName];
  return `${method} ${path}`;
}

/** The largest API definition that the platform takes, in bytes (notes, "Requests"). */
export const MAX_DEFINITION_BYTES = 8 * 1024 * 1024;
