import type { Layout } from './layout.ts';
import { stemOf } from './layout.ts';
import { repositoryLayout } from './repository.ts';
import { arrangeTree } from './tree.ts';

/**
 * The repository layout's early form: slugs in folder names and headers, no order, no categories, no references; a
 * documentation's title is not stored, so its slug stands in (DARKDOWN, 8.2).
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
 * A folder that the configuration maps to one documentation: slug and title from the header, else the file's name, as in
 * the early layout, and no settings files.
 */
export const plainLayout: Layout = { ...earlyLayout, kind: 'plain', settingsName: null };
