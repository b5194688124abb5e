/** Makes the raw HTML of a page safe. */
import sanitizeHtml from 'sanitize-html';
import { isSafeImage } from '../url.ts';

/** Attributes with addresses. An empty one would be the address of the page itself. */
const ADDRESSES: ReadonlySet<string> = new Set(['href', 'src']);

const OPTIONS: sanitizeHtml.IOptions = {
  allowedTags: [...sanitizeHtml.defaults.allowedTags, 'img', 'del', 'ins', 'details', 'summary'],
  allowedAttributes: {
    '*': ['class', 'title', 'dir', 'lang', 'align', 'width', 'height'],
    a: ['href'],
    img: ['src', 'alt'],
    th: ['colspan', 'rowspan', 'scope'],
    td: ['colspan', 'rowspan'],
    ol: ['start'],
    details: ['open'],
  },
  allowedSchemes: ['http', 'https', 'mailto', 'tel', 'sms', 'ftp'],
  allowedSchemesByTag: { img: ['http', 'https', 'data'] },
  allowProtocolRelative: true,
  nonTextTags: ['script', 'style', 'textarea', 'option', 'noscript', 'title'],
  nestingLimit: 60,
  parseStyleAttributes: false,
  transformTags: {
    '*': (tagName, attribs) => ({
      tagName,
      attribs: Object.fromEntries(
        Object.entries(attribs).filter(
          ([name, value]) => !ADDRESSES.has(name) || value.trim() !== '',
        ),
      ),
    }),
  },
  exclusiveFilter: ({ tag, attribs }) =>
    tag === 'img' && attribs['src'] !== undefined && !isSafeImage(attribs['src']),
};

/** Keeps structure, links and images; drops scripts, styles, frames, forms, event handlers, ids. */
export const sanitise = (html: string): string => sanitizeHtml(html, OPTIONS).replaceAll('\0', '');
