/** The sidebar: its place from page to page, and the whole of a large documentation. */
import { element } from '../element.ts';

const PLACE = 'sidebar';

/** Keeps the scroll position of the sidebar from page to page. */
export function keepSidebar(): void {
  placeSidebar();
  addEventListener('pagehide', () => {
    try {
      sessionStorage.setItem(PLACE, String(document.querySelector('.sidebar')?.scrollTop));
    } catch {
      // Storage may be forbidden.
    }
  });
}

/**
 * Scrolls the sidebar to its position on the previous page, but so that the current page is
 * visible.
 */
export function placeSidebar(): void {
  const sidebar = document.querySelector('.sidebar');
  if (!sidebar) return;
  try {
    sidebar.scrollTop = Number(sessionStorage.getItem(PLACE));
  } catch {
    // Storage may be forbidden.
  }
  const current = sidebar.querySelector('[aria-current=page]')?.getBoundingClientRect();
  const { top, bottom, height } = sidebar.getBoundingClientRect();
  if (current && (current.top < top || current.bottom > bottom))
    sidebar.scrollTop += current.top - top - height / 2;
}

let wholeSidebar = '';

/**
 * Loads the sidebar that the pages of a large documentation share. Call it again if it may be
 * another one.
 */
export function loadSidebar(): void {
  const part = document.querySelector<HTMLElement>('[data-part=sidebar]');
  const src = part?.dataset['whole'];
  if (!part || src === undefined) return;
  const docsSidebar = (html: string): void => {
    if (html === wholeSidebar && part.querySelector('.whole')) return;
    wholeSidebar = html;
    showWhole(part, html);
  };
  Object.assign(globalThis, { docsSidebar });
  const script = element('script', { src });
  script.addEventListener('load', () => {
    script.remove();
  });
  document.head.append(script);
}

/** Shows the whole sidebar, and opens the lists around the current page. */
function showWhole(part: HTMLElement, html: string): void {
  const href = part.querySelector('[aria-current=page]')?.getAttribute('href');
  part.innerHTML = html;
  const links = [...part.querySelectorAll('a')];
  const current = links.find((link) => link.getAttribute('href') === href);
  current?.setAttribute('aria-current', 'page');
  for (let entry = current?.closest('li'); entry; entry = entry.parentElement?.closest('li')) {
    const below = entry.querySelector<HTMLDetailsElement>(':scope > details');
    if (below) below.open = true;
  }
  placeSidebar();
}
