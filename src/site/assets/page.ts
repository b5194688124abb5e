/** Adds search, theme, tabs, copying and larger images. A page is complete without them. */
import { offerFrames } from './custom-html.ts';
import { enhance } from './enhance.ts';
import { startSearch } from './search.ts';
import { startTheme } from './theme-button.ts';
import { openNamed } from './tabs.ts';
import { element } from './element.ts';

/** Call it once. */
export function startPage(): void {
  startTop();
  const body = document.querySelector('[data-part=body]');
  if (body) enhance(body);
  followNames();
  offerFrames();
  openOutline();
  followOutline();
  keepSidebar();
  loadSidebar();
  document.addEventListener('click', closeMenus);
  document.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') closeMenu(event);
  });
  addEventListener('beforeprint', () => {
    for (const details of document.querySelectorAll('details.accordion')) {
      (details as HTMLDetailsElement).open = true;
    }
  });
}

/**
 * Opens the tabs around a heading when its link is followed. A link to the current address fires no
 * `hashchange`, so clicks are handled, too.
 */
function followNames(): void {
  openNamed();
  addEventListener('hashchange', openNamed);
  document.addEventListener('click', ({ target }) => {
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
    if (link !== null && link.href === location.href && link.hash !== '') openNamed();
  });
}

let tools: HTMLElement | undefined;

/** Creates the buttons of the top row once: `docs dev` may replace the other parts of the row. */
export function startTop(): void {
  const row = document.querySelector('.top-row');
  if (!row) return;
  if (!tools) {
    tools = element('div', { class: 'top-tools', lang: 'en' });
    startSearch(tools);
    startTheme(tools);
  }
  tools.querySelector('.versions')?.remove();
  const versions = row.querySelector('.versions:not(.sections-menu)');
  if (versions) tools.append(versions);
  row.append(tools);
}

function closeMenus({ target }: Event): void {
  for (const menu of document.querySelectorAll<HTMLDetailsElement>('details.versions[open]')) {
    if (!(target instanceof Node) || !menu.contains(target)) menu.open = false;
  }
}

function closeMenu(event: Event): void {
  const menu = document.querySelector<HTMLDetailsElement>('details.versions[open]');
  if (menu) {
    menu.open = false;
    menu.querySelector('summary')?.focus();
    event.preventDefault();
  } else if (location.hash === '#_pages') {
    location.hash = '#_content';
  }
}

const PLACE = 'sidebar';

/** Keeps the scroll position of the sidebar from page to page. */
function keepSidebar(): void {
  placeSidebar();
  // On a narrow screen, an address opens the sidebar.
  addEventListener('hashchange', placeSidebar);
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
function placeSidebar(): void {
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
  for (let entry = current?.closest('li'); entry; entry = entry.parentElement?.closest('li'))
    entry.querySelector(':scope > a.parent')?.classList.add('open');
  placeSidebar();
}

/**
 * Marks the outline as open if the style always shows it. Call it again when the outline was
 * replaced.
 */
export function openOutline(): void {
  const outline = document.querySelector<HTMLDetailsElement>('.outline details');
  if (outline) outline.open = matchMedia('(width > 80rem)').matches;
}

/** Marks the heading of the section that is being read. */
function followOutline(): void {
  let isDue = false;
  const mark = (): void => {
    isDue = false;
    const links = [...document.querySelectorAll<HTMLAnchorElement>('.outline a')];
    let current = links[0];
    for (const link of links) {
      const heading = document.getElementById(decodeURIComponent(link.hash.slice(1)));
      if (heading && heading.getBoundingClientRect().top < 140) current = link;
    }
    for (const link of links) {
      if (link === current) link.setAttribute('aria-current', 'true');
      else link.removeAttribute('aria-current');
    }
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
