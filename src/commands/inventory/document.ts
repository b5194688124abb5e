import * as v from 'valibot';
import type { BrokenLinks } from '../shared/broken-links.ts';
import type {
  DocumentationId,
  FilePath,
  Instant,
  PageId,
  PageKey,
  ReferenceId,
  VersionId,
} from '../../model/ids.ts';
import type { Author, ReportedPage } from '../../model/resources.ts';
import { described, document, exactly, instant, int, text } from '../shared/document.ts';
import type { Printed } from '../shared/document.ts';

const UNREPORTED = 'Null if the platform does not report it.';

const versionContents = v.strictObject({
  id: int<VersionId>(),
  slug: text(),
  name: text(),
  published: v.boolean(),
  documentations: v.array(
    v.strictObject({
      id: int<DocumentationId>(),
      title: text(),
      slug: v.nullable(text(UNREPORTED)),
      pages: int('Number of pages that the key may see.'),
      published: described(v.nullable(v.boolean()), UNREPORTED),
      pagesUpdated: v.nullable(
        text<Instant>(
          'When a page in it was last changed; null if the platform does not report it.',
        ),
      ),
    }),
  ),
  references: v.array(
    v.strictObject({
      id: int<ReferenceId>(),
      title: text(),
      slug: v.nullable(text(UNREPORTED)),
    }),
  ),
});
export type VersionContents = Printed<typeof versionContents>;

const listedChangelog = v.strictObject({
  path: text('Its folder below changelogs/.'),
  id: int(),
  posts: v.nullable(int('Number of posts; null if the platform does not report it.')),
});
export type ListedChangelog = Printed<typeof listedChangelog>;

export const listSchema = document(
  'list',
  'docs list --json',
  'Contents of versions, in the order of the project.',
  v.strictObject({
    versions: v.array(versionContents),
    changelogs: described(
      v.array(listedChangelog),
      'Those in the configuration: the platform does not list them.',
    ),
  }),
);
export type ProjectContents = Printed<typeof listSchema>;

const author = v.pipe(
  exactly<Author>()(
    v.strictObject({
      id: v.nullable(int()),
      email: v.nullable(text()),
      name: v.nullable(text()),
    }),
  ),
  v.title('author'),
);

const reportedPage = exactly<ReportedPage>()(
  v.strictObject({
    id: int<PageId>(),
    title: text(),
    hasDraft: v.boolean(),
    listed: v.boolean(),
    created: instant(),
    createdBy: author,
    updated: instant(),
    updatedBy: author,
    sourceCreated: text<Instant>('For a page in a cloned version: about the original page.'),
    sourceCreatedBy: author,
  }),
);

export const reportSchema = document(
  'report',
  'docs report --json',
  'Pages of a version that have a draft, or that have not been changed for a long time.',
  v.strictObject({
    version: text('Slug.'),
    total: int('Number of pages in the version, including those that are not listed below.'),
    pages: v.array(
      v.strictObject({
        ...reportedPage.entries,
        key: v.nullable(text('version/documentation/slug, if the lock file knows the page.')),
      }),
    ),
  }),
);
export type VersionReport = Printed<typeof reportSchema>;

const change = v.strictObject({ commit: text(), at: instant(), subject: text() });

export const behindSchema = document(
  'report-behind',
  'docs report --behind --json',
  'Pages that follow files or other pages, and how many changes of these are newer.',
  v.strictObject({
    pages: described(
      v.array(
        v.strictObject({
          key: text<PageKey>(),
          file: text<FilePath>(),
          follows: v.array(text('A path or a glob.')),
          changes: int('Changes that are newer than the page. 0: the page is not behind.'),
          since: described(
            v.nullable(instant()),
            'The date of the oldest of them; null if there are none.',
          ),
          newest: described(v.array(change), 'The newest of them, three at most.'),
          lost: described(
            v.array(text()),
            'Paths and globs in `follows` that no committed file has.',
          ),
        }),
      ),
      'With --all every page that follows something, else those that are behind or follow nothing.',
    ),
    total: int('Number of pages that follow something.'),
    behind: int('Number of pages that are behind.'),
    translations: described(
      v.array(
        v.strictObject({
          path: text('Path of the page below the folders.'),
          of: text<FilePath>('Folder of the original.'),
          original: described(v.nullable(text<FilePath>()), 'Null if there is none.'),
          in: v.array(
            v.strictObject({
              folder: text<FilePath>(),
              state: described(
                v.picklist(['done', 'behind', 'missing', 'alone', 'uncommitted']),
                'alone: without an original. uncommitted: the original is not in the history.',
              ),
              changes: int(),
            }),
          ),
        }),
      ),
      'With --all every page of the folders in `translations`, else those with one that is not done.',
    ),
    seen: described(v.array(text<FilePath>()), 'Files that --seen changed.'),
    lacks: described(
      v.nullable(v.picklist(['commits', 'texts', 'oldest'])),
      'What the history lacks: commits (a shallow clone), old texts (a partial clone), or its oldest changes, because there are too many. Null: nothing.',
    ),
  }),
);
export type BehindReport = Printed<typeof behindSchema>;

const linkTo = v.strictObject({
  file: text('Relative to the folder of the configuration.'),
  line: int(),
  href: text(),
  from: text('Key of the page that has the link.'),
});
export type LinkTo = Printed<typeof linkTo>;

const linksTo = v.strictObject({ page: text('Key of the page.'), links: v.array(linkTo) });
export type LinksTo = Printed<typeof linksTo>;

const brokenLinks = exactly<BrokenLinks>()(
  v.strictObject({
    version: text('Slug.'),
    errors: int(),
    warnings: int(),
    links: v.array(
      v.strictObject({
        severity: text('error, warning, or a severity that was added later.'),
        issue: text(),
        message: text(),
        isDraft: v.boolean(),
        page: v.strictObject({ id: int<PageId>(), title: text() }),
        link: v.strictObject({
          text: v.nullable(text()),
          href: v.nullable(text()),
          type: text(),
          fragment: v.nullable(text()),
          targetId: v.nullable(int()),
        }),
        target: v.strictObject({ title: v.nullable(text()), section: v.nullable(text()) }),
      }),
    ),
  }),
);

export const linksSchema = document(
  'links',
  'docs links --json',
  'The files that link to a page; with --remote, the broken links of a version.',
  v.union([linksTo, brokenLinks]),
);
