import type { DocumentationId, PageId, Slug, VersionId } from '../../model/ids.ts';
import type { Page, PageFormat } from '../../model/resources.ts';
import type { Departure, Http } from '../http.ts';
import { decodePage } from '../decode/page.ts';

export interface NewPage {
  readonly title: string;
  /** Always sent: the platform would make one of the title otherwise. */
  readonly slug: Slug;
  readonly content: string;
  readonly categoryTitle?: string | undefined;
  readonly message?: string | undefined;
}

export interface PageChange {
  /** Required although the contract does not: the platform would generate one anew (contract, "Update a page"). */
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

/** Contract, section 4, "Pages". A `format` that is left out means the platform's native one, whatever it calls it. */
export class Pages {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /** Makes a page with a draft. The slug of the answer may differ from the one sent: then it was taken. */
  create(
    documentation: DocumentationId,
    page: NewPage,
    signal?: AbortSignal,
    departure?: Departure,
  ): Promise<Page> {
    const path = { id: documentation };
    return this.#http.send(
      { operation: 'createPage', path, body: page, departure, decode: decodePage },
      signal,
    );
  }

  read(id: PageId, format?: PageFormat, signal?: AbortSignal): Promise<Page> {
    return this.#http.send(
      { operation: 'readPage', path: { id }, query: { format }, decode: decodePage },
      signal,
    );
  }

  /** Reads a page by its address, or rejects with `not-found`. 60 a minute: prefer `read` where the id is known. */
  find(address: PageAddress, format?: PageFormat, signal?: AbortSignal): Promise<Page> {
    const { version, documentation, slug } = address;
    const query = {
      ...('id' in version ? { version_id: version.id } : { version_slug: version.slug }),
      ...('id' in documentation
        ? { documentation_id: documentation.id }
        : { documentation_slug: documentation.slug }),
      page_slug: slug,
      format,
    };
    return this.#http.send({ operation: 'findPage', query, decode: decodePage }, signal);
  }

  /** Changes a page's title, slug or draft. */
  update(
    id: PageId,
    change: PageChange,
    signal?: AbortSignal,
    departure?: Departure,
  ): Promise<Page> {
    return this.#http.send(
      { operation: 'updatePage', path: { id }, body: change, departure, decode: decodePage },
      signal,
    );
  }

  /** Makes the draft what readers see. */
  publish(id: PageId, signal?: AbortSignal, departure?: Departure): Promise<Page> {
    return this.#http.send(
      { operation: 'publishPage', path: { id }, departure, decode: decodePage },
      signal,
    );
  }
}
