import type { Slug } from '../../model/ids.ts';
import type { Layout } from './layout.ts';
import { stemOf } from './layout.ts';
import { arrangeTree } from './tree.ts';

/** A folder that the configuration maps to one documentation: slug and title from the header, else the file's name. */
export const plain: Layout = {
  kind: 'plain',
  settingsName: null,
  version: (folder) => ({ slug: folder as Slug, name: folder, published: true }),
  documentation: (folder) => ({ slug: folder, title: folder }),
  arrange: (documentation) => arrangeTree(documentation, (path, { slug }) => slug ?? stemOf(path)),
  reference: () => null,
};
