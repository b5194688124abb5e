import type { Instant, PageId } from '../../model/ids.ts';
import type { AnswerTimes, Page } from '../../model/resources.ts';

/** A page as the platform answered it, at whatever time. */
export type PageDocument = Omit<Page, keyof AnswerTimes>;

/** What `docs page get --json` prints: `docs/json/page-get.schema.json`. */
export interface ReadPage extends PageDocument {
  readonly format: string;
  /** The requested text. */
  readonly content: string;
  readonly contentIs: 'draft' | 'published';
}

/** What `docs page publish --json` prints: `docs/json/page-publish.schema.json`. */
export interface PublishedPages {
  readonly published: readonly PageDocument[];
  /** Pages that had no draft: they were read, but not published. */
  readonly unchanged: readonly PageDocument[];
  readonly failed: readonly { readonly name: string; readonly reason: string }[];
  /** Pages that would be published without `--dry-run`. */
  readonly planned: readonly PageDocument[];
}

/** A page of the snapshot: `docs/json/page-list.schema.json` is a list of these. */
export interface ListedPage {
  readonly id: PageId;
  readonly title: string;
  readonly version: string;
  /** Its slug; null if the platform does not tell. */
  readonly documentation: string | null;
  readonly documentationTitle: string;
  /** As the lock of the folder has it; null if it does not know the page. */
  readonly slug: string | null;
  readonly listed: boolean;
  readonly updated: Instant;
}

/** What `docs page delete --json` prints: `docs/json/page-delete.schema.json`. */
export interface DeletedPage {
  /** The page before it was deleted. */
  readonly deleted: PageDocument | null;
  /** The page that would be deleted without `--dry-run`. */
  readonly planned: PageDocument | null;
}
