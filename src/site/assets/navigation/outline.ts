/** The outline of a page: beside the text, or a list that opens over it. */

/** From here on it is beside the text, always open. The style has the same limit. */
const BESIDE = '(width >= 72rem)';

/** Marks the outline as open if it is beside the text. Call it again when it was replaced. */
export function openOutline(): void {
  const outline = document.querySelector<HTMLDetailsElement>('.outline details');
  if (!outline) return;
  outline.open = matchMedia(BESIDE).matches;
  outline.classList.toggle('beside', outline.open);
}

/** Marks the heading of the section that is being read, and keeps its mark in view. */
export function followOutline(): void {
  openOutline();
  matchMedia(BESIDE).addEventListener('change', openOutline);
  document.addEventListener('click', ({ target }) => {
    // What a link of the open list leads to would be below the list.
    if (target instanceof Element && target.closest('.outline a')) openOutline();
  });
  // A closed list has no place to scroll to.
  document.addEventListener(
    'toggle',
    () => {
      if (marked) showIn(marked);
    },
    true,
  );
  let isDue = false;
  let marked: HTMLAnchorElement | undefined;
  const mark = (): void => {
    isDue = false;
    const links = [...document.querySelectorAll<HTMLAnchorElement>('.outline a')];
    let current = links[0];
    for (const link of links) {
      const heading = document.getElementById(decodeURIComponent(link.hash.slice(1)));
      if (heading && heading.getBoundingClientRect().top < 140) current = link;
    }
    if (current === marked) return;
    marked = current;
    for (const link of links) {
      if (link === current) link.setAttribute('aria-current', 'true');
      else link.removeAttribute('aria-current');
    }
    if (current) showIn(current);
  };
  const later = (): void => {
    if (isDue) return;
    isDue = true;
    requestAnimationFrame(mark);
  };
  addEventListener('scroll', later, { passive: true });
  addEventListener('resize', later);
  mark();
}

/** Scrolls the list, and never the page. */
function showIn(link: HTMLElement): void {
  const list = link.closest('.outline ul');
  if (!list) return;
  const { top, bottom, height } = list.getBoundingClientRect();
  const at = link.getBoundingClientRect();
  if (at.top < top || at.bottom > bottom) list.scrollTop += at.top - top - height / 2;
}
