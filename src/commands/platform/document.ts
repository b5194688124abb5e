import * as v from 'valibot';
import { described, document, instant, int, text } from '../shared/document.ts';
import type { Printed } from '../shared/document.ts';

export const platformStartSchema = document(
  'platform-start',
  'docs platform start --json',
  'The first line on stdout, as soon as the server is ready.',
  v.strictObject({
    baseUrl: text('Ends in /api/v1.'),
    siteUrl: v.exactOptional(
      text('Where readers find the pages; ends in a slash. Only with --site.'),
    ),
    metricsUrl: v.exactOptional(
      text('Where Prometheus finds the metrics. Only with --metrics-port.'),
    ),
    apiKey: v.nullable(text('A key with all permissions; null if the database already had a key.')),
    pid: int(),
    changelogs: described(
      v.array(v.strictObject({ id: int(), path: text('Its public path.'), title: text() })),
      'At least one. The API does not list their ids.',
    ),
  }),
);
export type StartedPlatform = Printed<typeof platformStartSchema>;

export const platformKeyCreateSchema = document(
  'platform-key-create',
  'docs platform key create --json',
  'The key that was created.',
  v.strictObject({
    name: text(),
    apiKey: text('The key. It is shown only once.'),
    permissions: described(v.nullable(v.array(text())), 'Null means all.'),
    versions: described(v.nullable(v.array(text())), 'Slugs; null means all.'),
    user: described(v.nullable(text()), 'Email address of the creator of its pages; null: nobody.'),
  }),
);

export const platformKeyListSchema = document(
  'platform-key-list',
  'docs platform key list --json',
  'All keys, the oldest first. Never their secrets.',
  v.array(
    v.strictObject({
      id: int(),
      name: text(),
      permissions: described(v.nullable(v.array(text())), 'Null means all.'),
      versions: described(v.nullable(v.array(text())), 'Slugs; null means all.'),
      user: described(
        v.nullable(text()),
        'Email address of the creator of its pages; null: nobody.',
      ),
      created: instant(),
    }),
  ),
);
export type ListedPlatformKeys = Printed<typeof platformKeyListSchema>;

export const platformKeyRevokeSchema = document(
  'platform-key-revoke',
  'docs platform key revoke --json',
  'The key that was revoked.',
  v.strictObject({
    id: int(),
    name: text(),
    revoked: described(v.boolean(), 'False with --dry-run.'),
  }),
);
export type RevokedPlatformKey = Printed<typeof platformKeyRevokeSchema>;

export const platformPublishSchema = document(
  'platform-publish',
  'docs platform publish --json',
  'Also of docs platform unpublish.',
  v.strictObject({
    documentations: v.array(
      v.strictObject({
        id: int(),
        version: text('Its slug.'),
        documentation: text('Its slug.'),
        published: v.boolean(),
        changed: described(v.boolean(), 'Whether this command changed it.'),
      }),
    ),
  }),
);
export type PublishedDocumentations = Printed<typeof platformPublishSchema>;

export const platformCopySchema = document(
  'platform-copy',
  'docs platform copy --json',
  'Number of each kind that was copied.',
  v.strictObject({
    versions: int(),
    documentations: int(),
    pages: int(),
    references: int(),
    changelogs: int(),
    users: int(),
    readers: int(),
    keys: int(),
    auditEntries: int(),
  }),
);
export type CopiedPlatform = Printed<typeof platformCopySchema>;
