/** The files that pages may show and offer, decided by name. Readers never get any other file. */
import { PROJECT_FILE } from './file-names.ts';

/** Media types of the pictures and films that pages may show, by the ending of their files. */
export const MEDIA_TYPES: ReadonlyMap<string, string> = new Map([
  ['png', 'image/png'],
  ['jpg', 'image/jpeg'],
  ['jpeg', 'image/jpeg'],
  ['gif', 'image/gif'],
  ['webp', 'image/webp'],
  ['avif', 'image/avif'],
  ['svg', 'image/svg+xml'],
  ['ico', 'image/x-icon'],
  ['mp4', 'video/mp4'],
  ['m4v', 'video/mp4'],
  ['mov', 'video/quicktime'],
  ['webm', 'video/webm'],
  ['ogv', 'video/ogg'],
]);

const PICTURES = [...MEDIA_TYPES.keys()].join('|');

/** Markup is excluded: it would become a page of the site that can run scripts. */
const DOWNLOADS = 'pdf|zip|gz|tgz|tar|rar|7z|mp3|wav|csv|tsv|xlsx?|docx?|pptx?|odt|txt|json|ya?ml';

const PICTURE = new RegExp(`\\.(?:${PICTURES})$`, 'i');
const OFFERED = new RegExp(`\\.(?:${PICTURES}|${DOWNLOADS})$`, 'i');
const LINKED = new RegExp(`\\.(?:${PICTURES}|${DOWNLOADS})[)>"#? \t]`, 'i');

/** Whether pages may show it as a picture or a film. */
export const isShowable = (path: string): boolean => PICTURE.test(path);

/** Whether an address ends like a file's, not like that of a page or a site. */
export const endsAsFile = (path: string): boolean => OFFERED.test(path) || /\.xml$/i.test(path);

/** False only if a text certainly has no link to such a file. */
export const mayOffer = (text: string): boolean => text.includes(']:') || LINKED.test(text);

/** Settings, navigations, definitions with their other files, and the files of the tool. */
const OWN = /(?:^|\/)(?:refs\/|_[^/]*$|docs-cli\.[^/]*$|settings\.ya?ml$|[^/]*\.settings\.yaml$)/i;

/** Whether readers can get the file if a page links to it. */
export const isOffered = (path: string): boolean =>
  isShowable(path) || (OFFERED.test(path) && !OWN.test(path) && !path.endsWith(PROJECT_FILE));
