/** Search as you type. A server answers, or this searches a file that is read once. */
import { find, withOthers } from '../search/find.ts';
import type { FoundPiece, SearchEntry, FoundEntry } from '../search/find.ts';
import { element } from './element.ts';

const MAX_RESULTS = 12;

export function startSearch(tools: Element): void {
  const top = document.querySelector<HTMLElement>('[data-search]');
  const url = top?.dataset['search'];
  if (!top || url === undefined) return;
  const key = /Mac|iPhone|iPad/.test(navigator.platform) ? '⌘ K' : 'Ctrl K';
  const button = element(
    'button',
    { class: 'search-open', type: 'button', 'aria-haspopup': 'dialog' },
    element('span', {}, 'Search'),
    element('kbd', { 'aria-hidden': 'true' }, key),
  );
  tools.append(button);
  let box: SearchBox | undefined;
  const open = (): void => {
    const others = JSON.parse(top.dataset['others'] ?? '[]') as OtherVersions;
    box ??= new SearchBox(
      top.dataset['searchKind'] === 'file'
        ? searchOfFile(url, others)
        : searchOfServer(url, top.dataset['version'] ?? ''),
      others.length > 0,
    );
    box.open();
  };
  button.addEventListener('click', open);
  document.addEventListener('keydown', (event) => {
    const isTyping =
      event.target instanceof HTMLElement && event.target.matches('input, textarea, select');
    const isShortcut = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey);
    if (!isShortcut && (event.key !== '/' || isTyping)) return;
    event.preventDefault();
    open();
  });
}

type OtherVersions = readonly (readonly [slug: string, name: string])[];

/** `everywhere`: also in the other versions. */
type Search = (query: string, everywhere: boolean) => Promise<readonly FoundEntry[]>;

const searchOfServer =
  (url: string, version: string): Search =>
  async (query, everywhere) => {
    const asked = { q: query, version, ...(everywhere ? { everywhere: '' } : {}) };
    const answer = await fetch(`${url}?${String(new URLSearchParams(asked))}`);
    if (!answer.ok) throw new Error(`search answered ${answer.status}`);
    return (await answer.json()) as FoundEntry[];
  };

/**
 * Addresses in the file are relative to it. The files of the other versions are in the same folder.
 */
function searchOfFile(url: string, others: OtherVersions): Search {
  let own: Promise<readonly SearchEntry[]> | undefined;
  let all: Promise<readonly SearchEntry[]> | undefined;
  const base = new URL(url, location.href);
  const ownEntries = () => (own ??= readIndex(base.href));
  const allEntries = async (): Promise<readonly SearchEntry[]> => {
    const read: (readonly [string, readonly SearchEntry[]])[] = [];
    const first = await ownEntries();
    // One after the other, because all of them call the same function.
    for (const [slug, name] of others)
      read.push([name, await readIndex(new URL(`${encodeURIComponent(slug)}.js`, base).href)]);
    return withOthers(first, read);
  };
  return async (query, everywhere) => {
    const entries = await (everywhere ? (all ??= allEntries()) : ownEntries());
    const found = find(entries, query, MAX_RESULTS);
    return found.map(({ url: to, page, section, text }) => ({
      url: new URL(to, base).href,
      page,
      section,
      text,
    }));
  };
}

/** Runs the file, which calls `docsSearch` with its entries. */
const readIndex = (url: string): Promise<readonly SearchEntry[]> =>
  new Promise((resolve, reject) => {
    Object.assign(globalThis, { docsSearch: resolve });
    const script = element('script', { src: url });
    script.addEventListener('error', () => {
      reject(new Error('the index cannot be read'));
    });
    document.head.append(script);
  });

const TYPED = 'search';

/** What was searched for on the pages before, so that the next result can be looked at. */
function typedBefore(): string {
  try {
    return sessionStorage.getItem(TYPED) ?? '';
  } catch {
    return '';
  }
}

function rememberTyped(query: string): void {
  try {
    sessionStorage.setItem(TYPED, query);
  } catch {
    // Storage may be forbidden.
  }
}

