/** Panels that stand one below the other become tabs, as the ARIA pattern has them. */
import { element } from './element.ts';

let made = 0;

export function makeTabs(box: Element, panelSelector: string, titleSelector: string): void {
  const panels = [...box.querySelectorAll<HTMLElement>(panelSelector)];
  if (panels.length < 2 || box.classList.contains('tabbed')) return;
  made += 1;
  const list = element('div', { class: 'tablist', role: 'tablist' });
  const tabs = panels.map((panel, index) => {
    const id = `_tabs-${made}-${index + 1}`;
    const title = panel.querySelector(titleSelector)?.textContent?.trim() || `Tab ${index + 1}`;
    const tab = element(
      'button',
      { id, role: 'tab', type: 'button', 'aria-controls': `${id}-panel` },
      title,
    );
    panel.id = `${id}-panel`;
    panel.setAttribute('role', 'tabpanel');
    panel.setAttribute('aria-labelledby', id);
    return tab;
  });
  const select = (index: number, focus: boolean): void => {
    for (const [at, tab] of tabs.entries()) {
      const isSelected = at === index;
      tab.setAttribute('aria-selected', String(isSelected));
      tab.tabIndex = isSelected ? 0 : -1;
      const panel = panels[at];
      if (panel) panel.hidden = !isSelected;
    }
    if (focus) tabs[index]?.focus();
  };
  list.append(...tabs);
  list.addEventListener('click', ({ target }) => {
    const index = tabs.indexOf(target as HTMLButtonElement);
    if (index !== -1) select(index, false);
  });
  list.addEventListener('keydown', (event) => {
    const at = tabs.indexOf(document.activeElement as HTMLButtonElement);
    const last = tabs.length - 1;
    const to: Readonly<Record<string, number>> = {
      ArrowRight: at === last ? 0 : at + 1,
      ArrowLeft: at === 0 ? last : at - 1,
      Home: 0,
      End: last,
    };
    const index = to[event.key];
    if (at === -1 || index === undefined) return;
    event.preventDefault();
    select(index, true);
  });
  box.prepend(list);
  box.classList.add('tabbed');
  select(0, false);
}

const tabsOf = (box: Element): HTMLElement[] => [
  ...box.querySelectorAll<HTMLElement>(':scope > .tablist > [role=tab]'),
];

const titleOf = (tab: Element): string => tab.textContent ?? '';

/** By which boxes are told apart. */
export const tabTitles = (box: Element): string => tabsOf(box).map(titleOf).join('\n');

/** A tab by its title, which other tabs before it may have, too, and by its place. */
export interface OpenTab {
  readonly title: string;
  readonly before: number;
  readonly index: number;
}

/** Which tab of a box is open. */
export function openTab(box: Element): OpenTab {
  const tabs = tabsOf(box);
  const index = tabs.findIndex((tab) => tab.getAttribute('aria-selected') === 'true');
  const title = tabs[index] ? titleOf(tabs[index]) : '';
  const before = tabs.slice(0, Math.max(index, 0)).filter((tab) => titleOf(tab) === title).length;
  return { title, before, index };
}

/** Opens the tab of that title; the one in its place if there is none. */
export function openTabAs(box: Element, { title, before, index }: OpenTab): void {
  const tabs = tabsOf(box);
  const named = tabs.filter((tab) => titleOf(tab) === title);
  (named[before] ?? named[0] ?? tabs[index])?.click();
}
