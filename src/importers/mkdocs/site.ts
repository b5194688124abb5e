/** Sites of MkDocs. */
import { readToolConfig } from '../config/data.ts';
import type {
  Dialect,
  ImportIssue,
  NavNode,
  Redirect,
  SourceFolder,
  SourceSite,
} from '../model.ts';
import { isRecord, textIn, valueIn } from '../read/front-matter.ts';
import { movesIn } from '../redirects.ts';
import { isOutside, sourcePath, isIndex, fileRoute, pagesBelow } from '../source-names.ts';
import { GITHUB, PYTHON } from '../slugs.ts';
import { pageNode, folderTree, addressIn } from '../tree.ts';

const DIALECT: Dialect = { isPython: true, slugs: [PYTHON, GITHUB] };

/** Reads the site whose `mkdocs.yml` is in `base`. */
export async function readMkDocs(folder: SourceFolder, base: string): Promise<SourceSite> {
  const issues: ImportIssue[] = [];
  const file = ['mkdocs.yml', 'mkdocs.yaml']
    .map((name) => sourcePath(base, name))
    .find((path) => folder.has(path));
  const config = file === undefined ? null : await readToolConfig(folder, file, issues);
  const named = sourcePath(base, textIn(valueIn(config, 'docs_dir')) ?? 'docs');
  const outside = isOutside(named) ? named : null;
  const root =
    outside !== null || folder.files.some((path) => path.startsWith(`${named}/`)) ? named : base;
  const pages = pagesBelow(folder.files, root);
  const nav = valueIn(config, 'nav');
  const address = textIn(valueIn(config, 'site_url'));
  return {
    dialect: DIALECT,
    name: textIn(valueIn(config, 'site_name')),
    sections: [
      {
        version: null,
        documentation: null,
        pages,
        root,
        routes: ({ file: path }) => [fileRoute(root, path)],
        navigation: (read) => {
          const items = Array.isArray(nav) ? itemsOf(nav, root, new Set(pages), 0) : [];
          if (items.length > 0) return items;
          return folderTree(root, pages, read);
        },
      },
    ],
    outside,
    publicFolders: [root],
    roots: [root, base, ...snippetFolders(config).map((path) => sourcePath(base, path))],
    base: address === null ? '' : address.replace(/^https?:\/\/[^/]+/, '').replace(/\/$/, ''),
    redirects: redirectMaps(config),
    address: addressIn(config, 'site_url'),
    issues,
  };
}

/** Of the plugin `redirects`. */
function redirectMaps(config: unknown): Redirect[] {
  const plugins = valueIn(config, 'plugins');
  const all = Array.isArray(plugins) ? (plugins as readonly unknown[]) : [plugins];
  return all.flatMap((each) => movesIn(valueIn(valueIn(each, 'redirects'), 'redirect_maps')));
}

/** Folders that snippets are looked for in. */
function snippetFolders(config: unknown): readonly string[] {
  const extensions = valueIn(config, 'markdown_extensions');
  const all = Array.isArray(extensions) ? (extensions as readonly unknown[]) : [extensions];
  return all.flatMap((each) => {
    const paths = valueIn(valueIn(each, 'pymdownx.snippets'), 'base_path');
    const list = Array.isArray(paths) ? (paths as readonly unknown[]) : [paths];
    return list.map((path) => textIn(path)).filter((path) => path !== null);
  });
}

function itemsOf(
  items: readonly unknown[],
  root: string,
  pages: ReadonlySet<string>,
  depth: number,
): NavNode[] {
  if (depth > 30) return [];
  return items.flatMap((item): NavNode[] => {
    if (typeof item === 'string') return leafOf(item, null, root, pages);
    if (!isRecord(item)) return [];
    return Object.entries(item).flatMap(([label, value]): NavNode[] => {
      if (typeof value === 'string') return leafOf(value, label, root, pages);
      if (!Array.isArray(value)) return [];
      const children = itemsOf(value, root, pages, depth + 1);
      // The index of a section that the theme shows as the section itself.
      const [first, ...rest] = children;
      if (first?.kind === 'page' && first.label === null && isIndex(first.file) && depth > 0) {
        return [pageNode(first.file, label, rest)];
      }
      return [{ kind: 'group', label, children }];
    });
  });
}

function leafOf(
  path: string,
  label: string | null,
  root: string,
  pages: ReadonlySet<string>,
): NavNode[] {
  if (/^[a-z][a-z\d+.-]*:/i.test(path)) return [{ kind: 'link', label: label ?? path, url: path }];
  const file = sourcePath(root, path.replace(/#.*$/, ''));
  return pages.has(file) ? [pageNode(file, label)] : [];
}
