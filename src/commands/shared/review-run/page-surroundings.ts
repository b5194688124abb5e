/** What a page takes from its content folders: variables, synced blocks, titles of other pages. */
import { boundedVariables } from '../../../content/darkdown/write/resolver.ts';
import type { LinkTarget, Resolver } from '../../../content/darkdown/write/resolver.ts';
import { parseAddress, sitePlace } from '../../../content/darkdown/address.ts';
import type { PageMap } from '../../../content/links/link-targets.ts';
import type { SharedContent } from '../../../content/folder/shared-content.ts';
import type { FilePath, PageKey } from '../../../model/ids.ts';
import { placeOf } from '../../../model/ids.ts';
import type { FolderOfTexts } from '../../../content/folder/folder-of-texts.ts';
import { sharedTexts } from '../page-folders/shared-texts.ts';
import type { Pictures } from './pictures.ts';

/** What other pages need to know about a page. */
export interface NamedPage {
  readonly key: PageKey;
  readonly file: FilePath | null;
  readonly title: string;
}

/** What the pages of one side share, and their titles. */
export interface AroundPages extends SharedContent {
  readonly byKey: ReadonlyMap<string, NamedPage>;
  readonly files: PageMap;
  /** Undefined: pictures are compared by their addresses. */
  readonly pictures: Pictures | undefined;
}

/** The surroundings of these pages. */
export function surroundings(
  pages: Iterable<NamedPage>,
  shared: SharedContent,
  pictures?: Pictures,
): AroundPages {
  const byKey = new Map<string, NamedPage>();
  const byFile = new Map<string, PageKey>();
  for (const page of pages) {
    byKey.set(page.key, page);
    if (page.file !== null) byFile.set(page.file.normalize('NFC'), page.key);
  }
  const files: PageMap = {
    keyOf: (file) => byFile.get(file),
    fileOf: (key) => byKey.get(key)?.file ?? undefined,
  };
  return { ...shared, byKey, files, pictures };
}

/** Whether pages with equal texts may read differently because of their surroundings. */
export function differ(old: AroundPages, next: AroundPages): boolean {
  const isSame = <T>(
    a: ReadonlyMap<string, T>,
    b: ReadonlyMap<string, T>,
    by: (each: T) => string,
  ) =>
    a.size === b.size &&
    [...a].every(([name, value]) => {
      const other = b.get(name);
      return other !== undefined && by(other) === by(value);
    });
  return !(
    isSame(old.variables, next.variables, String) &&
    isSame(old.syncedBlocks, next.syncedBlocks, String) &&
    isSame(old.byKey, next.byKey, ({ title }) => title)
  );
}

/** Whether a text may take anything from its surroundings. */
export const looksAround = (text: string): boolean => /%|synced|auto\$|!\[|image/.test(text);

/** The resolver for this page. */
export function resolverOf(page: NamedPage, around: AroundPages): Resolver {
  const { version } = placeOf(page.key);
  return {
    page(link): LinkTarget | undefined {
      const place = sitePlace(parseAddress(link), version);
      const found = place && around.byKey.get(`${place.version}/${place.section}/${place.page}`);
      return found ? { title: found.title, url: link } : undefined;
    },
    variable: boundedVariables((name) => around.variables.get(name)),
    synced: (id) => around.syncedBlocks.get(id),
    asset: (url) => (page.file === null ? undefined : around.pictures?.named(page.file, url)),
    file: () => undefined,
    glossary: () => undefined,
    children: () => [],
    audience: () => true,
  };
}

/** What the pages of the folders share. Ignores malformed settings files: `docs check` reports them. */
export async function sharedIn(read: readonly FolderOfTexts[]): Promise<SharedContent> {
  const variables = new Map<string, string>();
  const syncedBlocks = new Map<string, string>();
  for (const folder of read) {
    const shared = await sharedTexts(folder);
    for (const [name, value] of shared.variables ?? []) variables.set(name, value);
    for (const [id, body] of shared.synced ?? []) syncedBlocks.set(id, body);
  }
  return { variables, syncedBlocks };
}
