import type { DocumentationId, PageId, Slug, VersionId } from '../../model/ids.ts';
import type { Page } from '../../model/resources.ts';
import type { WriteCallOptions, WriteSlot, Written } from '../call.ts';
import type { Client } from '../client.ts';

export interface PageCreation {
  readonly title: string;
  /** Always sent, because the platform would otherwise derive one from the title. */
  readonly slug: Slug;
  readonly content: string;
  readonly categoryTitle?: string | undefined;
  readonly message?: string | undefined;
}

export interface PageChange {
  /** Required: without it, the platform would generate another one (docs/service.md, "Slugs"). */
  readonly slug: Slug;
  readonly title?: string | undefined;
  readonly content?: string | undefined;
  readonly message?: string | undefined;
}

/** Identifies a page by slugs or ids: one of each pair (docs/service.md, "Operations"). */
export interface PageAddress {
  readonly version: { readonly id: VersionId } | { readonly slug: Slug };
  readonly documentation: { readonly id: DocumentationId } | { readonly slug: Slug };
  readonly slug: Slug;
}

/** Formats into which the platform converts the text of a page. */
export type DerivedFormat = 'markdown' | 'html' | 'text';

/** How to read a page. */
export interface ReadOptions {
  /** Left out: the native format. Its name is not sent: it was `darkdown` and is now `markdoc`. */
  readonly format?: DerivedFormat | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** The operations that write one page. */
export type PageWrite = 'createPage' | 'updatePage' | 'publishPage' | 'deletePage';

/** docs/service.md, "Pages". */
export class Pages {
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  /** Creates a page with a draft. The slug in the answer may differ from the one sent, if that was taken. */
  create(
    documentation: DocumentationId,
    page: PageCreation,
    options?: WriteCallOptions,
  ): Promise<Written<Page>> {
    const call = { path: { id: documentation }, body: page, ...options };
    return this.#client.write('createPage', call);
  }

  /** Reads a page. Rejects with `not-found` if there is none. */
  read(id: PageId, { format, signal }: ReadOptions = {}): Promise<Page> {
    return this.#client.read('readPage', { path: { id }, query: { format }, signal });
  }

  /** Reads a page by address, or rejects with `not-found`. 60 a minute: with an id, use `read`. */
  find(address: PageAddress, { format, signal }: ReadOptions = {}): Promise<Page> {
    const { version, documentation, slug } = address;
    const query = {
      ...('id' in version ? { version_id: version.id } : { version_slug: version.slug }),
      ...('id' in documentation
        ? { documentation_id: documentation.id }
        : { documentation_slug: documentation.slug }),
      page_slug: slug,
      format,
    };
    return this.#client.read('findPage', { query, signal });
  }

  /** Changes a page's title, slug or draft. */
  update(id: PageId, change: PageChange, options?: WriteCallOptions): Promise<Written<Page>> {
    return this.#client.write('updatePage', { path: { id }, body: change, ...options });
  }

  /** Publishes the draft. */
  publish(id: PageId, options?: WriteCallOptions): Promise<Written<Page>> {
    return this.#client.write('publishPage', { path: { id }, ...options });
  }

  /** Slots for a write of a page, one after another. As `Client.slots`. */
  slots(operation: PageWrite, signal?: AbortSignal): AsyncGenerator<WriteSlot, void> {
    return this.#client.slots(operation, signal);
  }

  /**
   * Permanently deletes the page and its entry in the navigation. Refused with `unsupported` if the
   * platform lacks the operation or the page; a caller that has just read the page knows which.
   */
  delete(id: PageId, options?: WriteCallOptions): Promise<Written<undefined>> {
    const call = { path: { id }, mayLack: `there is no page ${id}`, ...options };
    return this.#client.write('deletePage', call);
  }
}
