/** Files and tables of contents in place of a line. */
import type { Dialect } from '../../model.ts';
import type { Container } from './container.ts';
import { push, lineStart, lineText } from './rule.ts';
import type { BlockRule } from './rule.ts';

const SNIPPET = /^-{1,}8<-{1,}[ \t]+["']([^"'\n]+)["'][ \t]*$/;
const CODE_FILE = /^<<<[ \t]*(\S+?)((?:#[\w-]+)?(?:\{[^}]*\})?)(?:[ \t]*\[([^\]]*)\])?[ \t]*$/;
const CONTENTS = /^\[\[?toc\]?\][ \t]*$/i;

/** Lines that stand for a file, or for a table of contents. */
export const lineRule =
  ({ isPython, hasCodeFiles }: Dialect): BlockRule =>
  (state, startLine, _endLine, silent) => {
    const char = state.src[lineStart(state, startLine)];
    if (char !== '-' && char !== '<' && char !== '[') return false;
    const text = lineText(state, startLine);
    let container: Container | null = null;
    const snippet = isPython ? SNIPPET.exec(text) : null;
    const file = hasCodeFiles ? CODE_FILE.exec(text) : null;
    if (snippet) container = { kind: 'include', path: snippet[1] ?? '', lines: '' };
    if (file) {
      const [source, path = '', lines = '', title = ''] = file;
      const label = title === '' ? '' : ` [${title}]`;
      container = { kind: 'code-file', path, info: `${lines}${label}`, source };
    }
    if (CONTENTS.test(text) && (isPython || hasCodeFiles)) {
      container = { kind: 'nothing' };
    }
    if (container === null) return false;
    if (silent) return true;
    push(state, container, startLine, startLine + 1);
    state.line = startLine + 1;
    return true;
  };
