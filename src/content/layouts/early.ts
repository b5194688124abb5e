import type { Layout } from './layout.ts';
import { stemOf } from './layout.ts';
import { repository } from './repository.ts';
import { arrangeTree } from './tree.ts';

/**
 * The repository layout's early form: slugs in folder names and headers, no order, no categories, no references; a
 * documentation's title is not stored, so its slug stands in (DARKDOWN, 8.2).
 */
export const early: Layout = {
  kind: 'early',
  settingsName: 'settings.yaml',
  version: (folder, settings) => repository.version(folder, settings),
  documentation: (folder) => ({ slug: folder, title: folder }),
  arrange: (documentation) => arrangeTree(documentation, (path, { slug }) => slug ?? stemOf(path)),
  reference: () => null,
};
