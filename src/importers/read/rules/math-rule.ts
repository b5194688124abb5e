/** Formulas. */
import { regionEnd, linesText, push, budgetOf, lineText } from './rule.ts';
import type { BlockRule } from './rule.ts';

/** `$$` on lines of its own. */
export const mathRule: BlockRule = (state, startLine, endLine, silent) => {
  if (!/^\$\$[ \t]*$/.test(lineText(state, startLine))) return false;
  const last = regionEnd(state, startLine, endLine);
  for (let line = startLine + 1; line < last; line += 1) {
    budgetOf(state).ahead -= 20;
    if (budgetOf(state).ahead < 0) return false;
    if (!/^\$\$[ \t]*$/.test(lineText(state, line))) continue;
    if (silent) return true;
    const source = linesText(state, startLine + 1, line);
    push(state, { kind: 'math', source }, startLine, line + 1);
    state.line = line + 1;
    return true;
  }
  return false;
};
