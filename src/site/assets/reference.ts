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
      rememberAbouts();
      openChosen();
    },
  });
}

function showList(): void {
  root.dataset['reference'] = 'list';
}

/** Names the parts of Swagger UI that have no name or a wrong one. */
function nameParts(): void {
  for (const title of all('h1.title')) title.setAttribute('aria-level', '2');
  for (const select of all('.servers select')) select.setAttribute('aria-label', 'Server');
  for (const select of all('.examples-select-element'))
    select.setAttribute('aria-label', 'Example');
  for (const button of all('button.model-box-control, button.json-schema-2020-12-accordion'))
    if (button.textContent.trim() === '') button.setAttribute('aria-label', 'Show or hide');
  // Titles in a description are below the title of what it describes.
  for (const heading of all(':is(.markdown, .renderedMarkdown) :is(h1, h2, h3, h4, h5, h6)')) {
    const above = heading.closest('.opblock') === null ? 2 : 3;
    const level = Math.min(Number(heading.tagName.slice(1)) + above, 6);
    heading.setAttribute('aria-level', String(level));
  }
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
    const block = all(`.opblock-${CSS.escape(method)}`).find((each) => pathOf(each) === path);
    if (!block) return;
    const button = block.querySelector<HTMLElement>('.opblock-summary-control');
    if (!block.classList.contains('is-open')) button?.click();
    button?.focus({ preventScroll: true });
    block.scrollIntoView();
    sought = block;
    showSought();
  });
}

/** The operation that the address names, until all of it is there. */
let sought: Element | null = null;

/** What opens makes the page longer, which it has to be for the last operations. */
function showSought(): void {
  if (!sought?.querySelector('.opblock-body')) return;
  if (sought.querySelector('.opblock-loading-animation')) return;
  sought.scrollIntoView();
  sought = null;
}

const pathOf = (block: Element): string | undefined =>
  block.querySelector<HTMLElement>('.opblock-summary-path, .opblock-summary-path__deprecated')
    ?.dataset['path'];

/** What the list says of each operation, by method and path, as long as this definition is shown. */
let abouts = new Map<string, Element>();

function rememberAbouts(): void {
  abouts = new Map();
  for (const { dataset, lastElementChild } of operations()) {
    if (lastElementChild?.matches('.operation-about'))
      abouts.set(`${dataset['method']} ${dataset['path']}`, lastElementChild);
  }
}

/** Moves what the list says of an operation into it when it is opened. */
function fillOpened(): void {
  for (const body of all('.opblock.is-open > .no-margin .opblock-body')) {
    // Swagger UI makes each table a region, without a name.
    for (const table of body.querySelectorAll('table[role=region]')) table.removeAttribute('role');
    const block = body.closest('.opblock');
    if (!block || body.querySelector('.operation-about')) continue;
    const method = /\bopblock-(get|put|post|delete|options|head|patch|trace|query)\b/.exec(
      block.className,
    )?.[1];
    const about = abouts.get(`${method} ${pathOf(block)}`);
    if (about) body.prepend(about);
  }
}

/** Marks the operation that the address names in the sidebar. */
function markChosen(): void {
  for (const link of document.querySelectorAll<HTMLAnchorElement>('.sidebar .tree a[href^="#"]')) {
    if (link.hash === location.hash && location.hash !== '') {
      link.setAttribute('aria-current', 'location');
      const tag = link.closest('details');
      if (tag) tag.open = true;
    } else link.removeAttribute('aria-current');
  }
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
markChosen();
addEventListener('hashchange', openChosen);
addEventListener('hashchange', markChosen);
const body = document.querySelector('[data-part=body]');
if (body) {
  new MutationObserver(showAll).observe(body, { childList: true });
  const whole = { childList: true, subtree: true };
  new MutationObserver(fillOpened).observe(body, whole);
  new MutationObserver(nameParts).observe(body, whole);
  new MutationObserver(showSought).observe(body, whole);
}
