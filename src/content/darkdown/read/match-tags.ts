/** Matches opening tags with closing ones and builds the nodes. Time is linear in their number. */
import type { Block, Fragment, Node, Span } from './model.ts';
import type { Warn } from './regions.ts';
import type { Tag } from './tag.ts';

interface Opened {
  readonly tag: Tag;
  /** Index into the list of events. */
  readonly index: number;
}

type Event =
  | { readonly kind: 'node'; readonly node: Node }
  | { readonly kind: 'open'; readonly tag: Tag; readonly open: Span }
  | { readonly kind: 'close'; readonly close: Span };

/** Builds the nodes of a document from its regions, in order. */
export class TreeBuilder {
  readonly #source: string;
  readonly #warn: Warn;
  readonly #events: Event[] = [];
  readonly #matched = new Set<number>();
  readonly #stack: Opened[] = [];
  /** The beginning of the text that no node covers so far. */
  #from = 0;

  constructor(source: string, warn: Warn) {
    this.#source = source;
    this.#warn = warn;
  }

  node(node: Node): void {
    this.#text(node.start);
    this.#events.push({ kind: 'node', node });
    this.#from = node.end;
  }

  leaf(tag: Tag, end: number): void {
    this.node(this.#block(tag, { start: tag.start, end }, null, []));
  }

  open(tag: Tag, end: number): void {
    const open = { start: tag.start, end };
    this.#text(tag.start);
    this.#stack.push({ tag, index: this.#events.length });
    this.#events.push({ kind: 'open', tag, open });
    this.#from = end;
  }

  /** Closes the innermost block of that name. Open blocks inside it are not closed. */
  close(name: string, start: number, end: number): void {
    const at = this.#stack.findLastIndex(({ tag }) => tag.name === name);
    const opened = this.#stack[at];
    if (opened === undefined) return;
    this.#abandon(at + 1);
    this.#stack.pop();
    this.#matched.add(opened.index);
    this.#text(start);
    this.#events.push({ kind: 'close', close: { start, end } });
    this.#from = end;
  }

  finish(end: number): Node[] {
    this.#abandon(0);
    this.#text(end);
    const root: Node[] = [];
    const levels: { tag: Tag; open: Span; nodes: Node[] }[] = [];
    let nodes = root;
    this.#events.forEach((event, index) => {
      if (event.kind === 'node') nodes.push(event.node);
      else if (event.kind === 'open') {
        if (this.#matched.has(index)) {
          nodes = [];
          levels.push({ tag: event.tag, open: event.open, nodes });
        } else nodes.push(this.#block(event.tag, event.open, null, []));
      } else {
        const level = levels.pop();
        nodes = levels.at(-1)?.nodes ?? root;
        if (level) nodes.push(this.#block(level.tag, level.open, event.close, level.nodes));
      }
    });
    return root;
  }

  /** Treats blocks without an end as empty, so that one mistake does not swallow a page. */
  #abandon(depth: number): void {
    for (const { tag } of this.#stack.splice(depth)) {
      this.#warn(
        'unclosed-block',
        tag.start,
        `This {% ${tag.name} %} is never closed with {% /${tag.name} %}.`,
      );
    }
  }

  #text(end: number): void {
    if (end <= this.#from) return;
    this.#events.push({ kind: 'node', node: { kind: 'markdown', start: this.#from, end } });
    this.#from = end;
  }

  #block(tag: Tag, open: Span, close: Span | null, nodes: readonly Node[]): Block {
    const body: Fragment = { source: this.#source, nodes };
    const { start } = open;
    const end = close?.end ?? open.end;
    return {
      kind: 'block',
      notation: 'tag',
      name: tag.name,
      attributes: tag.attributes,
      start,
      end,
      open,
      close,
      body,
    };
  }
}