/** The dialog: a combobox with a list of links, according to the ARIA pattern. */
class SearchBox {
  readonly #search: Search;
  readonly #input = element('input', {
    type: 'text',
    role: 'combobox',
    placeholder: 'Search the documentation',
    'aria-label': 'Search the documentation',
    'aria-expanded': 'false',
    'aria-controls': '_search-results',
    'aria-autocomplete': 'list',
    autocomplete: 'off',
    spellcheck: 'false',
  });
  readonly #list = element('div', {
    class: 'search-results',
    id: '_search-results',
    role: 'listbox',
    'aria-label': 'Results',
  });
  readonly #status = element('p', { class: 'search-status', role: 'status' });
  readonly #everywhere = element('input', { type: 'checkbox' });
  readonly #dialog: HTMLDialogElement;
  #asked = 0;

  constructor(search: Search, hasOthers: boolean) {
    this.#search = search;
    const close = element('button', { class: 'search-close', type: 'button' }, 'Close');
    const field = element('div', { class: 'search-field' }, this.#input, close);
    this.#dialog = element(
      'dialog',
      { class: 'search', lang: 'en', 'aria-label': 'Search' },
      field,
      ...(hasOthers
        ? [element('label', { class: 'search-everywhere' }, this.#everywhere, ' In all versions')]
        : []),
      this.#list,
      this.#status,
    );
    this.#list.hidden = true;
    document.body.append(this.#dialog);
    close.addEventListener('click', () => {
      this.#dialog.close();
    });
    this.#dialog.addEventListener('click', ({ target }) => {
      if (target === this.#dialog) this.#dialog.close();
    });
    this.#list.addEventListener('click', () => {
      this.#dialog.close();
    });
    this.#input.addEventListener('input', () => void this.#ask());
    this.#everywhere.addEventListener('change', () => void this.#ask());
    this.#input.addEventListener('keydown', (event) => {
      this.#key(event);
    });
  }

  open(): void {
    if (!this.#dialog.open) this.#dialog.showModal();
    const typed = this.#input.value === '' ? typedBefore() : '';
    if (typed !== '') {
      this.#input.value = typed;
      void this.#ask();
    }
    this.#input.select();
    this.#input.focus();
  }

  async #ask(): Promise<void> {
    this.#asked += 1;
    const number = this.#asked;
    const query = this.#input.value.trim();
    rememberTyped(query);
    try {
      const found = query === '' ? [] : await this.#search(query, this.#everywhere.checked);
      // A later query may have been answered already.
      if (number === this.#asked) this.#show(found, query);
    } catch {
      if (number === this.#asked) this.#tell('Search does not answer.');
    }
  }

  #show(found: readonly FoundEntry[], query: string): void {
    this.#list.replaceChildren(...found.map((each, index) => resultElement(each, index)));
    this.#list.hidden = found.length === 0;
    this.#input.setAttribute('aria-expanded', String(found.length > 0));
    this.#choose(0);
    if (query === '') this.#tell('');
    else if (found.length === 0) this.#tell(`Nothing found for “${query}”.`);
    else this.#tell(found.length === 1 ? '1 result' : `${found.length} results`);
  }

  #tell(text: string): void {
    this.#status.textContent = text;
  }

  get #options(): HTMLAnchorElement[] {
    return [...this.#list.querySelectorAll<HTMLAnchorElement>('[role=option]')];
  }

  #choose(index: number): void {
    const options = this.#options;
    for (const [at, option] of options.entries()) {
      option.setAttribute('aria-selected', String(at === index));
    }
    const chosen = options[index];
    if (chosen) {
      this.#input.setAttribute('aria-activedescendant', chosen.id);
      chosen.scrollIntoView({ block: 'nearest' });
    } else this.#input.removeAttribute('aria-activedescendant');
  }

  #key(event: KeyboardEvent): void {
    const options = this.#options;
    const at = options.findIndex((option) => option.getAttribute('aria-selected') === 'true');
    if (event.key === 'Enter') {
      event.preventDefault();
      options[at]?.click();
      return;
    }
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step === 0 || options.length === 0) return;
    event.preventDefault();
    this.#choose((at + step + options.length) % options.length);
  }
}

function resultElement({ url, page, section, text }: FoundEntry, index: number): HTMLElement {
  const title = element('span', { class: 'result-title' }, ...marked(page));
  if (section.length > 0) title.append(' › ', ...marked(section));
  const { lang } = document.documentElement;
  return element(
    'a',
    { href: url, role: 'option', id: `_search-result-${index + 1}`, tabindex: '-1', lang },
    title,
    element('span', { class: 'result-text' }, ...marked(text)),
  );
}

const marked = (pieces: readonly FoundPiece[]): (Node | string)[] =>
  pieces.map(([text, isFound]) => (isFound ? element('mark', {}, text) : text));
