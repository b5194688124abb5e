/** Sites of Mintlify. */
import { posix } from 'node:path';
import type {
  Dialect,
  ImportIssue,
  NavNode,
  SourceFolder,
  SourceSection,
  SourceSite,
} from '../model.ts';
import { ignoredBy } from '../excluded.ts';
import { UPLOADS, settingsTeller } from '../issues.ts';
import { AROUND_PAGES, issueIn } from '../model.ts';
import type { ElementTag } from '../read/element.ts';
import { attributeText, short } from '../read/phrases.ts';
import { redirectsIn } from '../source-redirects.ts';
import { GITHUB, MINT, PRESS } from '../anchors.ts';
import { fileRoute, firstFile, pagesBelow, sourcePath, withoutEnding } from '../source-names.ts';
import { filesIn, folderTree, linkNode, pageNode, siteOf } from '../folder-navigation.ts';
import {
  allUnder,
  isRecord,
  listUnder,
  mayBeOn,
  textIn,
  textUnder,
  valueIn,
} from '../config-values.ts';
import { readMintlifySettings } from './mintlify-settings.ts';

/**
 * A navigation entry that is an API operation, not a page. The name of the definition may come
 * first.
 */
const OPERATION = /^(?:\S+\s+)?(?:(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS|TRACE)\s+\/|WEBHOOK\s)/;

const DEFINED = `in an API definition: ${UPLOADS}`;

