/** The order of documents in Docusaurus, from sidebars, category files and labels. */
import { posix } from 'node:path';
import { readToolConfig } from '../config/data.ts';
import { type TellSetting, settingsTeller } from '../issues.ts';
import type { ImportIssue, NavNode, SourceFolder } from '../model.ts';
import { short } from '../read/phrases.ts';
import { titleOfName } from '../source-names.ts';
import { linkNode, pageNode } from '../folder-navigation.ts';
import { isRecord, textUnder, valueIn } from '../config-values.ts';

/** Translated labels of a sidebar, by the labels. */
export type Labels = ReadonlyMap<string, string>;

export const NO_LABELS: Labels = new Map();

export function labelsIn(texts: unknown): Labels {
  const labels = new Map<string, string>();
  for (const [key, value] of Object.entries(isRecord(texts) ? texts : {})) {
    const label = /^sidebar\..+?\.(?:category|link|doc)\.(.+)$/.exec(key)?.[1];
    const message = textUnder(value, 'message');
    if (label !== undefined && message !== null) labels.set(label, message);
  }
  return labels;
}

export function translated(nodes: readonly NavNode[], labels: Labels): NavNode[] {
  if (labels.size === 0) return [...nodes];
  const of = (label: string): string => labels.get(label) ?? label;
  return nodes.map((node): NavNode => {
    if (node.kind === 'separator') return node;
    if (node.kind === 'link') return { ...node, label: of(node.label) };
    const children = translated(node.children, labels);
    if (node.kind === 'group') return { ...node, label: of(node.label), children };
    return { ...node, label: node.label === null ? null : of(node.label), children };
  });
}

/** The settings of a folder, from the file in it. */
export interface Category {
  readonly label: string | null;
  readonly position: number | null;
  /** The document that opens when the folder is clicked on. */
  readonly id: string | null;
}

export const NO_CATEGORY: Category = { label: null, position: null, id: null };

/** The categories of the folders below `path`. */
export async function categoriesIn(
  folder: SourceFolder,
  path: string,
  issues: ImportIssue[],
): Promise<ReadonlyMap<string, Category>> {
  const found = new Map<string, Category>();
  for (const file of folder.files) {
    if (!/^_category_\.(?:json|ya?ml)$/.test(posix.basename(file))) continue;
    const dir = posix.dirname(file);
    if ((path !== '.' && !file.startsWith(`${path}/`)) || found.has(dir)) continue;
    const facts = await readToolConfig(folder, file, issues, NO_FACTS);
    const position = Number(textUnder(facts, 'position') ?? Number.NaN);
    const link = valueIn(facts, 'link');
    tellGenerated(facts, settingsTeller(folder, file, issues));
    found.set(dir, {
      label: textUnder(facts, 'label'),
      position: Number.isFinite(position) ? position : null,
      id: textUnder(link, 'id'),
    });
  }
  return found;
}

/**
 * Lists the words of the pages that Docusaurus generates for categories, at any depth of the
 * settings.
 */
export function tellGenerated(settings: unknown, tell: TellSetting, depth = 0): void {
  if (depth > 30 || typeof settings !== 'object' || settings === null) return;
  const isGenerated = textUnder(settings, 'type') === 'generated-index';
  for (const key of isGenerated ? ['title', 'description'] : []) {
    const text = textUnder(settings, key);
    if (text === null) continue;
    const says = `The generated page of a category was not imported, nor its words: "${short(text)}".`;
    tell(text, 'config', says);
  }
  for (const value of Object.values(settings)) tellGenerated(value, tell, depth + 1);
}

const NO_FACTS = (format: string): string =>
  `This is not valid ${format}: the title and order of the folder were not read.`;

export interface SidebarContext {
  readonly byId: ReadonlyMap<string, string>;
  readonly tree: (dir: string) => NavNode[];
  readonly depth: number;
}

export function itemsOf(items: unknown, context: SidebarContext): NavNode[] {
  if (context.depth > 30) return [];
  const deeper = { ...context, depth: context.depth + 1 };
  if (isRecord(items) && textUnder(items, 'type') === null) {
    return Object.entries(items).map(([label, inner]) => ({
      kind: 'group',
      label,
      children: itemsOf(inner, deeper),
    }));
  }
  const list = Array.isArray(items) ? (items as readonly unknown[]) : [items];
  return list.flatMap((item) => itemOf(item, deeper));
}

function itemOf(item: unknown, context: SidebarContext): NavNode[] {
  const page = (id: string | null, label: string | null = null): NavNode[] => {
    const file = id === null ? undefined : context.byId.get(id);
    if (file !== undefined) return [pageNode(file, label)];
    return id === null ? [] : [linkNode(id, label)];
  };
  if (typeof item === 'string') return page(item);
  if (!isRecord(item)) return [];
  const label = textUnder(item, 'label');
  switch (textUnder(item, 'type')) {
    case 'doc':
    case 'ref':
      return page(textUnder(item, 'id'), label);
    case 'autogenerated':
      return context.tree(textUnder(item, 'dirName') ?? '.');
    case 'link': {
      const url = textUnder(item, 'href');
      return url === null ? [] : [linkNode(url, label)];
    }
    case 'category': {
      const children = itemsOf(valueIn(item, 'items') ?? [], context);
      const id = textUnder(valueIn(item, 'link'), 'id');
      const file = id === null ? undefined : context.byId.get(id);
      const rest = children.filter((child) => child.kind !== 'page' || child.file !== file);
      if (file !== undefined) return [pageNode(file, label, rest)];
      return [{ kind: 'group', label: label ?? titleOfName(id ?? 'Pages'), children }];
    }
    case null:
      return itemsOf(item, context);
    case 'html': {
      const html = textUnder(item, 'value');
      return html === null ? [] : [linkNode(html)];
    }
    default:
      return [];
  }
}
