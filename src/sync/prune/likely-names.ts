/** Under which names the file of a page may lie where no page is read from. Pure. */
import { foldPath } from '../../content/folder/file-names.ts';

/** Names without extension and number, as `stemFold` gives them. */
export type Stems = ReadonlySet<string>;

/** The stem of a file name of a page, as names are compared. */
export const stemFold = (stem: string): string => foldPath(stem).replace(NUMBER, '');

/** Whether a file of this name may be that of a page: beside an image `old.png`, `old.md` may be gone; beside `old.md.bak` it is not sure. */
export function isLikelyFile(name: string, stems: Stems): boolean {
  const rest = restOf(name, stems);
  return rest !== null && (PAGE.test(rest) || !OTHER_KIND.test(rest));
}

/** Whether a folder of this name may stand where the file of a page was. */
export function isLikelyFolder(name: string, stems: Stems): boolean {
  const rest = restOf(name, stems);
  return rest !== null && PAGE.test(rest);
}

/** Whether a file of this name may hold the text of a page. */
export const isPageLike = (name: string): boolean => PAGE_LIKE.test(name);

/** What follows one of the stems; null if the name begins with none of them. */
function restOf(name: string, stems: Stems): string | null {
  const bare = foldPath(name).replace(IN_FRONT, '').replace(NUMBER, '');
  for (const stem of stems) {
    if (!bare.startsWith(stem)) continue;
    const rest = bare.slice(stem.length);
    if (REST.test(rest)) return rest;
  }
  return null;
}

/** What editors and people put before a name to set the file aside. */
const IN_FRONT = /^(?:~\$|[.#_~])+/;
/** In the export layout. */
const NUMBER = /^\d{1,9} /;
const REST = /^(?:$|[~#]|\.[a-z])/i;
const PAGE = /^\.(?:md|mdx|markdown)(?![a-z0-9])/i;
const PAGE_LIKE = /\.(?:md|mdx|markdown)(?:[.~#].*)?$/i;

/** Images, settings and the like: called as the page that they belong to. */
const OTHER_KIND =
  /\.(?:a?png|jpe?g|gif|svg|webp|avif|ico|bmp|tiff?|pdf|mp[34]|webm|mov|wav|ogg|zip|t?gz|json[5c]?|ya?ml|toml|ini|css|s[ac]ss|[cm]?[jt]sx?|vue|xml|csv|py|sh|drawio|excalidraw|puml|mmd|fig|sketch|psd|xlsx?|pptx?)$/i;
