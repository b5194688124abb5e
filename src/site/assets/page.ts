/** Adds search, theme, tabs, copying and larger images. A page is complete without them. */
import { offerFrames } from './custom-html.ts';
import { enhance } from './enhance.ts';
import { startSearch } from './search.ts';
import { startTheme } from './theme-button.ts';
import { startMenu } from './navigation/menu.ts';
import { followOutline } from './navigation/outline.ts';
import { keepSidebar, loadSidebar } from './navigation/sidebar.ts';
import { openNamed } from './tabs.ts';
import { element } from './element.ts';

/** Call it once. */
export function startPage(): void {
  startTop();
  const body = document.querySelector('[data-part=body]');
  if (body) enhance(body);
  followNames();
  offerFrames();
  followOutline();
  keepSidebar();
  startMenu();
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

/** Lists over the text: menus of the top row, and the outline of a narrow window. */
const openLists = (): NodeListOf<HTMLDetailsElement> =>
  document.querySelectorAll('details.versions[open], .outline details[open]:not(.beside)');

function closeMenus({ target }: Event): void {
  for (const menu of openLists()) {
    if (!(target instanceof Node) || !menu.contains(target)) menu.open = false;
  }
}

function closeMenu(event: Event): void {
  const [menu] = openLists();
  if (!menu) return;
  menu.open = false;
  menu.querySelector('summary')?.focus();
  event.preventDefault();
}
