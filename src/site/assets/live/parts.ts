/** Puts what changed of a page in its place and leaves the rest alone: where the reader is, what is open, what has the focus. */
import { enhance } from '../enhance.ts';
import { startTop } from '../page.ts';
import { common, pairs } from './pairs.ts';
import { openTab, openTabAs, tabTitles } from '../tabs.ts';

interface Block {
  /** As the server sent it, before a script made more of it. */
  readonly html: string;
  readonly element: Element;
}

const sent = new Map<string, string>();
let blocks: Block[] = [];

const partsOf = (root: ParentNode): Map<string, Element> =>
  new Map(
    Array.from(root.querySelectorAll<HTMLElement>('[data-part]'), (part) => [
      part.dataset['part'] ?? '',
      part,
    ]),
  );

const blocksOf = (body: Element): Block[] =>
  Array.from(body.children, (element) => ({ html: element.outerHTML, element }));

/** To be called before any script changes the page. */
export function rememberParts(): void {
  for (const [name, part] of partsOf(document)) {
    if (name === 'body') blocks = blocksOf(part);
    else sent.set(name, part.innerHTML);
  }
}

/** @returns false if the page has become another kind of page, which only a reload can show */
export function replaceParts(html: string): boolean {
  const next = new DOMParser().parseFromString(html, 'text/html');
  const mine = partsOf(document);
  const theirs = partsOf(next);
  if (mine.size !== theirs.size || [...theirs.keys()].some((name) => !mine.has(name))) return false;
  const place = keepPlace();
  document.title = next.title;
  document.documentElement.lang = next.documentElement.lang;
  for (const [name, part] of theirs) {
    const old = mine.get(name);
    if (!old) continue;
    if (name === 'body') replaceBlocks(old, part);
    else if (sent.get(name) !== part.innerHTML) replacePart(name, old, part);
  }
  place();
  return true;
}

function replacePart(name: string, old: Element, part: Element): void {
  const focused = old.contains(document.activeElement) ? document.activeElement : null;
  const href = focused?.getAttribute('href');
  const scroller = old.closest('.sidebar');
  const top = scroller?.scrollTop ?? 0;
  sent.set(name, part.innerHTML);
  old.replaceChildren(...part.childNodes);
  if (name === 'top') startTop();
  if (scroller) scroller.scrollTop = top;
  if (href) {
    const same = [...old.querySelectorAll<HTMLElement>('a')].find(
      (link) => link.getAttribute('href') === href,
    );
    same?.focus({ preventScroll: true });
  }
}

function replaceBlocks(body: Element, part: Element): void {
  const next = blocksOf(part);
  const kept = matches(
    blocks.map(({ html }) => html),
    next.map(({ html }) => html),
  );
  const changed = changedBlocks(blocks, next, kept);
  const result: Block[] = [];
  for (const [index, block] of next.entries()) {
    const same = kept.get(index);
    if (same === undefined) {
      const { element } = block;
      const at = blocks[nextKept(kept, index, next.length) ?? blocks.length]?.element ?? null;
      body.insertBefore(element, at?.parentNode === body ? at : null);
      enhance(element);
      // What was open in the block that it was stays open.
      const before = changed.get(index);
      if (before) takeOver(before, element);
      element.classList.add('changed');
      result.push(block);
      continue;
    }
    result.push(blocks[same] as Block);
  }
  const stays = new Set(result.map(({ element }) => element));
  for (const { element } of blocks) if (!stays.has(element)) element.remove();
  blocks = result;
}

/** By the places of new blocks, what they were before: between two blocks that stay, the one of their kind that they are most like. */
function changedBlocks(
  before: readonly Block[],
  after: readonly Block[],
  kept: ReadonlyMap<number, number>,
): ReadonlyMap<number, Element> {
  const found = new Map<number, Element>();
  let old = 0;
  let from = 0;
  for (let index = 0; index <= after.length; index += 1) {
    const end = index === after.length ? before.length : kept.get(index);
    if (end === undefined) continue;
    const gone = before.slice(old, end);
    const come = after.slice(from, index);
    for (const [at, was] of pairs(gone, come, blockLikeness)) {
      const { element } = gone[was] as Block;
      found.set(from + at, element);
    }
    old = end + 1;
    from = index + 1;
  }
  return found;
}

/** The tag and the first classes as they were sent: what a script adds stands behind them. */
const kindOf = (html: string): string => /^<[^\s>]+(?: class="[^"\s]*)?/.exec(html)?.[0] ?? '';

