/**
 * Replaces the parts of a page that changed. The rest stays: scroll position, focus, opened blocks.
 */
import { offerFrames } from '../custom-html.ts';
import { enhance } from '../enhance.ts';
import { openOutline } from '../navigation/outline.ts';
import { loadSidebar } from '../navigation/sidebar.ts';
import { startTop } from '../page.ts';

interface Block {
  /** As the server sent it, before a script changed it. */
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

/** Call it before any script changes the page. */
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
  loadSidebar();
  offerFrames();
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
  if (name === 'outline') openOutline();
  if (scroller) scroller.scrollTop = top;
  if (href) {
    const same = [...old.querySelectorAll<HTMLElement>('a')].find(
      (link) => link.getAttribute('href') === href,
    );
    same?.focus({ preventScroll: true });
  }
}

/** Keeps equal blocks at both ends, with focus and open parts, and replaces all between them. */
function replaceBlocks(body: Element, part: Element): void {
  const next = blocksOf(part);
  const most = Math.min(blocks.length, next.length);
  let start = 0;
  while (start < most && blocks[start]?.html === next[start]?.html) start += 1;
  let end = 0;
  while (end < most - start && blocks.at(-1 - end)?.html === next.at(-1 - end)?.html) end += 1;
  const gone = blocks.slice(start, blocks.length - end);
  const come = next.slice(start, next.length - end);
  const after = blocks.slice(blocks.length - end);
  const known = new Set(gone.map(({ html }) => html));
  for (const { html, element } of come) {
    body.insertBefore(element, after[0]?.element ?? null);
    enhance(element);
    if (!known.has(html)) element.classList.add('changed');
  }
  for (const { element } of gone) element.remove();
  blocks = [...blocks.slice(0, start), ...come, ...after];
}

/**
 * Keeps the block at the top of the window in its place. The returned function restores it after
 * changes.
 */
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