const DIALECT: Dialect = {
  isMdx: true,
  hasColons: true,
  showsTitle: true,
  slugs: [MINT, GITHUB, PRESS],
  componentName,
  hidesBy: ['hidden'],
  groupsKey: 'groups',
  operation: OPERATION,
  shownKeys: new Map([
    ['openapi', `is an operation ${DEFINED}`],
    ['asyncapi', `is a channel ${DEFINED}`],
    ['openapi-schema', `is a schema ${DEFINED}`],
    ['url', 'is where the entry of the navigation leads: it was left out.'],
    ['tag', 'is next to the title in the navigation: it was left out.'],
  ]),
  // The operation that the page describes, from its front matter.
  leadOf: (front) => {
    const operation = textIn(front.get('api'));
    if (operation === null) return null;
    return { heading: null, lines: [`\`${operation.replaceAll('`', '')}\``], cards: [] };
  },
};

/** Reads the site whose `docs.json` or `mint.json` is in `base`. */
export async function readMintlify(folder: SourceFolder, base: string): Promise<SourceSite> {
  const issues: ImportIssue[] = [];
  const file = firstFile(folder, base, ['docs.json', 'mint.json']);
  const {
    value: config,
    isWhole,
    settings,
  } = await readMintlifySettings(folder, base, file, issues);
  const isIgnored = ignoredBy(folder.text(sourcePath(base, IGNORE)) ?? '', IGNORE);
  const shown = pagesBelow(
    folder.files,
    base,
    (path) => /^(?:_?snippets|node_modules)\/|(?:^|\/)_[^/]*$/i.test(path) || isIgnored(path),
  );
  const isLeftOut = (path: string): boolean => ABOUT.test(posix.relative(base, path));
  const pages = shown.filter((path) => !isLeftOut(path));
  for (const path of shown.filter(isLeftOut)) {
    const says = 'Mintlify does not show this file, so it was not imported.';
    issues.push(issueIn(path, null, 'file', says));
  }
  const byId = new Map(pages.map((path) => [idOf(posix.relative(base, path)), path]));
  const navigation = valueIn(config, 'navigation');
  const tell = settingsTeller(folder, file ?? base, issues);
  const drop = (label: string, isHidden = false): void => {
    const says = isHidden
      ? 'is hidden, and so are its pages: who has their addresses can read them.'
      : 'is a row above the navigation: its groups were kept, its name was not.';
    tell(label, 'navigation', `"${short(label)}" ${says}`);
  };
  for (const name of new Set(definitionsIn(config, 0))) {
    const says = `${name} is an API definition: ${UPLOADS}`;
    issues.push(issueIn(file ?? base, null, 'config', says));
  }
  for (const key of BARS.filter((each) => valueIn(config, each) !== undefined))
    tell(key, 'config', `"${key}"${AROUND_PAGES}.`);
  const versions = listUnder(navigation, 'versions').map(
    (each, index) => [textUnder(each, 'version') ?? `v${index + 1}`, each] as const,
  );
  const lists = versions.length > 0 ? versions : [[null, navigation] as const];
  const left = new Set(pages);
  const sections = lists.map(([version, list], index): SourceSection => {
    const isHidden = mayBeOn(valueIn(list, 'hidden'));
    if (isHidden) drop(version ?? 'hidden', true);
    const nodes = nodesOf(isHidden ? listsIn(list) : list, byId, drop, 0);
    const own = new Set(filesIn(nodes));
    const isLast = index === lists.length - 1;
    const taken = [...left].filter((path) => own.has(path) || isLast);
    for (const path of taken) left.delete(path);
    return {
      version,
      documentation: null,
      pages: taken,
      root: base,
      // Mintlify excludes these pages from its search and calls them hidden.
      showsOutside: () => !isWhole,
      routes: ({ file: path }) => [
        ...new Set([fileRoute(base, path), `/${idOf(posix.relative(base, path))}`]),
      ],
      navigation: (read) => {
        if (isHidden) return [];
        return nodes.length > 0 ? nodes : folderTree(base, taken, read);
      },
    };
  });
  return siteOf(DIALECT, base, pages, () => [], {
    name: textUnder(config, 'name'),
    sections: sections.filter(({ pages: own }) => own.length > 0),
    outside: null,
    settings,
    redirects: redirectsIn(listUnder(config, 'redirects'), 'source', 'destination'),
    issues,
  });
}

const IGNORE = '.mintignore';

/** Keys of the parts above and below the pages, in both forms of the settings. */
const BARS = 'banner navbar topbarLinks topbarCtaButton footer footerSocials'.split(' ');

/** Files about the repository, not part of the documentation. */
const ABOUT = /^(?:README|CONTRIBUTING|LICENSE|CHANGELOG|AGENTS|CLAUDE)\.md$/i;

const idOf = (path: string): string => withoutEnding(path).replace(/^\/+/, '');

/** Keys that have the name of a part of the navigation. */
const KINDS = ['group', 'tab', 'anchor', 'dropdown', 'language', 'version', 'item', 'product'];
/** Kinds of parts that become versions, so their names are not lost. */
const PLACED = ['version'];
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
  'global',
];

const listsIn = (node: unknown): readonly unknown[] => LISTS.map((key) => valueIn(node, key));

/**
 * The entries of a part of the navigation. Calls `drop` with the name of each part that has no
 * counterpart.
 */
function nodesOf(
  node: unknown,
  byId: ReadonlyMap<string, string>,
  drop: (label: string, isHidden?: boolean) => void,
  depth: number,
): NavNode[] {
  if (depth > 30) return [];
  if (Array.isArray(node)) {
    return (node as readonly unknown[]).flatMap((each) => nodesOf(each, byId, drop, depth));
  }
  if (typeof node === 'string') {
    const file = byId.get(idOf(node));
    return [file === undefined ? linkNode(node) : pageNode(file)];
  }
  if (!isRecord(node)) return [];
  const label = KINDS.map((key) => textUnder(node, key)).find((text) => text !== null) ?? null;
  if (mayBeOn(valueIn(node, 'hidden'))) {
    drop(label ?? 'hidden', true);
    return [];
  }
  const children = nodesOf(listsIn(node), byId, drop, depth + 1);
  const root = byId.get(idOf(textUnder(node, 'root') ?? ''));
  if (root !== undefined) return [pageNode(root, label, children)];
  const href = textUnder(node, 'href');
  if (href !== null && label !== null && children.length === 0) {
    return [linkNode(href, label)];
  }
  // Only groups become categories. In Mintlify, tabs of groups are a row above the groups.
  const isGroup = textUnder(node, 'group') !== null;
  const holdsGroups = children.some(({ kind }) => kind === 'group');
  if (label === null || children.length === 0) return children;
  if (!isGroup && holdsGroups) {
    if (!PLACED.some((key) => textUnder(node, key) !== null)) drop(label);
    return children;
  }
  return [{ kind: 'group', label, children }];
}

/** The API definitions from which pages are generated, at any depth of the settings. */
function definitionsIn(node: unknown, depth: number): string[] {
  if (depth > 30) return [];
  if (Array.isArray(node)) return node.flatMap((each) => definitionsIn(each, depth + 1));
  if (!isRecord(node)) return [];
  return Object.entries(node).flatMap(([key, value]) => {
    if (key !== 'openapi' && key !== 'asyncapi') return definitionsIn(value, depth + 1);
    const named = isRecord(value) ? allUnder(value, 'source') : allUnder(node, key);
    return named.flatMap((each) => textIn(each) ?? []);
  });
}

const FIELDS: ReadonlySet<string> = new Set(['ParamField', 'ResponseField', 'Param']);
const TITLED: ReadonlySet<string> = new Set(['Accordion', 'Expandable', 'Tab']);

/** The text from which a component's anchor is made; empty if it has no anchor except its `id`. */
function componentName(tag: ElementTag): string {
  if (TITLED.has(tag.name)) return attributeText(tag, 'title');
  if (!FIELDS.has(tag.name)) return '';
  const keys = tag.name === 'ResponseField' ? ['name'] : ['query', 'path', 'body', 'header'];
  const name = keys.map((key) => attributeText(tag, key)).find((text) => text !== '');
  if (name === undefined) return '';
  // `maxLength` becomes `param-max-length`, and `--port <number>` becomes `param-port`.
  const plain = name.replaceAll(/<[^<>]*>/g, '').replaceAll('_', '-');
  return `param-${plain.replaceAll(/([a-z\d])([A-Z])/g, '$1-$2')}`;
}
