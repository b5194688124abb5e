/** All tests of the contract. */
import { describe } from 'vitest';
import type { ApiRevision } from '../../src/model/operations.ts';
import { auditLog } from './audit.ts';
import { brokenLinks } from './broken-links.ts';
import { changelogPosts } from './changelogs.ts';
import { clonedVersions } from './clones.ts';
import { deletedPages } from './deleting.ts';
import { exported } from './export.ts';
import { rateLimits } from './limits.ts';
import { operations } from './operations.ts';
import { pages } from './pages.ts';
import { people } from './people.ts';
import { references } from './references.ts';
import { reports } from './reports.ts';
import { search } from './search.ts';
import { EXTERNAL, isTested } from './target.ts';
import { versions } from './versions.ts';

type Part = (api: ApiRevision) => void;

const PARTS: readonly Part[] = [
  auditLog,
  exported,
  rateLimits,
  operations,
  pages,
  people,
  references,
  search,
  versions,
];

/** Of operations that came later. Only the embedded platform has all that they need. */
const NEWER: Readonly<Record<string, Part>> = {
  'broken links of a version': brokenLinks,
  'posts of a changelog': changelogPosts,
  'cloning a version': clonedVersions,
  'deleting a page': deletedPages,
  'reports of a version': reports,
};

export function contractOn(api: ApiRevision): void {
  for (const part of PARTS) {
    describe.runIf(isTested(api)).each([api])('%s', () => {
      part(api);
    });
  }
  for (const [name, part] of Object.entries(NEWER)) {
    describe.skipIf(EXTERNAL)(`${name} (${api})`, () => {
      part(api);
    });
  }
}
