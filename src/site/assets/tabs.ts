/** Turns panels that follow one another into tabs, according to the ARIA pattern. */
import { chosenTitles, rememberTitle } from './chosen-titles.ts';
import { element } from './element.ts';

let made = 0;

/** Opens the tabs around the heading or block that the address names, and scrolls there. */
export function openNamed(): void {
  const named = document.getElementById(nameIn(location.hash));
  const closed: Element[] = [];
  for (let at = named?.closest(CLOSED); at; at = at.parentElement?.closest(CLOSED)) closed.push(at);
  // A tab inside a closed tab can be selected, too.
  for (const panel of closed)
    document.getElementById(panel.getAttribute('aria-labelledby') ?? '')?.click();
  if (closed.length > 0) named?.scrollIntoView();
}

/** The name in a fragment. Empty if the fragment cannot be decoded. */
function nameIn(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1));
  } catch {
    return '';
  }
}

const CLOSED = '[role=tabpanel][hidden]';

/** Groups of code, each with what selects the panel that has a title. */
const groups = new Map<Element, (title: string) => void>();

/** Code that has the title is shown in all groups. The one in which it was chosen stays in its place. */
function choose(title: string, box: Element): void {
  rememberTitle(title);
  const { top } = box.getBoundingClientRect();
  for (const [group, show] of groups) {
    if (group.isConnected) show(title);
    else groups.delete(group);
  }
  scrollBy({ top: box.getBoundingClientRect().top - top, behavior: 'instant' });
}

/** Tabs of code: what a reader chooses is remembered, and chosen in other groups as well. */
export function makeCodeTabs(box: Element): void {
  const made = makeTabs(box, ':scope > .code-block', '.code-title', (title) => {
    choose(title, box);
  });
  if (!made) return;
  groups.set(box, made);
  for (const title of chosenTitles().toReversed()) made(title);
}

/**
 * @param chosen called with the title of a tab that the reader selects
 * @returns what selects the panel with a title, if there is one; undefined: there are not two panels
 */
export function makeTabs(
  box: Element,
  panelSelector: string,
  titleSelector: string,
  chosen: (title: string) => void = () => undefined,
): ((title: string) => void) | undefined {
  const panels = [...box.querySelectorAll<HTMLElement>(panelSelector)];
  if (panels.length < 2 || box.classList.contains('tabbed')) return undefined;
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
  const titleAt = (index: number): string => tabs[index]?.textContent ?? '';
  list.append(...tabs);
  list.addEventListener('click', ({ target }) => {
    const index = tabs.indexOf(target as HTMLButtonElement);
    if (index === -1) return;
    select(index, false);
    chosen(titleAt(index));
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
    chosen(titleAt(index));
  });
  box.prepend(list);
  box.classList.add('tabbed');
  select(0, false);
  return (title) => {
    const index = tabs.findIndex((tab) => tab.textContent === title);
    if (index !== -1) select(index, false);
  };
}
