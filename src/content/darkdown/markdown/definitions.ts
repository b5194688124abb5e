/** The link definitions of a page, `[label]: target (title)`. Import this lazily: it loads markdown-it. */
import { toCurrentForm } from '../read/blocks.ts';
import type { Block, Document, Fragment } from '../read/model.ts';
import { GATE } from '../read/vocabulary.ts';
import { markdownIt } from './markdown-it.ts';
import type { MarkdownEnv } from './markdown-it.ts';
import type { NotedDefinition, Notes } from './added-rules.ts';

/** One run of Markdown, with what it defines and uses, and the gates around it, outermost first. */
interface NotedRun extends Notes {
  readonly source: string;
  /** Offset of its first line in `source`. */
  readonly start: number;
  readonly text: string;
  readonly gates: readonly Block[];
}

/**
 * All runs, in the order in which definitions count: if a label is defined twice, the first
 * definition counts.
 */
function* runsIn(
  { source, nodes }: Fragment,
  env: Pick<MarkdownEnv, 'references'>,
  gates: readonly Block[] = [],
): Generator<NotedRun> {
  for (const node of nodes) {
    if (node.kind === 'block') {
      const block = toCurrentForm(node);
      yield* runsIn(block.body, env, node.name === GATE ? [...gates, node] : gates);
    } else if (node.kind === 'markdown') {
      const text = source.slice(node.start, node.end);
      yield { ...notesIn(text, env), source, start: node.start, text, gates };
    }
  }
}

function notesIn(text: string, { references = {} }: Pick<MarkdownEnv, 'references'>): Notes {
  const notes: Notes = { definitions: [], used: new Set() };
  markdownIt.parse(text, { references, cellBreaks: false, notes });
  return notes;
}

/**
 * The runs with what they define and use. Each is read twice, because definitions apply to the
 * whole page.
 */
function notedRuns(page: Fragment): readonly NotedRun[] {
  if (!page.source.includes(']:')) return [];
  const references = {};
  for (const run of runsIn(page, { references })) void run;
  return [...runsIn(page, { references })];
}

/** Which definitions of a page are visible to its readers. */
export class SeenDefinitions {
  readonly #used = new Set<string>();
  readonly #written = new Set<string>();

  /** `shows`: whether the content of a gate is for the reader. */
  constructor(page: Fragment, shows: (gate: Block) => boolean) {
    for (const { used, gates } of notedRuns(page)) {
      if (gates.every((gate) => shows(gate))) for (const label of used) this.#used.add(label);
    }
  }

  /**
   * The run without definitions that no link uses. Readers do not see them, and people write
   * comments in this form. Call it once for each run of the page, in order.
   */
  seenOf(text: string): string {
    if (!text.includes(']:')) return text;
    const { definitions } = notesIn(text, { references: {} });
    const unseen = definitions.filter(({ label }) => {
      const isSeen = this.#used.has(label) && !this.#written.has(label);
      this.#written.add(label);
      return !isSeen;
    });
    return unseen.length === 0 ? text : withoutLines(text, unseen);
  }
}

const BREAK = /\r\n?|\n/g;
const CONTAINER = /^[ \t]*(?:>|[-*+]|\d+[.)])/m;

/**
 * The text without these definitions. In and after quotes and lists, an empty definition stays,
 * because it ends the block before it.
 */
function withoutLines(text: string, definitions: readonly NotedDefinition[]): string {
  const starts = [
    0,
    ...Array.from(text.matchAll(BREAK), ({ 0: end, index }) => index + end.length),
  ];
  const at = (line: number): number => starts[line] ?? text.length;
  let kept = '';
  let from = 0;
  for (const { line, end, before } of definitions) {
    kept += text.slice(from, at(line));
    const last = lastLine(text, at, line, Math.min(end, starts.length));
    const isEnding = before.trim() !== '' || CONTAINER.test(kept);
    if (isEnding) kept += `${before}[//]: #\n`;
    from = at(last);
  }
  return kept + text.slice(from);
}

/** The line after the definition: the next block's, or an earlier empty one. */
function lastLine(text: string, at: (line: number) => number, line: number, end: number): number {
  for (let next = line + 1; next < end; next += 1) {
    if (text.slice(at(next), at(next + 1)).trim() === '') return next;
  }
  return end;
}

/**
 * A definition in a gate that is used outside it, so that something for one audience is shown to
 * everybody.
 */
export interface GatedDefinition {
  /** Offset in the page. */
  readonly start: number;
  readonly label: string;
}

export function gatedDefinitions(page: Document): readonly GatedDefinition[] {
  const runs = notedRuns(page);
  const found = new Map<string, GatedDefinition & { readonly gate: Block | undefined }>();
  for (const { definitions, source, start, text, gates } of runs) {
    const lines = [
      0,
      ...Array.from(text.matchAll(BREAK), ({ 0: end, index }) => index + end.length),
    ];
    for (const { label, line, before } of definitions) {
      if (found.has(label)) continue;
      const gate = gates.at(-1);
      // Text in a plugin's data has no offset of its own.
      const own = source === page.source ? start + (lines[line] ?? 0) + before.length : null;
      found.set(label, { label, gate, start: own ?? gate?.start ?? 0 });
    }
  }
  return [...found.values()].filter(
    ({ label, gate }) =>
      gate !== undefined &&
      runs.some(({ used, gates }) => used.has(label) && !gates.includes(gate)),
  );
}
