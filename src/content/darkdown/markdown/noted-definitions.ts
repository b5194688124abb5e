/**
 * Records which link definitions a run of Markdown has, and which definitions its links use.
 * markdown-it reads both without leaving a token.
 */
import type MarkdownIt from 'markdown-it';
import type { StateBlock } from 'markdown-it';

/** A definition in the lines of a run, from 0: `[label]: target (title)`. */
export interface NotedDefinition {
  /** In the form in which links are compared with it. */
  readonly label: string;
  readonly line: number;
  /** The line after its last one. */
  end: number;
  /** The text before it on its first line: marks of quotes and lists. */
  readonly before: string;
}

/** What was noted. A parser with such an environment adds to it. */
export interface Notes {
  readonly definitions: NotedDefinition[];
  /** Labels, defined anywhere on the page. */
  readonly used: Set<string>;
}

const LABEL = /\[((?:[^[\]\\]|\\[^])+)\]:/y;

const notesOf = ({ env }: { readonly env: object }): Notes | undefined =>
  (env as { readonly notes?: Notes }).notes;

/** Makes the parser record definitions and their uses in environments that have `notes`. */
export function noteDefinitions(md: InstanceType<typeof MarkdownIt>): void {
  // Called at each block: the previous definition ends here. A blank line would have ended it
  // earlier.
  md.block.ruler.before('table', 'end_definition', (state, startLine) => {
    const last = notesOf(state)?.definitions.at(-1);
    if (last?.end === Number.POSITIVE_INFINITY) last.end = startLine;
    return false;
  });
  md.block.ruler.before('reference', 'note_definition', (state, startLine) => {
    notesOf(state)?.definitions.push(...candidateAt(state, startLine));
    return false;
  });
  // Only called if it was not a definition.
  md.block.ruler.after('reference', 'unnote_definition', (state, startLine) => {
    const definitions = notesOf(state)?.definitions;
    if (definitions?.at(-1)?.line === startLine) definitions.pop();
    return false;
  });
  md.core.ruler.after('block', 'note_uses', (state) => {
    const notes = notesOf(state);
    if (notes === undefined) return;
    const env = state.env as { references?: object };
    env.references = new Proxy(env.references ?? {}, {
      get(references, label) {
        const found: unknown = Reflect.get(references, label);
        if (found !== undefined && typeof label === 'string') notes.used.add(label);
        return found;
      },
    });
  });

  function candidateAt(state: StateBlock, line: number): NotedDefinition[] {
    const begin = state.bMarks[line] ?? 0;
    const open = begin + (state.tShift[line] ?? 0);
    LABEL.lastIndex = open;
    const [, name] = LABEL.exec(state.src) ?? [];
    if (name === undefined) return [];
    const label = md.utils.normalizeReference(name);
    const start = state.src.lastIndexOf('\n', open) + 1;
    return [{ label, line, end: Number.POSITIVE_INFINITY, before: state.src.slice(start, open) }];
  }
}
