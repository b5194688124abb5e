/** Shows a definition in Swagger UI instead of its operations' names, which stay if that fails. */
// oxlint-disable-next-line import/no-unassigned-import -- it has to run first
import './own-links.ts';
import showDefinition from 'swagger-ui-dist/swagger-ui-bundle.js';
import { element } from './element.ts';

const root = document.documentElement;

/**
 * With more operations than this, tags are closed at first, because each open one has hundreds of
 * elements.
 */
const MAX_OPEN = 60;

/** Hides Swagger UI's buttons for requests, because no requests can be sent. */
const left = () => () => null;
const WITHOUT = {
  authorizeBtn: left,
  authorizeOperationBtn: left,
  InfoUrl: left,
};

function show(box: HTMLElement): void {
  const { definition = '' } = box.dataset;
  const url = new URL(definition, location.href).href;
  const place = element('div');
  box.replaceChildren(place);
  showDefinition({
    url,
    domNode: place,
    docExpansion: operations().length > MAX_OPEN ? 'none' : 'list',
    defaultModelsExpandDepth: 0,
    supportedSubmitMethods: [],
    // Swagger UI's colours are for a dark box, and the box is the site's.
    syntaxHighlight: { activated: false },
    validatorUrl: null,
    queryConfigEnabled: false,
    deepLinking: false,
    requestInterceptor(request) {
      // Other documents that a definition refers to are not fetched.
      if (new URL(request.url, location.href).href !== url) throw new Error('not fetched');
      return request;
    },
    responseInterceptor(answer) {
      if (!answer.ok) showList();
      return answer;
    },
    plugins: [() => ({ wrapComponents: WITHOUT })],
    onComplete() {
      root.dataset['reference'] = 'shown';
      nameParts();
      openChosen();
    },
  });
}

function showList(): void {
  root.dataset['reference'] = 'list';
}

/**
 * Makes Swagger UI one part of a page: the page's title is the only title, and the menu of servers
 * gets a name.
 */
function nameParts(): void {
  for (const main of all('main')) {
    main.setAttribute('role', 'region');
    main.setAttribute('aria-label', 'Operations and schemas');
  }
  for (const title of all('h1.title')) title.setAttribute('aria-level', '2');
  for (const select of all('.servers select')) select.setAttribute('aria-label', 'Server');
}

const operations = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('.operation')];

/** Opens the operation or tag that the address names, and scrolls there. */
function openChosen(): void {
  if (root.dataset['reference'] !== 'shown' || location.hash === '') return;
  const named = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  const chosen = named?.closest<HTMLElement>('.operations [data-tag]')?.dataset;
  if (!chosen) return;
  const { method, path = '', tag = '' } = chosen;
  const section = all('.opblock-tag').find((each) => each.dataset['tag'] === tag);
  if (section?.dataset['isOpen'] === 'false') section.click();
  if (method === undefined) section?.scrollIntoView();
  else openOperation(method, path);
}

function openOperation(method: string, path: string): void {
  requestAnimationFrame(() => {
    const block = all(`.opblock-${CSS.escape(method)}`).find(
      (each) =>
        each.querySelector<HTMLElement>('.opblock-summary-path, .opblock-summary-path__deprecated')
          ?.dataset['path'] === path,
    );
    if (!block) return;
    const button = block.querySelector<HTMLElement>('.opblock-summary-control');
    if (!block.classList.contains('is-open')) button?.click();
    button?.focus({ preventScroll: true });
    block.scrollIntoView();
  });
}

const all = (selector: string): HTMLElement[] => [
  ...document.querySelectorAll<HTMLElement>(`.reference ${selector}`),
];

/**
 * Shows the definition. With `docs dev`, its element is replaced when the definition changes, and
 * it is shown again.
 */
function showAll(): void {
  const box = document.querySelector<HTMLElement>('.reference[data-definition]');
  // A page that is opened from a disk may not fetch anything, so the list of operations stays.
  if (location.protocol === 'file:') showList();
  else if (box?.childElementCount === 0) show(box);
}

showAll();
addEventListener('hashchange', openChosen);
const body = document.querySelector('[data-part=body]');
if (body) new MutationObserver(showAll).observe(body, { childList: true });
