import type { DocumentationId, PageId, Slug, VersionId } from '../../model/ids.ts';
import type { Page } from '../../model/resources.ts';
import type { ReadCall, WriteCall, WriteCallOptions, Written } from '../call.ts';
import type { Client } from '../client.ts';

/**
 * Receives each page that is answered, before the caller does. `made`: the documentation in which
 * it was just created. If it throws, a read rejects.
 */
export type SeePage = (page: Page, made?: DocumentationId) => void;

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

/** docs/service.md, "Pages". */
export class Pages {
  readonly #client: Client;
  readonly #see: SeePage | undefined;

  constructor(client: Client, see?: SeePage) {
    this.#client = client;
    this.#see = see;
  }

  /** The same resource, but `see` receives each page that is answered. */
  watchedBy(see: SeePage): Pages {
    return new Pages(this.#client, see);
  }

  /** Creates a page with a draft. The slug in the answer may differ from the one sent, if that was taken. */
  create(
    documentation: DocumentationId,
    page: PageCreation,
    options?: WriteCallOptions,
  ): Promise<Written<Page>> {
    const call = { path: { id: documentation }, body: page, ...options };
    return this.#write('createPage', call, documentation);
  }

  /** Reads a page. Rejects with `not-found` if there is none. */
  read(id: PageId, { format, signal }: ReadOptions = {}): Promise<Page> {
    return this.#read('readPage', { path: { id }, query: { format }, signal });
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
    return this.#read('findPage', { query, signal });
  }

  /** Changes a page's title, slug or draft. */
  update(id: PageId, change: PageChange, options?: WriteCallOptions): Promise<Written<Page>> {
    return this.#write('updatePage', { path: { id }, body: change, ...options });
  }

  /** Publishes the draft. */
  publish(id: PageId, options?: WriteCallOptions): Promise<Written<Page>> {
    return this.#write('publishPage', { path: { id }, ...options });
  }

  /**
   * Permanently deletes the page and its entry in the navigation. Refused with `unsupported` if the
   * platform lacks the operation or the page; a caller that has just read the page knows which.
   */
  delete(id: PageId, options?: WriteCallOptions): Promise<Written<undefined>> {
    const call = { path: { id }, mayLack: `there is no page ${id}`, ...options };
    return this.#client.write('deletePage', call);
  }

  async #read(operation: 'readPage' | 'findPage', call: ReadCall): Promise<Page> {
    const page = await this.#client.read(operation, call);
    this.#see?.(page);
    return page;
  }

  /** `made`: the documentation in which the page is created. */
  async #write(
    operation: 'createPage' | 'updatePage' | 'publishPage',
    call: WriteCall,
    made?: DocumentationId,
  ): Promise<Written<Page>> {
    const written = await this.#client.write(operation, call);
    if (written.kind === 'done') this.#see?.(written.value, made);
    return written;
  }
}
