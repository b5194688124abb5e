/** Who keeps a site: a folder, or a store. What readers may see of it is decided by `view.ts`, never here. */
import type { WholeSite, SiteFile, SitePage, SiteReference } from './site.ts';

/** What a page does with a file. */
export type FileUse = 'shown' | 'linked';

export interface SiteSource {
  readonly site: WholeSite;
  /** The text of a page, with links as the platform has them: the draft if there is one and it is wanted. `null`: it is gone. */
  body(page: SitePage, drafts: boolean): Promise<string | null>;
  /** The value of `%name%`. */
  variable(name: string): string | undefined;
  /** The body of a synced block, as darkdown. */
  synced(id: string): string | undefined;
  /** What a glossary term means. */
  glossary(term: string): string | undefined;
  /** The file that an image of the page is, or that a link of it leads to; `undefined` if the address leads elsewhere. */
  file(page: SitePage, url: string, use: FileUse): SiteFile | undefined;
  /** A parsed definition; `null` if it cannot be read. */
  definition(reference: SiteReference): Promise<unknown>;
}
