/** Parses a body into blocks, in one pass. Leaves Markdown to markdown-it, for conversions only. */
import { fenceNode } from './fence.ts';
import type { Diagnostic, Document, Fragment, Node } from './model.ts';
import { placed } from '../../../system/findings/place.ts';
import { pluginNode } from './plugin.ts';
import type { ParseCallbacks } from './plugin.ts';
import { rawNode } from './raw.ts';
import { regionsOf } from './regions.ts';
import type { Region, Warn } from './regions.ts';
import { TreeBuilder } from './match-tags.ts';
import { MAX_BLOCK_DEPTH } from './vocabulary.ts';

type Unplaced = Omit<Diagnostic, 'line' | 'column'>;

/**
 * Parses any text, in linear time. Malformed constructs stay Markdown; `diagnostics` says why.
 * `body` has no header and no section markers, and LF line ends.
 */
export function parse(body: string): Document {
  const findings: Unplaced[] = [];
  const assets = new Map<string, string>();
  const nodes = new Parser(body, findings, assets, 0).read();
  const diagnostics = placed(body, findings);
  return { source: body, nodes, assets, diagnostics };
}

class Parser {
  readonly #source: string;
  readonly #findings: Unplaced[];
  readonly #assets: Map<string, string>;
  readonly #nesting: number;

  constructor(source: string, findings: Unplaced[], assets: Map<string, string>, nesting: number) {
    this.#source = source;
    this.#findings = findings;
    this.#assets = assets;
    this.#nesting = nesting;
  }

  read(): Node[] {
    const warn: Warn = (rule, offset, message) => {
      this.#findings.push({ rule, offset, message });
    };
    const tree = new TreeBuilder(this.#source, warn);
    for (const region of regionsOf(this.#source, warn)) this.#take(region, tree, warn);
    return tree.finish(this.#source.length);
  }

  #take(region: Region, tree: TreeBuilder, warn: Warn): void {
    const { start, end } = region;
    switch (region.kind) {
      case 'text':
      case 'code':
        return undefined;
      case 'fence': {
        const { opening, content } = region;
        const code = this.#source.slice(content.start, content.end);
        return tree.node(fenceNode(opening, { start, end }, code));
      }
      case 'raw': {
        const { tag, content } = region;
        return tree.node(rawNode(tag, this.#source.slice(content.start, content.end), end));
      }
      case 'plugin': {
        const nesting: ParseCallbacks = {
          fragment: (source) => this.#fragment(source, start),
          warn,
        };
        return tree.node(pluginNode(region, { start, end }, nesting));
      }
      case 'asset':
        this.#assets.set(region.id, region.url);
        return tree.node(region);
      case 'open':
        return tree.open(region.tag, end);
      case 'close':
        return tree.close(region.tag.name, start, end);
      case 'leaf':
        return tree.leaf(region.tag, end);
      default:
        return region satisfies never;
    }
  }

  /** Markdown from a plugin's JSON. Mistakes in it are reported at the plugin's `offset`. */
  #fragment(source: string, offset: number): Fragment {
    if (source === '') return { source, nodes: [] };
    if (this.#nesting >= MAX_BLOCK_DEPTH) {
      return { source, nodes: [{ kind: 'markdown', start: 0, end: source.length }] };
    }
    const inner: Unplaced[] = [];
    const nodes = new Parser(source, inner, this.#assets, this.#nesting + 1).read();
    for (const finding of inner) this.#findings.push({ ...finding, offset });
    return { source, nodes };
  }
}
