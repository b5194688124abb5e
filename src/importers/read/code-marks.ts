/** Comments in code that only set the style of its lines. Readers do not see them. Pure. */
import type { Dialect } from '../model.ts';

/** Code without such comments. */
export interface UnmarkedCode {
  readonly code: string;
  /** The lines that are highlighted, from 1. */
  readonly lines: readonly number[];
  /** Marks that mean more than a highlighted line. */
  readonly others: readonly string[];
}

const OPEN = String.raw`(?:\/\/|#|--|;|%|<!--|\{?\/\*)?[ \t]*`;
const CLOSE = String.raw`[ \t]*(?:-->|\*\/\}?)?`;
const CODE = new RegExp(
  String.raw`[ \t]{0,200}${OPEN}\[!code ([^\]\s:]{1,20})(?::([^\]\n]{1,60}))?\]${CLOSE}`,
);
const HIGHLIGHT = new RegExp(
  String.raw`^[ \t]*${OPEN}highlight-(next-line|start|end)${CLOSE}[ \t]*$`,
);

/** Removes `// highlight-next-line` of Docusaurus, and `// [!code ++]` of VitePress and Mintlify. */
export function withoutMarks(code: string, { isMdx, isVue }: Dialect): UnmarkedCode {
  const left: string[] = [];
  const lines = new Set<number>();
  const others = new Set<string>();
  if (isMdx !== true && isVue !== true) return { code, lines: [], others: [] };
  let isOpen = false;
  /** The number of lines to highlight, from the next one on. */
  let next = 0;
  for (const line of code.split('\n')) {
    const [, place] = (isMdx && HIGHLIGHT.exec(line.slice(0, 500))) || [];
    if (place !== undefined) {
      if (place === 'next-line') next = Math.max(next, 1);
      else isOpen = place === 'start';
      continue;
    }
    const [mark, kind = '', count = ''] = CODE.exec(line.slice(0, 4000)) ?? [];
    const bare = mark === undefined ? line : line.replace(mark, '').trimEnd();
    if (mark !== undefined) {
      if (!/^(?:hl|highlight)$/.test(kind)) others.add(`[!code ${kind}]`);
      next = Math.max(next, /^\d{1,3}$/.test(count) ? Number(count) : 1);
      if (bare === '') continue;
    }
    left.push(bare);
    if (isOpen || next > 0) lines.add(left.length);
    next = Math.max(next - 1, 0);
  }
  return { code: left.join('\n'), lines: [...lines], others: [...others] };
}
