import type { Layout } from './layout.ts';
import { stemOf } from './layout.ts';
import { repositoryLayout } from './repository.ts';
import { arrangeTree } from './tree.ts';

/**
 * The early form of the repository layout: slugs are in folder names and headers; there is no order, no category, no reference. A documentation's title is
 * not stored, so its slug is used (DARKDOWN, 8.2).
 */
export const earlyLayout: Layout = {
  kind: 'early',
  settingsName: 'settings.yaml',
  version: (folder, settings) => repositoryLayout.version(folder, settings),
  documentation: (folder) => ({ slug: folder, title: folder }),
  arrange: (documentation) => arrangeTree(documentation, (path, { slug }) => slug ?? stemOf(path)),
  reference: () => null,
};

/**
 * A folder that the configuration maps to one documentation. Slug and title come from the header, else from the name of the file, as in the early layout.
 * It has no settings files.
 */
export const plainLayout: Layout = { ...earlyLayout, kind: 'plain', settingsName: null };
