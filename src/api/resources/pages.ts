import type { DocumentationId, PageId, Slug, VersionId } from '../../model/ids.ts';
import type { Page } from '../../model/resources.ts';
import type { Http, WriteCallOptions } from '../calls/http.ts';
import type { Written } from '../calls/written.ts';
import { watched } from '../calls/watched.ts';
import type { SeePage } from '../calls/watched.ts';
import { decodePage } from '../decode/page.ts';

/** A page that is to be made. */
export interface PageCreation {
  readonly title: string;
  /** Always sent: the platform would make one of the title otherwise. */
  readonly slug: Slug;
  readonly content: string;
  readonly categoryTitle?: string | undefined;
  readonly message?: string | undefined;
}

/** What is to be changed of a page. */
export interface PageChange {
  /** Required, although the contract does not say so: the platform would generate another one (contract, "Update a page"). */
  readonly slug: Slug;
  readonly title?: string | undefined;
  readonly content?: string | undefined;
  readonly message?: string | undefined;
}

/** Names a page by slugs or ids: one of each pair (contract, "Get page by slug"). */
export interface PageAddress {
  readonly version: { readonly id: VersionId } | { readonly slug: Slug };
  readonly documentation: { readonly id: DocumentationId } | { readonly slug: Slug };
  readonly slug: Slug;
}

/** What the platform makes of the text of a page. */
export type DerivedFormat = 'markdown' | 'html' | 'text';

/** How a page is to be read. */
export interface ReadOptions {
  /** Left out: the platform's native one. Its name is not sent: it was `darkdown` and is `markdoc`. */
  readonly format?: DerivedFormat | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Contract, section 4, "Pages". */
export class Pages {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /** The same, with an eye on all pages that the platform answers. */
  watchedBy(see: SeePage): Pages {
    return new Pages(watched(this.#http, see));
  }

  /** Makes a page with a draft. The slug of the answer may differ from the one sent: then it was taken. */
  create(
    documentation: DocumentationId,
    page: PageCreation,
    { signal, departure }: WriteCallOptions = {},
  ): Promise<Written<Page>> {
    const path = { id: documentation };
    return this.#http.write(
      { operation: 'createPage', path, body: page, departure, decode: decodePage },
      signal,
    );
  }

  /** Reads a page, or rejects with `not-found`. */
  read(id: PageId, { format, signal }: ReadOptions = {}): Promise<Page> {
    return this.#http.read(
      { operation: 'readPage', path: { id }, query: { format }, decode: decodePage },
      signal,
    );
  }

  /** Reads a page by its address, or rejects with `not-found`. 60 a minute: prefer `read` if the id is known. */
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
    return this.#http.read({ operation: 'findPage', query, decode: decodePage }, signal);
  }

  /** Changes a page's title, slug or draft. */
  update(
    id: PageId,
    change: PageChange,
    { signal, departure }: WriteCallOptions = {},
  ): Promise<Written<Page>> {
    return this.#http.write(
      { operation: 'updatePage', path: { id }, body: change, departure, decode: decodePage },
      signal,
    );
  }

  /** Makes the draft what readers see. */
  publish(id: PageId, { signal, departure }: WriteCallOptions = {}): Promise<Written<Page>> {
    return this.#http.write(
      { operation: 'publishPage', path: { id }, departure, decode: decodePage },
      signal,
    );
  }

  /**
   * Takes the page and its entry in the navigation away, for ever. `unsupported` if the platform has no such operation or no such page:
   * whoever has just read the page knows which.
   */
  delete(id: PageId, { signal, departure }: WriteCallOptions = {}): Promise<Written<undefined>> {
    return this.#http.write(
      {
        operation: 'deletePage',
        path: { id },
        departure,
        mayLack: `there is no page ${id}`,
        // The answer is an empty object, or nothing: its status says it all.
        decode: () => undefined,
      },
      signal,
    );
  }
}
