/** The sidebar as a menu over the page, in narrow windows. Browsers open and close it themselves. */
import { placeSidebar } from './sidebar.ts';

export function startMenu(): void {
  const menu = document.querySelector<HTMLElement>('.sidebar');
  if (!menu) return;
  const behind = document.querySelectorAll<HTMLElement>('.skip, .top, main');
  // Before it closes: the focus returns to its button, which may not be inert then.
  menu.addEventListener('beforetoggle', ({ newState }) => {
    for (const each of behind) each.inert = newState === 'open';
  });
  menu.addEventListener('toggle', ({ newState }) => {
    if (newState !== 'open') return;
    placeSidebar();
    menu.querySelector<HTMLElement>('.menu-close')?.focus();
  });
  // A link to this page loads no other page.
  menu.addEventListener('click', ({ target }) => {
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
    if (link !== null && link.hash !== '') menu.hidePopover();
  });
  // In a wide window it is beside the page.
  matchMedia('(width > 56rem)').addEventListener('change', () => {
    menu.hidePopover();
  });
}
