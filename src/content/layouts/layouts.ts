/** The layouts of content folders. An export is converted before it is used. */
import type { Slug } from '../../model/ids.ts';
import type { Layout } from './layout.ts';
import { stemOf } from './layout.ts';
import { readNav } from './nav.ts';
import { settingsHold, settingsText } from '../settings/settings-file.ts';
import { arrangeTree } from './page-positions.ts';
import type { Listed } from './page-positions.ts';

/**
 * The repository layout (manual, "Layouts"): paths are the structure, file names are the slugs,
 * `_nav.yaml` contains order and categories. Ignores `slug` in headers.
 */
export const repositoryLayout: Layout = {
  kind: 'repository',
  settingsName: '_settings.yaml',
  version: (folder, settings) => {
    const heldBy = settingsHold(settings);
    const name = settingsText(settings, 'name') ?? folder;
    const version = { slug: folder as Slug, name, published: heldBy === null };
    return heldBy === null ? version : { ...version, heldBy };
  },
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
 * The early repository layout (manual, "Layouts"): folders and headers have the slugs. No order, no
 * categories, no references. A documentation's title is not stored, so its slug is used.
 */
export const earlyLayout: Layout = {
  kind: 'early',
  settingsName: 'settings.yaml',
  version: (folder, settings) => repositoryLayout.version(folder, settings),
  documentation: (folder) => ({ slug: folder, title: folder }),
  arrange: (documentation) => arrangeTree(documentation, (path, { slug }) => slug ?? stemOf(path)),
  reference: () => null,
};

/** A folder mapped to one documentation: as in the early layout, but without settings files. */
export const plainLayout: Layout = { ...earlyLayout, kind: 'plain', settingsName: null };
