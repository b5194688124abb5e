import type { DocumentationId, PageId, Slug, VersionId } from '../../model/ids.ts';
import type { AnswerTimes, Page } from '../../model/resources.ts';
import type { CallOf, Http, ReadOperation, WriteCall, WriteCallOptions } from '../calls/http.ts';
import type { Written } from '../calls/written.ts';
import { decodePage } from '../decode.ts';

/**
 * Receives each page that is answered, before the caller does. `made`: the documentation in which it was just
 * created. If it throws, a read rejects.
 */
export type SeePage = (page: Page, made?: DocumentationId) => void;

/** A page to create. */
export interface PageCreation {
  readonly title: string;
  /** Always sent, because the platform would otherwise derive one from the title. */
  readonly slug: Slug;
  readonly content: string;
  readonly categoryTitle?: string | undefined;
  readonly message?: string | undefined;
}

/** The changes to a page. */
export interface PageChange {
  /** Required, although the contract does not say so: without it, the platform would generate another one (contract, "Update a page"). */
  readonly slug: Slug;
  readonly title?: string | undefined;
  readonly content?: string | undefined;
  readonly message?: string | undefined;
}

/** Identifies a page by slugs or ids: one of each pair (contract, "Get page by slug"). */
export interface PageAddress {
  readonly version: { readonly id: VersionId } | { readonly slug: Slug };
  readonly documentation: { readonly id: DocumentationId } | { readonly slug: Slug };
  readonly slug: Slug;
}

/** Formats into which the platform converts the text of a page. */
export type DerivedFormat = 'markdown' | 'html' | 'text';

/** How to read a page. */
export interface ReadOptions {
  /** Left out: the platform's native format. Its name is not sent, because it was `darkdown` and is now `markdoc`. */
  readonly format?: DerivedFormat | undefined;
  readonly signal?: AbortSignal | undefined;
}

const decode = (json: unknown, times: AnswerTimes): Page => ({ ...decodePage(json), ...times });

/** Contract, section 4, "Pages". */
export class Pages {
  readonly #http: Http;
  readonly #see: SeePage | undefined;

  constructor(http: Http, see?: SeePage) {
    this.#http = http;
    this.#see = see;
  }

  /** The same client, but `see` receives all pages that are answered. */
  watchedBy(see: SeePage): Pages {
    return new Pages(this.#http, see);
  }

  /** Creates a page with a draft. The slug in the answer may differ from the one sent, if that was taken. */
  create(
    documentation: DocumentationId,
    page: PageCreation,
    { signal, beforeSend }: WriteCallOptions = {},
  ): Promise<Written<Page>> {
    const path = { id: documentation };
    const call = { operation: 'createPage', path, body: page, beforeSend } as const;
    return this.#write(call, signal, documentation);
  }

  /** Reads a page. Rejects with `not-found` if there is none. */
  read(id: PageId, { format, signal }: ReadOptions = {}): Promise<Page> {
    return this.#read({ operation: 'readPage', path: { id }, query: { format } }, signal);
  }

  /** Reads a page by its address. Rejects with `not-found` if there is none. 60 a minute, so prefer `read` if the id is known. */
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
    return this.#read({ operation: 'findPage', query }, signal);
  }

  /** Changes a page's title, slug or draft. */
  update(
    id: PageId,
    change: PageChange,
    { signal, beforeSend }: WriteCallOptions = {},
  ): Promise<Written<Page>> {
    const call = { operation: 'updatePage', path: { id }, body: change, beforeSend } as const;
    return this.#write(call, signal);
  }

  /** Publishes the draft. */
  publish(id: PageId, { signal, beforeSend }: WriteCallOptions = {}): Promise<Written<Page>> {
    return this.#write({ operation: 'publishPage', path: { id }, beforeSend }, signal);
  }

  /**
   * Permanently deletes the page and its entry in the navigation. `unsupported` if the platform lacks the
   * operation or the page; a caller that has just read the page knows which.
   */
  delete(id: PageId, { signal, beforeSend }: WriteCallOptions = {}): Promise<Written<undefined>> {
    return this.#http.write(
      {
        operation: 'deletePage',
        path: { id },
        beforeSend,
        mayLack: `there is no page ${id}`,
        // The answer is an empty object or nothing; only its status matters.
        decode: () => undefined,
      },
      signal,
    );
  }

  async #read(call: CallOf<ReadOperation>, signal: AbortSignal | undefined): Promise<Page> {
    const page = await this.#http.read({ ...call, decode }, signal);
    this.#see?.(page);
    return page;
  }

  /** `made`: the documentation in which the page is created. */
  async #write(
    call: Omit<WriteCall<Page>, 'decode'>,
    signal: AbortSignal | undefined,
    made?: DocumentationId,
  ): Promise<Written<Page>> {
    const written = await this.#http.write({ ...call, decode }, signal);
    if (written.kind === 'done') this.#see?.(written.value, made);
    return written;
  }
}
