/** Recognises names of files that are not read as pages but may be a page's file, set aside under another name. Pure. */
import { foldPath } from '../../content/file-names.ts';

/** Names without extension and number, as `stemFold` returns them. */
export type Stems = ReadonlySet<string>;

/** Normalises the stem of a page's file name for comparison. */
export const stemFold = (stem: string): string => foldPath(stem).replace(NUMBER, '');

/** Whether a file with this name may be the page's file. An image `old.png` says nothing about `old.md`; a file `old.md.bak` may be it. */
export function isLikelyFile(name: string, stems: Stems): boolean {
  const rest = restOf(name, stems);
  return rest !== null && (PAGE.test(rest) || !OTHER_KIND.test(rest));
}

/** Whether a folder with this name may have replaced the page's file. */
export function isLikelyFolder(name: string, stems: Stems): boolean {
  const rest = restOf(name, stems);
  return rest !== null && PAGE.test(rest);
}

/** Whether a file with this name may hold the text of a page. */
export const isPageLike = (name: string): boolean => PAGE_LIKE.test(name);

/** The rest of the name after one of the stems. Null if the name does not start with one. */
function restOf(name: string, stems: Stems): string | null {
  const bare = foldPath(name).replace(IN_FRONT, '').replace(NUMBER, '');
  for (const stem of stems) {
    if (!bare.startsWith(stem)) continue;
    const rest = bare.slice(stem.length);
    if (REST.test(rest)) return rest;
  }
  return null;
}

/** Prefixes by which editors and people set a file aside. */
const IN_FRONT = /^(?:~\$|[.#_~])+/;
/** The number in front of names in the export layout. */
const NUMBER = /^\d{1,9} /;
const REST = /^(?:$|[~#]|\.[a-z])/i;
const PAGE = /^\.(?:md|mdx|markdown)(?![a-z0-9])/i;
const PAGE_LIKE = /\.(?:md|mdx|markdown)(?:[.~#].*)?$/i;

/** Extensions of images, settings and so on, which often have the same name as the page that they belong to. */
const OTHER_KIND =
  /\.(?:a?png|jpe?g|gif|svg|webp|avif|ico|bmp|tiff?|pdf|mp[34]|webm|mov|wav|ogg|zip|t?gz|json[5c]?|ya?ml|toml|ini|css|s[ac]ss|[cm]?[jt]sx?|vue|xml|csv|py|sh|drawio|excalidraw|puml|mmd|fig|sketch|psd|xlsx?|pptx?)$/i;
