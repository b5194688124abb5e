/** Darkdown to plain Markdown: replaces the platform's own constructs and nothing else. */
import { cardsOf, contentOf, rowsOf, textOf, unwrapTable, videoUrl } from '../read/blocks.ts';
import type { InlineTag } from '../read/inline.ts';
import { inlinesOf } from '../read/inline.ts';
import { fenceOf } from '../read/fence.ts';
import type { Block, Code, Fragment, Node, Span } from '../read/model.ts';
import { SeenDefinitions } from '../markdown/definitions.ts';
import type { Conversion } from './conversion.ts';
import { seenHtml } from './html-markup.ts';
import type { ParsedPage } from './parsed-page.ts';
import type { LinkTarget, Resolver } from './resolver.ts';

/**
 * The page's source with darkdown's own constructs replaced, and without comments, which readers do
 * not see.
 */
export function writeMarkdown(page: ParsedPage, resolver: Resolver): string {
  const { document } = page;
  return new MarkdownWriter(page.conversion(resolver), document).fragment(document);
}

/** Literal text, escaped for Markdown. */
const escapeMarkdown = (text: string): string => text.replaceAll(/[\\`*_[\]<>&~|{}#]/g, '\\$&');

/** A link whose text is its address. */
const bare = (url: string): string => (url.trim() === '' ? '' : `<${url}>`);

const bold = (text: string): string =>
  text.trim() === '' ? '' : `**${escapeMarkdown(text.trim())}**`;

/** A link target in the notation that Markdown needs. */
const target = (url: string): string =>
  /[\s()<>]/.test(url) ? `<${url.replaceAll(/[<>\n]/g, encodeURIComponent)}>` : url;

const link = (text: string, url: string): string => `[${escapeMarkdown(text)}](${target(url)})`;

const quoted = (text: string): string =>
  text
    .trim()
    .split('\n')
    .map((line) => (line === '' ? '>' : `> ${line}`))
    .join('\n');

/** Blocks with a blank line between them. Empty ones are left out. */
const stacked = (...parts: readonly string[]): string =>
  parts
    .map((part) => part.replace(/^\n+/, '').trimEnd())
    .filter((part) => part !== '')
    .join('\n\n');

class MarkdownWriter {
  readonly #project: Conversion;
  readonly #definitions: SeenDefinitions;

  /** `page`: everything that is written. Its links use its definitions. */
  constructor(project: Conversion, page: Fragment) {
    this.#project = project;
    this.#definitions = new SeenDefinitions(page, (gate) => project.shows(gate));
  }

  fragment({ source, nodes }: Fragment): string {
    let text = '';
    for (const node of nodes) {
      if (node.kind === 'markdown') text += this.#inlines(source, node);
      else if (isPlainFence(node)) text += source.slice(node.start, node.end);
      else {
        const block = stacked(this.#node(node));
        if (block !== '') text += `${block}\n`;
      }
    }
    return text;
  }

  #node(node: Exclude<Node, { kind: 'markdown' }>): string {
    switch (node.kind) {
      case 'code':
        return this.#code(node);
      case 'html':
        return seenHtml(node.html);
      case 'asset':
        return '';
      case 'block':
        return this.#block(node);
      default:
        return node satisfies never;
    }
  }

  #code(node: Code): string {
    return stacked(bold(textOf(node.attributes, 'title')), fenceOf(node.code, node.language));
  }

  #block(block: Block): string {
    const { attributes } = block;
    const title = textOf(attributes, 'title');
    switch (block.name) {
      case 'callout':
        return quoted(stacked(bold(title), this.fragment(block.body)));
      case 'image': {
        const caption = this.fragment(contentOf(block)).trim().replaceAll(/\s+/g, ' ');
        return `![${caption}](${target(this.#project.asset(textOf(attributes, 'url')))})`;
      }
      case 'code':
        return stacked(
          ...block.body.nodes.map((node) =>
            this.fragment({ source: block.body.source, nodes: [node] }),
          ),
        );
      case 'table':
        return this.#table(unwrapTable(block));
      case 'video':
        return bare(videoUrl(block));
      case 'github-code':
        return bare(textOf(attributes, 'url'));
      case 'cards':
      case 'card':
        return this.#cards(block);
      case 'synced':
        return this.#project.withSynced(textOf(attributes, 'id'), (body) =>
          new MarkdownWriter(this.#project, body).fragment(body),
        );
      case 'index-list':
        return this.#project.resolver
          .children()
          .map((child: LinkTarget) => `- ${link(child.title, child.url)}`)
          .join('\n');
      case 'conditional':
        return this.#project.shows(block) ? this.fragment(block.body) : '';
      case 'changelog':
        return stacked(bold(textOf(attributes, 'label')), this.fragment(block.body));
      default:
        return stacked(bold(title), this.fragment(contentOf(block)));
    }
  }

  #cards(block: Block): string {
    return cardsOf(block)
      .map((card) => {
        const name = card.link === '' ? bold(card.title) : link(card.title, card.link);
        return `- ${name}${card.text === '' ? '' : `: ${escapeMarkdown(card.text)}`}`;
      })
      .join('\n');
  }

  #table(table: Block): string {
    const rows = rowsOf(table);
    if (rows === undefined) return stacked(this.fragment(table.body));
    const lines = rows.map(({ cells }) => cells.map(({ content }) => this.#cell(content)));
    const columns = lines.reduce((most, { length }) => Math.max(most, length), 0);
    // A pipe table must have a header row, so an empty one is added if this table has none.
    if (!rows[0]?.cells.some(({ header }) => header)) lines.unshift([]);
    const print = (cells: readonly string[]): string =>
      `| ${Array.from({ length: columns }, (_, index) => cells[index] ?? '').join(' | ')} |`;
    const [head = [], ...body] = lines;
    const rule = print(Array.from({ length: columns }, () => '----'));
    return [print(head), rule, ...body.map((cells) => print(cells))].join('\n');
  }

  /** A cell on one line, because a pipe table cannot hold blocks. */
  #cell(content: Fragment): string {
    const text = this.fragment(content).trim();
    return text.replaceAll(/(?<!\\)\|/g, '\\|').replaceAll(/(?: {2}|\\)?\n+/g, '<br>');
  }

  #inlines(page: string, { start, end }: Span): string {
    const source = this.#definitions.seenOf(page.slice(start, end));
    const links: string[] = [];
    let text = '';
    let from = 0;
    for (const item of inlinesOf(source, { start: from, end: source.length })) {
      if (item.kind === 'stray') continue;
      text += source.slice(from, item.start);
      if (item.kind === 'auto') text += link(this.#project.title(item.href), item.href);
      else if (item.kind === 'tag') {
        text += item.name === 'link' ? linkMark(item, links) : this.#tag(item);
      }
      from = item.end;
    }
    return text + source.slice(from);
  }

  #tag({ name, attributes }: InlineTag): string {
    switch (name) {
      case 'badge':
        return escapeMarkdown(textOf(attributes, 'text'));
      case 'key':
        return bold(textOf(attributes, 'key'));
      case 'glossary':
        return escapeMarkdown(textOf(attributes, 'term'));
      case 'inline-image':
        return `![](${target(this.#project.asset(textOf(attributes, 'url')))})`;
      default:
        return '';
    }
  }
}

/**
 * One tag of `{% link %}`. In darkdown the target is in the opening tag, in Markdown at the end.
 */
function linkMark({ attributes, close }: InlineTag, links: string[]): string {
  if (!close) {
    links.push(textOf(attributes, 'href'));
    return '[';
  }
  const href = links.pop();
  return href === undefined ? '' : `](${target(href)})`;
}

const isPlainFence = (node: Node): node is Code =>
  node.kind === 'code' && node.notation === 'fence' && node.attributes.size === 0;
