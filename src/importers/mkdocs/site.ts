/** Sites of MkDocs. */
import { readToolConfig } from '../config/data.ts';
import type { Dialect, ImportIssue, NavNode, SourceFolder, SourceSite } from '../model.ts';
import { movesIn } from '../redirects.ts';
import { GITHUB, PYTHON } from '../slugs.ts';
import { firstFile, isFar, isIndex, isOutside, pagesBelow, sourcePath } from '../source-names.ts';
import { addressIn, pageNode, siteOf } from '../tree.ts';
import { allUnder, isRecord, listUnder, textUnder, textIn, valueIn } from '../values.ts';

const DIALECT: Dialect = { isPython: true, slugs: [PYTHON, GITHUB] };

/** Reads the site whose `mkdocs.yml` is in `base`. */
export async function readMkDocs(folder: SourceFolder, base: string): Promise<SourceSite> {
  const issues: ImportIssue[] = [];
  const file = firstFile(folder, base, ['mkdocs.yml', 'mkdocs.yaml']);
  const config = await readToolConfig(folder, file, issues);
  const named = sourcePath(base, textUnder(config, 'docs_dir') ?? 'docs');
  const isThere = isOutside(named) || folder.files.some((path) => path.startsWith(`${named}/`));
  const root = isThere ? named : base;
  const pages = pagesBelow(folder.files, root);
  const plugins = allUnder(config, 'plugins');
  const snippets = allUnder(config, 'markdown_extensions')
    .flatMap((each) => allUnder(valueIn(each, 'pymdownx.snippets'), 'base_path'))
    .flatMap((path) => textIn(path) ?? []);
  const navigation = (): NavNode[] => itemsOf(listUnder(config, 'nav'), root, new Set(pages), 0);
  return siteOf(DIALECT, root, pages, navigation, {
    name: textUnder(config, 'site_name'),
    roots: [root, base, ...snippets.map((path) => sourcePath(base, path))],
    base: (textUnder(config, 'site_url') ?? '').replace(/^https?:\/\/[^/]+/, '').replace(/\/$/, ''),
    redirects: plugins.flatMap((each) =>
      movesIn(valueIn(valueIn(each, 'redirects'), 'redirect_maps')),
    ),
    address: addressIn(config, 'site_url'),
    issues,
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
      // The theme shows the index of a section as the section itself.
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
  if (isFar(path)) return [{ kind: 'link', label: label ?? path, url: path }];
  const file = sourcePath(root, path.replace(/#.*$/, ''));
  return pages.has(file) ? [pageNode(file, label)] : [];
}
