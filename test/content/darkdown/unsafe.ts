/** What a browser would find in HTML that must not be there, as a real HTML parser sees it. */
import { parseFragment, serialize } from 'parse5';
import type { DefaultTreeAdapterTypes } from 'parse5';

const FORBIDDEN = new Set([
  'script',
  'style',
  'iframe',
  'object',
  'embed',
  'base',
  'form',
  'input',
  'button',
  'meta',
  'link',
  'svg',
  'math',
  'template',
  'frame',
  'noscript',
  'xmp',
  'plaintext',
  'title',
  'textarea',
]);
const URLS = new Set([
  'href',
  'src',
  'srcset',
  'action',
  'formaction',
  'data',
  'poster',
  'xlink:href',
]);
const ALLOWED = new Set([
  'href',
  'src',
  'alt',
  'title',
  'class',
  'id',
  'style',
  'width',
  'height',
  'loading',
  'start',
  'colspan',
  'rowspan',
  'scope',
  'open',
  'dir',
  'lang',
  'align',
  'role',
  'aria-label',
]);

/**
 * One line for each finding, empty if the HTML is safe: as it is first read, and as a page reads it
 * that writes out what it has read and reads that again.
 */
export function unsafeParts(html: string): string[] {
  const read = parseFragment(html);
  return [...new Set([...unsafeNodes(read), ...unsafeNodes(parseFragment(serialize(read)))])];
}

function unsafeNodes(root: DefaultTreeAdapterTypes.Node): string[] {
  const found: string[] = [];
  const pending = [root];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if ('attrs' in node) found.push(...inElement(node));
    if ('childNodes' in node) pending.push(...node.childNodes);
  }
  return found;
}

function inElement({ tagName, attrs }: DefaultTreeAdapterTypes.Element): string[] {
  const found = FORBIDDEN.has(tagName) ? [`<${tagName}>`] : [];
  for (const { name, value } of attrs) {
    if (!ALLOWED.has(name)) found.push(`<${tagName} ${name}>`);
    if (name === 'style' && !/^text-align:(?:left|right|center)$/.test(value))
      found.push(`style=${value}`);
    if (URLS.has(name) && !isHarmless(tagName, value)) found.push(`${name}=${value}`);
  }
  return found;
}

function isHarmless(tagName: string, url: string): boolean {
  if (!URL.canParse(url, 'https://docs.example/page')) return true;
  const { protocol, pathname } = new URL(url, 'https://docs.example/page');
  if (['http:', 'https:', 'mailto:', 'tel:', 'sms:', 'ftp:'].includes(protocol)) return true;
  return (
    tagName === 'img' && protocol === 'data:' && /^image\/(?:png|jpeg|gif|webp)[;,]/i.test(pathname)
  );
}