const blockLikeness = (a: Block, b: Block): number =>
  kindOf(a.html) === kindOf(b.html) ? 0.1 + common(a.html, b.html) : 0;

function nextKept(
  kept: ReadonlyMap<number, number>,
  from: number,
  end: number,
): number | undefined {
  for (let at = from; at < end; at += 1) {
    const same = kept.get(at);
    if (same !== undefined) return same;
  }
  return undefined;
}

/** Beyond this, what lies between the first and the last difference is taken as changed. */
const MOST_COMPARED = 400_000;

/** Places in `after` of what `before` has too, in the same order: as many as possible. */
function matches(before: readonly string[], after: readonly string[]): Map<number, number> {
  const found = new Map<number, number>();
  let start = 0;
  while (start < Math.min(before.length, after.length) && before[start] === after[start]) {
    found.set(start, start);
    start += 1;
  }
  let end = 0;
  const most = Math.min(before.length, after.length) - start;
  while (end < most && before.at(-1 - end) === after.at(-1 - end)) {
    end += 1;
    found.set(after.length - end, before.length - end);
  }
  const a = before.slice(start, before.length - end);
  const b = after.slice(start, after.length - end);
  if (a.length * b.length > MOST_COMPARED) return found;
  const width = b.length + 1;
  const longest = new Uint32Array((a.length + 1) * width);
  for (let i = a.length - 1; i >= 0; i -= 1) {
    for (let j = b.length - 1; j >= 0; j -= 1) {
      longest[i * width + j] =
        a[i] === b[j]
          ? (longest[(i + 1) * width + j + 1] ?? 0) + 1
          : Math.max(longest[(i + 1) * width + j] ?? 0, longest[i * width + j + 1] ?? 0);
    }
  }
  let i = 0;
  let j = 0;
  while (i < a.length && j < b.length) {
    if (a[i] === b[j]) {
      found.set(start + j, start + i);
      i += 1;
      j += 1;
    } else if ((longest[(i + 1) * width + j] ?? 0) >= (longest[i * width + j + 1] ?? 0)) i += 1;
    else j += 1;
  }
  return found;
}

const FOCUSABLE = 'a[href], button, summary, input, [tabindex="0"]';

const all = (root: Element, selector: string): Element[] => [
  ...(root.matches(selector) ? [root] : []),
  ...root.querySelectorAll(selector),
];

/** What was open in a block is open in the one that takes its place, and so is the focus. */
function takeOver(before: Element, after: Element): void {
  const each = (
    selector: string,
    nameOf: (element: Element) => string,
    take: (old: Element, target: Element) => void,
  ): void => {
    const old = all(before, selector);
    const targets = all(after, selector);
    const likeness = (a: Element, b: Element): number =>
      a.tagName === b.tagName ? 0.1 + common(nameOf(a), nameOf(b)) : 0;
    for (const [at, was] of pairs(old, targets, likeness))
      take(old[was] as Element, targets[at] as Element);
  };
  each('.tabbed', tabTitles, (old, target) => {
    openTabAs(target, openTab(old));
  });
  each(
    'details',
    (details) => details.querySelector('summary')?.textContent ?? '',
    (old, target) => {
      (target as HTMLDetailsElement).open = (old as HTMLDetailsElement).open;
    },
  );
  each('pre, .table', textOf, (old, target) => {
    target.scrollLeft = old.scrollLeft;
  });
  const focused = document.activeElement;
  if (!focused || !before.contains(focused)) return;
  each(FOCUSABLE, textOf, (old, target) => {
    if (old === focused) (target as HTMLElement).focus({ preventScroll: true });
  });
}

const textOf = (element: Element): string => element.textContent ?? '';

/** What is at the top of the window stays there, whatever changes above it. */
export function keepPlace(): () => void {
  const known = blocks.map(
    ({ element }) => [element, element.getBoundingClientRect().top] as const,
  );
  const visible = known.filter(
    ([element, top]) => element.getBoundingClientRect().bottom > 0 && top < innerHeight,
  );
  const y = scrollY;
  return () => {
    if (y === 0) return;
    const anchor = visible.find(([element]) => element.isConnected);
    if (!anchor) {
      scrollTo({ top: y, behavior: 'instant' });
      return;
    }
    const [element, top] = anchor;
    scrollBy({ top: element.getBoundingClientRect().top - top, behavior: 'instant' });
  };
}
