/** Builds navigations from files and folders alone. */
import { posix } from 'node:path';
import { byCodeUnit } from '../model/order.ts';
import type { Dialect, NavNode, SourcePage, SourceSection, SourceSite } from './model.ts';
import { fileRoute, isIndex, isOutside, numberOf, titleOfName } from './source-names.ts';
import { textUnder } from './config-values.ts';

/** Facts about a folder besides its name. */
export interface FolderFacts {
  readonly label: string | null;
  readonly position: number | null;
  /** The page that opens when the folder is clicked on. */
  readonly page: string | null;
}

interface TreeOptions {
  /** The folder whose entries are returned. */
  readonly folder: string;
  readonly pages: readonly string[];
  readonly read: ReadonlyMap<string, SourcePage>;
  readonly facts: (folder: string) => FolderFacts;
  /** Whether a number at the beginning of a name sets the order and is not part of the name. */
  readonly numbered: boolean;
}

/** The entries of a folder: its index first, then by position, then by name. */
export function treeOf(options: TreeOptions): NavNode[] {
  const { folder, pages, read, facts, numbered } = options;
  const prefix = folder === '.' ? '' : `${folder}/`;
  const folders = new Map<string, string[]>();
  const entries: { node: NavNode; position: number; name: string }[] = [];
  const far = Number.MAX_SAFE_INTEGER;
  for (const file of pages) {
    if (!file.startsWith(prefix)) continue;
    const rest = file.slice(prefix.length);
    const slash = rest.indexOf('/');
    if (slash !== -1) {
      const name = rest.slice(0, slash);
      const own = folders.get(name);
      if (own) own.push(file);
      else folders.set(name, [file]);
      continue;
    }
    const number = numbered ? numberOf(rest) : undefined;
    const given = read.get(file)?.head.position ?? (number === undefined ? null : Number(number));
    const position = given ?? (isIndex(file) ? -1 : far);
    entries.push({ node: pageNode(file), position, name: rest });
  }
  for (const [name, own] of folders) {
    const path = prefix + name;
    const { label, position, page } = facts(path);
    const children = treeOf({ ...options, folder: path, pages: own });
    const index = page ?? own.find((file) => posix.dirname(file) === path && isIndex(file)) ?? null;
    const rest = children.filter((child) => child.kind !== 'page' || child.file !== index);
    const number = numbered ? numberOf(name) : undefined;
    const indexed = index === null ? null : (read.get(index)?.head.position ?? null);
    const node: NavNode =
      index === null
        ? { kind: 'group', label: label ?? titleOfName(name), children: rest }
        : { kind: 'page', file: index, label, children: rest };
    const place = position ?? indexed ?? (number === undefined ? far : Number(number));
    entries.push({ node, position: place, name });
  }
  return entries
    .toSorted((a, b) => a.position - b.position || byCodeUnit(a.name, b.name))
    .map(({ node }) => node);
}

/** A page; by default without a label of its own and without pages below it. */
export const pageNode = (
  file: string,
  label: string | null = null,
  children: readonly NavNode[] = [],
): NavNode => ({ kind: 'page', file, label, children });

/** A navigation entry for an address, or for a page that does not exist. */
export const linkNode = (url: string, label: string | null = null): NavNode => ({
  kind: 'link',
  label: label ?? url,
  url,
});

/** The pages of a navigation. */
export const filesIn = (nodes: readonly NavNode[]): string[] =>
  nodes.flatMap((node) => [
    ...(node.kind === 'page' ? [node.file] : []),
    ...(node.kind === 'page' || node.kind === 'group' ? filesIn(node.children) : []),
  ]);

const NO_FACTS = (): FolderFacts => ({ label: null, position: null, page: null });

/** The navigation of a site that has none: the tree of its folders. */
export const folderTree = (
  folder: string,
  pages: readonly string[],
  read: ReadonlyMap<string, SourcePage>,
): NavNode[] => treeOf({ folder, pages, read, facts: NO_FACTS, numbered: false });

/** A site of one documentation in `root`, addressed by file. `facts` overrides the defaults. */
export const siteOf = (
  dialect: Dialect,
  root: string,
  pages: readonly string[],
  navigation: () => readonly NavNode[],
  facts: Partial<SourceSite & Pick<SourceSection, 'routes' | 'showsOutside' | 'isDraft'>>,
): SourceSite => {
  const {
    routes = ({ file }) => [fileRoute(root, file)],
    showsOutside,
    isDraft,
    ...others
  } = facts;
  const section: SourceSection = {
    version: null,
    documentation: null,
    pages,
    root,
    routes,
    ...(showsOutside && { showsOutside }),
    ...(isDraft && { isDraft }),
    navigation: (read) => {
      const nodes = navigation();
      return nodes.length > 0 ? nodes : folderTree(root, pages, read);
    },
  };
  return {
    dialect,
    name: null,
    sections: [section],
    outside: isOutside(root) ? root : null,
    settings: [],
    publicFolders: [root],
    roots: [root],
    base: '',
    redirects: [],
    address: null,
    issues: [],
    ...others,
  };
};

/** The origin that a configuration names under `key`; null if it does not name one. */
export const addressIn = (config: unknown, key: string): string | null =>
  /^https?:\/\/[^\s/]+/.exec(textUnder(config, key) ?? '')?.[0] ?? null;

/** Joins several navigations, with a separator between them. */
export const separated = (navigations: readonly (readonly NavNode[])[]): NavNode[] =>
  navigations
    .filter((nodes) => nodes.length > 0)
    .reduce<NavNode[]>((all, nodes) => {
      if (all.length > 0) all.push({ kind: 'separator' });
      all.push(...nodes);
      return all;
    }, []);
