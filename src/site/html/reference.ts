/** A reference: its operations as a list, which a script replaces by the whole definition. */
import { REFERENCE_PAGE } from '../../content/darkdown/address.ts';
import { escapeHtml, openTag } from '../../content/darkdown/write/html.ts';
import { groupBy } from '../../model/group-by.ts';
import type { Authentication } from '../authentication.ts';
import type { ListedOperation } from '../definition.ts';
import { langsOf } from '../language.ts';
import type { SiteReference } from '../site-source.ts';
import { documentHtml } from './html-document.ts';
import type { DocumentParts } from './html-document.ts';
import { oldVersionHtml } from './navigation.ts';
import type { DocumentPlace } from './navigation.ts';
import { common } from './page.ts';
import type { Stage } from './page.ts';

/** What a reference shows. */
export interface ShownDefinition {
  readonly operations: readonly ListedOperation[];
  /** Null: the definition does not say anything about it. */
  readonly authentication: Authentication | null;
  /** HTML of what the definition says of each scheme. */
  readonly schemes: readonly string[];
  /** Each of the operations as a command. */
  readonly samples: readonly string[];
  /** Names of tags in the order of the definition. */
  readonly tags: readonly string[];
  /** Changes with the definition. */
  readonly stamp: string;
}

/** @param shown the definition, or HTML that replaces it */
export function referenceHtml(
  reference: SiteReference,
  shown: ShownDefinition | { readonly html: string },
  stage: Stage,
): string {
  const { view, addresses, icons } = stage;
  const version = view.version(reference.version);
  const at: DocumentPlace = {
    view,
    addresses,
    icons,
    version,
    section: reference.slug,
    page: null,
    langs: langsOf('en'),
  };
  const place = { version: reference.version, section: reference.slug, page: REFERENCE_PAGE };
  const isThere = 'operations' in shown;
  const content = isThere
    ? authenticationHtml(shown) +
      definitionHtml(shown, addresses.definition(reference, shown.stamp))
    : shown.html;
  const parts: DocumentParts = {
    ...common(stage, at),
    language: 'en',
    title: reference.title,
    description: '',
    markdown: null,
    sidebar: operationsSidebar(reference, isThere ? shown : undefined, addresses.place(place)),
    breadcrumbs: oldVersionHtml(at),
    content: `<h1>${escapeHtml(reference.title)}</h1>\n${content}`,
    outline: '',
    pager: '',
    isUnlisted: false,
    canonical: stage.publicSite?.addressOf(place) ?? null,
    hasReference: isThere,
  };
  return documentHtml(parts, addresses, stage);
}

/**
 * Authentication as a list. Swagger UI would show a form for requests, which cannot be sent here.
 */
function authenticationHtml({ authentication: found, schemes: texts }: ShownDefinition): string {
  if (found === null) return '';
  const { schemes, usual, others } = found;
  const items = schemes.map(
    ({ name, what }, index) =>
      `<li><strong>${escapeHtml(name)}</strong>: ${escapeHtml(what)}\n${texts[index] ?? ''}</li>\n`,
  );
  const rows = others
    .slice(0, MAX_OTHERS)
    .map(
      ({ method, path, needs }) =>
        `<li><span class="method method-${method}">${method.toUpperCase()}</span> <code>${escapeHtml(path)}</code>: ${escapeHtml(needs)}</li>\n`,
    );
  const more =
    others.length > MAX_OTHERS ? `<li>… and ${others.length - MAX_OTHERS} more</li>\n` : '';
  const each = usual === null ? '' : `<p>Operations need: ${escapeHtml(usual)}.</p>\n`;
  const those = usual === null ? 'These operations need it:' : 'Others need:';
  return `<section class="authentication">\n<h2>Authentication</h2>\n${items.length === 0 ? '' : `<ul>\n${items.join('')}</ul>\n`}${each}${rows.length === 0 ? '' : `<p>${those}</p>\n<ul>\n${rows.join('')}${more}</ul>\n`}</section>\n`;
}

/** The most operations that are listed with what they need. */
const MAX_OTHERS = 50;

/**
 * The definition's place, and a list of its operations. The script shows the definition, and then
 * hides the list.
 */
const definitionHtml = (shown: ShownDefinition, url: string): string =>
  `${openTag('div', { class: 'reference', 'data-definition': url })}</div>
<div class="operations">
<p>Parameters, responses and schemas are in ${openTag('a', { href: url })}the definition</a>, which a script shows here.</p>
${shown.operations.map((each, index) => operationHtml(each, aboutHtml(shown, index))).join('') || '<p>This reference has no operations.</p>\n'}</div>
`;

/** With more operations than this, tags are closed at first. */
const MAX_OPEN = 60;

/** The operations by tag, in the order in which the script shows them. */
function operationsSidebar(
  { title }: SiteReference,
  shown: ShownDefinition | undefined,
  url: string,
): string {
  const { operations = [], tags = [] } = shown ?? {};
  const byTag = groupBy(operations, ({ tag }) => tag);
  const names = [...new Set([...tags, ...byTag.keys()])].filter((name) => byTag.has(name));
  const lists = names.map((name) => {
    const items = (byTag.get(name) ?? []).map(operationEntry).join('');
    if (names.length === 1) return items;
    const open = operations.length > MAX_OPEN ? '' : ' open';
    return `<li class="category"><details${open}><summary class="category-title">${escapeHtml(name)}</summary>\n<ul>\n${items}</ul></details></li>\n`;
  });
  const top = `${openTag('a', { href: url, 'aria-current': 'page' })}${escapeHtml(title)}</a>`;
  return `<ul class="tree">\n<li>${top}</li>\n${lists.join('')}</ul>\n`;
}

const operationEntry = ({ anchor, title, method }: ListedOperation): string =>
  `<li>${openTag('a', { href: `#${encodeURIComponent(anchor)}` })}<span class="method method-${method}">${method.toUpperCase()}</span> ${escapeHtml(title)}</a></li>\n`;

/** What an operation needs, and a sample. The script moves it to where it shows the operation. */
function aboutHtml({ authentication, samples }: ShownDefinition, index: number): string {
  const needs = authentication?.each[index] ?? null;
  const line = needs === null ? '' : `<p>Needs: ${escapeHtml(needs)}</p>\n`;
  const sample = escapeHtml(samples[index] ?? '');
  return `<div class="operation-about">\n${line}<div class="code-block">\n<p class="code-title code-language">curl</p>\n<pre tabindex="0"><code>${sample}</code></pre>\n</div>\n</div>\n`;
}

function operationHtml(
  { anchor, title, method, path, tag, tagAnchor }: ListedOperation,
  about: string,
): string {
  const place = { 'data-method': method, 'data-path': path, 'data-tag': tag };
  const first =
    tagAnchor === null ? '' : `${openTag('span', { id: tagAnchor, 'data-tag': tag })}</span>\n`;
  return `${first}${openTag('section', { class: 'operation', ...place })}\n<h2 id="${escapeHtml(anchor)}">${escapeHtml(title)}</h2>\n<p><span class="method method-${method}">${method.toUpperCase()}</span> <code>${escapeHtml(path)}</code></p>\n${about}</section>\n`;
}
