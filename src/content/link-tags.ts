/** Tags as far as links need them: where they end, and where their quoted attributes are. */

/** How many characters may be looked at in vain: keeps hostile input, full of things that never end, linear. */
export interface Budget {
  left: number;
}

export interface Tag {
  readonly name: string;
  readonly closing: boolean;
  readonly selfClosing: boolean;
  /** Quoted attributes: the span of the value, without its quotes. */
  readonly attributes: readonly {
    readonly name: string;
    readonly start: number;
    readonly end: number;
  }[];
  /** After its `%}`. */
  readonly end: number;
}

const TAG_START = /\{%[ \t\r\n]{0,99}(\/?)[ \t]{0,9}([A-Za-z][\w-]{0,63})/y;
const ATTRIBUTE_NAME = /[\w-]{1,64}$/;

const spend = (budget: Budget, characters: number): null => {
  budget.left -= characters;
  return null;
};

/** After the quoted string whose quote is at `at`; -1 where it does not end before `limit`. */
function stringEnd(text: string, at: number, limit: number): number {
  for (let next = at + 1; next < limit; next += 1) {
    const char = text[next];
    if (char === '"') return next + 1;
    if (char === '\\') next += 1;
  }
  return -1;
}

/** The tag whose `{%` is at `at`. It ends at the first `%}` outside quotes, before `limit`. */
export function tagAt(text: string, at: number, limit: number, budget: Budget): Tag | null {
  if (budget.left <= 0) return null;
  TAG_START.lastIndex = at;
  const start = TAG_START.exec(text);
  if (!start) return null;
  const [, slash, name = ''] = start;
  const attributes: { name: string; start: number; end: number }[] = [];
  let next = TAG_START.lastIndex;
  while (next < limit - 1) {
    const char = text[next];
    if (char === '"') {
      const end = stringEnd(text, next, limit);
      if (end === -1) return spend(budget, limit - at);
      const before = text.slice(Math.max(at, next - 65), next - 1);
      const key = text[next - 1] === '=' ? ATTRIBUTE_NAME.exec(before) : null;
      if (key) attributes.push({ name: key[0], start: next + 1, end: end - 1 });
      next = end;
    } else if (char === '%' && text[next + 1] === '}') {
      const selfClosing = text[next - 1] === '/';
      return { name, closing: slash === '/', selfClosing, attributes, end: next + 2 };
    } else if (char === '{' && text[next + 1] === '%') return spend(budget, next - at);
    else next += 1;
  }
  return spend(budget, limit - at);
}
