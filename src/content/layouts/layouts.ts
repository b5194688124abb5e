/** The layouts of content folders. An export is converted before it is used. */
import type { Slug } from '../../model/ids.ts';
import type { Layout } from './layout.ts';
import { stemOf } from './layout.ts';
import { readNav } from './nav.ts';
import { settingsFlag, settingsText } from '../settings/settings-file.ts';
import { arrangeTree } from './tree.ts';
import type { Listed } from './tree.ts';

/**
 * The platform's repository layout: paths are the structure, file names are slugs, `_nav.yaml` has order and categories (DARKDOWN, 8.3). The `slug` of a
 * header is ignored.
 */
export const repositoryLayout: Layout = {
  kind: 'repository',
  settingsName: '_settings.yaml',
  version: (folder, settings) => ({
    slug: folder as Slug,
    name: settingsText(settings, 'name') ?? folder,
    published: settingsFlag(settings, 'published', true),
  }),
  documentation: (folder, settings) => ({
    slug: folder,
    title: settingsText(settings, 'title') ?? folder,
  }),
  arrange: (documentation) => {
    const { entries, categories } = readNav(documentation.nav, documentation.navFile);
    const listed = new Map<string, Listed>();
    for (const [position, { page, category }] of entries.entries()) {
      if (!listed.has(page)) listed.set(page, { position, category });
    }
    const { pages, categories: own } = arrangeTree(documentation, stemOf, listed);
    return { pages, categories: [...new Set([...categories, ...own])] };
  },
  reference: (name) => {
    if (name.endsWith('.settings.yaml')) return null;
    return /\.(?:ya?ml|json)$/.test(name) ? name.replace(/\.[^.]+$/, '') : null;
  },
};

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
