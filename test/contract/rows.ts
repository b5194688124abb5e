/**
 * The operations of the older contract (docs/service.md, "Operations") and what is different today, typed out by hand: nothing here
 * comes from the code that it judges. `path` has names of things in braces, `body` what a good
 * request carries.
 */
import type { ApiRevision } from '../../src/model/operations.ts';
import { NEWER_ROWS } from './newer-rows.ts';

export interface Row {
  readonly name: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly query?: string;
  readonly body?: Readonly<Record<string, unknown>> | 'definition';
  readonly permission: string;
  readonly limit: number;
  readonly windowSeconds: number;
  readonly success: 200 | 201;
  readonly shape:
    | 'page'
    | 'version'
    | 'versions'
    | 'reference'
    | 'definition'
    | 'users'
    | 'zip'
    | 'all'
    | 'audit'
    | 'access'
    | 'accesses'
    | 'nothing'
    | 'documentations'
    | 'report'
    | 'broken links'
    | 'post'
    | 'posts';
  /** Lists 415. */
  readonly media?: boolean;
  /** It makes what nobody can remove, or the API does not find: embedded platform only. */
  readonly isForEver?: true;
  /** What is different today. */
  readonly in2026?: Partial<Pick<Row, 'limit' | 'success'>>;
}

const OLDER_ROWS: readonly Row[] = [
  {
    name: 'Create a page',
    method: 'POST',
    path: '/documentation/{documentation}/page',
    body: { title: 'A page of the contract', content: 'Text.' },
    permission: 'page.edit',
    limit: 10_800,
    windowSeconds: 3600,
    success: 200,
    shape: 'page',
    media: true,
  },
  {
    name: 'Publish a page',
    method: 'PUT',
    path: '/page/{page}/publish',
    permission: 'page.publish',
    limit: 10_800,
    windowSeconds: 3600,
    success: 200,
    shape: 'page',
    media: true,
  },
  {
    name: 'Get page by slug',
    method: 'GET',
    path: '/page',
    query: 'version_id={version}&documentation_id={documentation}&page_slug={slug}',
    permission: 'page.read',
    limit: 60,
    windowSeconds: 60,
    success: 200,
    shape: 'page',
  },
  {
    name: 'Read page',
    method: 'GET',
    path: '/page/{page}',
    permission: 'page.read',
    limit: 600,
    windowSeconds: 60,
    success: 200,
    shape: 'page',
  },
  {
    name: 'Update a page',
    method: 'PUT',
    path: '/page/{page}',
    body: { slug: '{slug}', content: 'Updated.' },
    permission: 'page.edit',
    limit: 10_800,
    windowSeconds: 3600,
    success: 200,
    shape: 'page',
    media: true,
  },
  {
    name: 'List project versions',
    method: 'GET',
    path: '/version',
    permission: 'project.read',
    limit: 60,
    windowSeconds: 3600,
    success: 200,
    shape: 'versions',
  },
  {
    name: 'Update a version',
    method: 'PUT',
    path: '/version/{version}',
    body: { published: true },
    permission: 'version.publish',
    limit: 3600,
    windowSeconds: 3600,
    success: 200,
    shape: 'version',
    media: true,
  },
  {
    name: 'Read reference',
    method: 'GET',
    path: '/reference/{reference}/definition',
    permission: 'reference.read',
    limit: 600,
    windowSeconds: 60,
    success: 200,
    shape: 'definition',
  },
  {
    name: 'Add or update a reference specification',
    method: 'POST',
    path: '/version/{version}/reference',
    body: 'definition',
    permission: 'reference.publish',
    limit: 300,
    windowSeconds: 3600,
    success: 201,
    shape: 'reference',
  },
  {
    name: 'Publish API reference',
    method: 'PUT',
    path: '/reference/{draft reference}/publish',
    permission: 'reference.publish',
    limit: 3600,
    windowSeconds: 3600,
    success: 200,
    shape: 'reference',
    in2026: { limit: 300, success: 201 },
  },
  {
    name: 'Get users',
    method: 'GET',
    path: '/users',
    permission: 'project.read',
    limit: 3600,
    windowSeconds: 3600,
    success: 200,
    shape: 'users',
  },
  {
    name: 'Export project',
    method: 'GET',
    path: '/export',
    permission: 'project.export',
    limit: 10,
    windowSeconds: 3600,
    success: 200,
    shape: 'zip',
  },
  {
    name: 'Get all resources',
    method: 'GET',
    path: '/all',
    permission: 'project.read',
    limit: 30,
    windowSeconds: 3600,
    success: 200,
    shape: 'all',
  },
  {
    name: 'Get audit log',
    method: 'GET',
    path: '/audit',
    permission: 'audit.read',
    limit: 600,
    windowSeconds: 3600,
    success: 200,
    shape: 'audit',
  },
  {
    name: 'List reader access',
    method: 'GET',
    path: '/reader-access',
    permission: 'access.read',
    limit: 3600,
    windowSeconds: 3600,
    success: 200,
    shape: 'accesses',
  },
  {
    name: 'Grant access',
    method: 'POST',
    path: '/reader-access',
    body: { email: 'reader@example.com' },
    permission: 'access.write',
    limit: 100,
    windowSeconds: 3600,
    success: 200,
    shape: 'access',
    media: true,
  },
  {
    name: 'Revoke access',
    method: 'PATCH',
    path: '/reader-access',
    body: { email: 'reader@example.com' },
    permission: 'access.write',
    limit: 100,
    windowSeconds: 3600,
    success: 200,
    shape: 'access',
    media: true,
  },
];

const ROWS = [...OLDER_ROWS, ...NEWER_ROWS];

/** The rows of a revision. */
export const rowsIn = (api: ApiRevision): readonly Row[] =>
  api === '2026' ? ROWS.map((row) => Object.assign({}, row, row.in2026)) : ROWS;

export const ALL_PERMISSIONS = [
  'page.edit',
  'page.publish',
  'page.read',
  'project.read',
  'version.publish',
  'version.edit',
  'reference.read',
  'reference.edit',
  'reference.publish',
  'project.export',
  'audit.read',
  'access.read',
  'access.write',
  'changelog.read',
  'changelog.edit',
] as const;

export const DEFINITION = `openapi: 3.0.3
info: { title: Contract pets, version: 1.0.0 }
paths:
  /pets:
    get:
      operationId: listPets
      summary: List all pets
      responses: { '200': { description: All of them } }
`;
