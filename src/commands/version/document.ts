import * as v from 'valibot';
import type { Slug, VersionId } from '../../model/ids.ts';
import type { Version } from '../../model/resources.ts';
import { described, document, exactly, instant, int, text } from '../shared/document.ts';
import type { Printed } from '../shared/document.ts';

const version = v.pipe(
  exactly<Version>()(
    v.strictObject({
      id: int<VersionId>(),
      published: v.boolean(),
      name: text(),
      created: instant(),
      updated: instant(),
      slug: text<Slug>(),
      ordr: int('Its place in the order of the project.'),
    }),
  ),
  v.title('version'),
);

export const versionListSchema = document(
  'version-list',
  'docs version list --json',
  'The versions, in the order of the project.',
  v.array(version),
);

export const versionUpdateSchema = document(
  'version-update',
  'docs version update --json',
  'The changed version.',
  v.array(version),
);

/** Publishing and unpublishing print the same. */
const changedVersions = v.strictObject({
  changed: v.array(version),
  unchanged: described(v.array(version), 'Versions that already were.'),
  failed: described(
    v.array(v.strictObject({ name: text('As it was given.'), reason: text() })),
    'Versions that could not be changed.',
  ),
  planned: described(
    v.array(version),
    'With --dry-run: versions that would be changed, in their current state.',
  ),
});
export type ChangedVersions = Printed<typeof changedVersions>;

export const versionPublishSchema = document(
  'version-publish',
  'docs version publish --json',
  'The versions that were published.',
  changedVersions,
);

export const versionUnpublishSchema = document(
  'version-unpublish',
  'docs version unpublish --json',
  'The versions that were hidden.',
  changedVersions,
);

export const versionCloneSchema = document(
  'version-clone',
  'docs version clone --json',
  'The copy of a version.',
  v.strictObject({
    from: text('Slug of the version that was copied.'),
    version: described(v.nullable(version), 'The copy; null with --dry-run.'),
    planned: described(
      v.nullable(
        v.strictObject({
          name: text(),
          slug: v.nullable(text('Null if the platform derives it from the name.')),
          published: v.boolean(),
        }),
      ),
      'With --dry-run: what would be created.',
    ),
  }),
);
export type ClonedVersion = Printed<typeof versionCloneSchema>;
