/** Sites of Mintlify. */
import { posix } from 'node:path';
import { readToolConfig } from '../config/data.ts';
import type {
  Dialect,
  ImportIssue,
  NavNode,
  SourceFolder,
  SourceSection,
  SourceSite,
} from '../model.ts';
import { isRecord, textIn, valueIn } from '../read/front-matter.ts';
import { componentName } from './component-names.ts';
import { redirectsIn } from '../redirects.ts';
import { fileRoute, pagesBelow, sourcePath, withoutEnding } from '../source-names.ts';
import { DASHED, GITHUB, MINT, PRESS } from '../slugs.ts';
import { pageNode, folderTree } from '../tree.ts';

const DIALECT: Dialect = {
  isMdx: true,
  hasColons: true,
  showsTitle: true,
  slugs: [MINT, DASHED, GITHUB, PRESS],
  componentName,
};

/** Reads the site whose `docs.json` or `mint.json` is in `base`. */
export async function readMintlify(folder: SourceFolder, base: string): Promise<SourceSite> {
  const issues: ImportIssue[] = [];
  const file = ['docs.json', 'mint.json']
    .map((name) => sourcePath(base, name))
    .find((path) => folder.has(path));
  const config = file === undefined ? null : await readToolConfig(folder, file, issues);
  const shown = pagesBelow(folder.files, base, (path) =>
    /^(?:_?snippets|node_modules)\/|(?:^|\/)_[^/]*$/i.test(path),
  );
  const isLeftOut = (path: string): boolean => ABOUT.test(posix.relative(base, path));
  const pages = shown.filter((path) => !isLeftOut(path));
  for (const path of shown.filter(isLeftOut)) {
    const says = 'Mintlify does not show this file, so it was not imported.';
    issues.push({ file: path, line: null, kind: 'file', says });
  }
  const byId = new Map(pages.map((path) => [idOf(posix.relative(base, path)), path]));
  const navigation = valueIn(config, 'navigation');
  const operations = (node: unknown): string[] =>
    typeof node === 'string' && /^(?:GET|POST|PUT|PATCH|DELETE)\s/.test(node) ? [node] : [];
  for (const found of stringsIn(navigation, 0).flatMap(operations)) {
    const says = `${found} is an operation in an API definition: docs ref upload uploads definitions.`;
    issues.push({ file: file ?? base, line: null, kind: 'navigation', says });
  }
  const versions = valueIn(navigation, 'versions');
  const lists: readonly (readonly [string | null, unknown])[] = Array.isArray(versions)
    ? versions.map((each: unknown, index) => [
        textIn(valueIn(each, 'version')) ?? `v${index + 1}`,
        each,
      ])
    : [[null, navigation]];
  const left = new Set(pages);
  const sections = lists.map(([version, list], index): SourceSection => {
    const own = new Set<string>();
    const isLast = index === lists.length - 1;
    const nodes = nodesOf(list, byId, 0);
    collect(nodes, own);
    const taken = [...left].filter((path) => own.has(path) || isLast);
    for (const path of taken) left.delete(path);
    return {
      version,
      documentation: null,
      pages: taken,
      root: base,
      routes: ({ file: path }) => [
        ...new Set([fileRoute(base, path), `/${idOf(posix.relative(base, path))}`]),
      ],
      navigation: (read) => (nodes.length > 0 ? nodes : folderTree(base, taken, read)),
    };
  });
  return {
    dialect: DIALECT,
    name: textIn(valueIn(config, 'name')),
    sections: sections.filter(({ pages: own }) => own.length > 0),
    outside: null,
    publicFolders: [base],
    roots: [base],
    base: '',
    redirects: redirectsIn(valueIn(config, 'redirects'), 'source', 'destination'),
    address: null,
    issues,
  };
}

/** Files about the sources themselves. */
const ABOUT = /^(?:README|CONTRIBUTING|LICENSE|CHANGELOG|AGENTS|CLAUDE)\.md$/i;

const idOf = (path: string): string => withoutEnding(path).replace(/^\/+/, '');

/** What holds pages, with the key of its name. Sections of the first kinds are groups of groups. */
const KINDS = ['group', 'tab', 'anchor', 'dropdown', 'language', 'version', 'item', 'product'];
const LISTS = [
  'languages',
  'tabs',
  'anchors',
  'dropdowns',
  'products',
  'items',
  'groups',
  'pages',
  'menu',
];

function nodesOf(node: unknown, byId: ReadonlyMap<string, string>, depth: number): NavNode[] {
  if (depth > 30) return [];
  if (Array.isArray(node)) {
    return (node as readonly unknown[]).flatMap((each) => nodesOf(each, byId, depth));
  }
  if (typeof node === 'string') {
    const file = byId.get(idOf(node));
    return file === undefined ? [] : [pageNode(file)];
  }
  if (!isRecord(node)) return [];
  const children = LISTS.flatMap((key) => nodesOf(valueIn(node, key), byId, depth + 1));
  const label =
    KINDS.map((key) => textIn(valueIn(node, key))).find((text) => text !== null) ?? null;
  const root = byId.get(idOf(textIn(valueIn(node, 'root')) ?? ''));
  if (root !== undefined) return [pageNode(root, label, children)];
  const href = textIn(valueIn(node, 'href'));
  if (href !== null && label !== null && children.length === 0) {
    return [{ kind: 'link', label, url: href }];
  }
  // Only groups have names that readers look for: a tab of groups is a row above them.
  const isGroup = textIn(valueIn(node, 'group')) !== null;
  const holdsGroups = children.some(({ kind }) => kind === 'group');
  if (label === null || children.length === 0 || (!isGroup && holdsGroups)) return children;
  return [{ kind: 'group', label, children }];
}

function collect(nodes: readonly NavNode[], into: Set<string>): void {
  for (const node of nodes) {
    if (node.kind === 'page') into.add(node.file);
    if (node.kind === 'page' || node.kind === 'group') collect(node.children, into);
  }
}

function stringsIn(node: unknown, depth: number): string[] {
  if (depth > 30) return [];
  if (typeof node === 'string') return [node];
  if (Array.isArray(node)) return node.flatMap((each) => stringsIn(each, depth + 1));
  return isRecord(node) ? Object.values(node).flatMap((each) => stringsIn(each, depth + 1)) : [];
}
