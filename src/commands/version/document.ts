import * as v from 'valibot';
import type { Slug, VersionId } from '../../model/ids.ts';
import type { Version } from '../../model/resources.ts';
import { described, document, exactly, instant, int, text } from '../shared/document.ts';
import { type ItemOf, batchDocument } from '../shared/batch/document.ts';

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

const ofVersion = {
  id: int<VersionId>(),
  version: described(version, 'As the platform last described it.'),
};

export const versionUpdateSchema = batchDocument(
  'version-update',
  'docs version update --json',
  'What was, or with --dry-run would be, done with the version.',
  {
    ...ofVersion,
    to: described(v.strictObject({ name: text(), slug: text<Slug>() }), 'What it is to be called.'),
  },
);
export type UpdatedVersion = ItemOf<typeof versionUpdateSchema>;

export const versionPublishSchema = batchDocument(
  'version-publish',
  'docs version publish --json',
  'What was, or with --dry-run would be, done with each version.',
  ofVersion,
);
export type PublishedVersion = ItemOf<typeof versionPublishSchema>;

export const versionUnpublishSchema = batchDocument(
  'version-unpublish',
  'docs version unpublish --json',
  'What was, or with --dry-run would be, done with each version.',
  ofVersion,
);

export const versionCloneSchema = batchDocument(
  'version-clone',
  'docs version clone --json',
  'What was, or with --dry-run would be, done about the copy, which has the name of its item.',
  {
    id: v.nullable(int<VersionId>('Null if it is not known to exist.')),
    from: text('Slug of the version that is copied.'),
    version: described(v.nullable(version), 'As the platform last described it.'),
    warnings: v.array(text()),
  },
);
export type ClonedVersion = ItemOf<typeof versionCloneSchema>;
