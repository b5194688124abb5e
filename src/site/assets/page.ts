/** What a script makes more of: search, theme, tabs, copying, larger images. Without it the page is whole. */
import { offerFrames } from './custom-html.ts';
import { enhance } from './enhance.ts';
import { startSearch } from './search.ts';
import { startTheme } from './theme.ts';
import { element } from './element.ts';

/** To be called once. */
export function startPage(): void {
  startTop();
  const body = document.querySelector('[data-part=body]');
  if (body) enhance(body);
  offerFrames();
  openOutline();
  followOutline();
  keepSidebar();
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

let tools: HTMLElement | undefined;

/** The buttons of the top row. They are made once: its other parts may be replaced while it is written. */
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

/** The sidebar stays where it was on the page before, but shows the current page. */
function keepSidebar(): void {
  const sidebar = document.querySelector('.sidebar');
  if (!sidebar) return;
  const KEY = 'sidebar';
  try {
    sidebar.scrollTop = Number(sessionStorage.getItem(KEY));
    addEventListener('pagehide', () => {
      sessionStorage.setItem(KEY, String(sidebar.scrollTop));
    });
  } catch {
    // Storage may be forbidden.
  }
  const current = sidebar.querySelector('[aria-current=page]')?.getBoundingClientRect();
  const { top, bottom, height } = sidebar.getBoundingClientRect();
  if (current && (current.top < top || current.bottom > bottom))
    sidebar.scrollTop += current.top - top - height / 2;
}

/** Where the style shows it always, it counts as open. To be called again when it is replaced. */
export function openOutline(): void {
  const outline = document.querySelector<HTMLDetailsElement>('.outline details');
  if (outline) outline.open = matchMedia('(width > 80rem)').matches;
}

/** Marks the heading that is read. */
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
