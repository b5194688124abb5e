/** Reads the Markdown of one page. Import this lazily: it loads markdown-it. */
import { toCurrentForm } from '../read/blocks.ts';
import type { Fragment } from '../read/model.ts';
import type { Flow, MarkdownFlow, Phrases } from './flow.ts';
import { flowsOf, phrasesOf } from './lower.ts';
import { markdownIt } from './markdown-it.ts';
import type { MarkdownEnv } from './markdown-it.ts';

/** A line that may define a link's target, `[a]: /b`, for the whole page. */
const DEFINITION = /^ {0,3}\[[^\]\n]+\]:/m;

type Definitions = NonNullable<MarkdownEnv['references']>;

/** Reads the runs of one page. A link target that one run defines applies to all. */
export class PageReader {
  readonly #definitions: Definitions = {};
  readonly #plain = new Map<Fragment, readonly Flow[]>();
  readonly #broken = new Map<Fragment, readonly Flow[]>();
  #hasLearnt = false;

  constructor(page: Fragment) {
    if (page.source.includes(']:')) this.#define(page);
  }

  /** Whether a run, such as that of a synced block, defined targets that earlier runs lacked. */
  get hasLearnt(): boolean {
    return this.#hasLearnt;
  }

  /** Link targets by their labels. */
  get definitions(): Readonly<Definitions> {
    return this.#definitions;
  }

  /**
   * Blocks in the form of later pages and parsed Markdown, in order. Each fragment is read once,
   * until a run defines targets for later ones. `cellBreaks`: the characters `\n` break a line in
   * cells of pipe tables, as in an early page's `{% table %}`.
   */
  flows(fragment: Fragment, cellBreaks = false): readonly Flow[] {
    const known = cellBreaks ? this.#broken : this.#plain;
    const before = this.#hasLearnt ? undefined : known.get(fragment);
    const flows = before ?? this.#flows(fragment, cellBreaks);
    if (!this.#hasLearnt) known.set(fragment, flows);
    return flows;
  }

  #flows({ source, nodes }: Fragment, cellBreaks: boolean): Flow[] {
    const flows: Flow[] = [];
    for (const node of nodes) {
      if (node.kind === 'block') flows.push(toCurrentForm(node));
      else if (node.kind !== 'markdown') flows.push(node);
      else {
        const run = this.run(source.slice(node.start, node.end), cellBreaks);
        for (const flow of run) flows.push(flow);
      }
    }
    return flows;
  }

  /** The content of one run of Markdown. */
  run(text: string, cellBreaks = false): MarkdownFlow[] {
    const references = Object.create(this.#definitions) as Definitions;
    const flows = flowsOf(markdownIt.parse(text, { references, cellBreaks }));
    const learnt = Object.keys(references).length > 0;
    if (learnt) Object.assign(this.#definitions, references);
    this.#hasLearnt ||= learnt;
    return flows;
  }

  /** The content of one paragraph, whatever its text begins with. */
  line(text: string): Phrases {
    return markdownIt.parseInline(text, this.#env).flatMap((token) => phrasesOf(token));
  }

  get #env(): MarkdownEnv {
    return { references: this.#definitions, cellBreaks: false };
  }

  /** A link may come before the definition of its target, with blocks between them. */
  #define({ source, nodes }: Fragment): void {
    for (const node of nodes) {
      if (node.kind === 'block') this.#define(node.body);
      else if (node.kind === 'markdown') {
        const text = source.slice(node.start, node.end);
        if (DEFINITION.test(text)) markdownIt.block.parse(text, markdownIt, this.#env, []);
      }
    }
  }
}
