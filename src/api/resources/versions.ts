import type { BrokenLink, Documentation, ReportedPage } from '../../model/inventory.ts';
import type { Slug, VersionId } from '../../model/ids.ts';
import type { Version } from '../../model/resources.ts';
import type { Http } from '../calls/http.ts';
import { requireDone } from '../calls/written.ts';
import type { Written } from '../calls/written.ts';
import { decodeBrokenLinks, decodeDocumentations, decodeReport } from '../decode.ts';
import { decodeVersion, decodeVersions } from '../decode.ts';

/** The fields to change. */
export interface VersionChange {
  readonly name?: string | undefined;
  readonly slug?: Slug | undefined;
  readonly published?: boolean | undefined;
}

/** Contract, section 4, "Versions", and `api/today.yaml`. Operations of today's revision fail with `unsupported` if the platform lacks them. */
export class Versions {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /** The versions that the key may see, in any order: sort by `ordr`. 60 an hour. */
  list(signal?: AbortSignal): Promise<Version[]> {
    return this.#http.read({ operation: 'listVersions', decode: decodeVersions }, signal);
  }

  /** Renames, publishes or unpublishes a version. Sends only the given fields. Rejects unless the change is known to be done. */
  async update(id: VersionId, change: VersionChange, signal?: AbortSignal): Promise<Version> {
    const written = await this.#http.write(
      { operation: 'updateVersion', path: { id }, body: change, decode: decodeVersion },
      signal,
    );
    return requireDone(written);
  }

  /**
   * Copies a version with all its contents. The copy is unpublished and comes first in the project. The slug
   * in `create` has letters, digits and dashes; without one, the platform derives it from the name. 60 an
   * hour.
   */
  clone(
    id: VersionId,
    create: { readonly name: string; readonly slug?: Slug | undefined },
    signal?: AbortSignal,
  ): Promise<Written<Version>> {
    return this.#http.write(
      {
        operation: 'cloneVersion',
        path: { id },
        body: create,
        mayLack: lackedBy(id),
        decode: decodeVersion,
      },
      signal,
    );
  }

  /** The documentations of a version, in any order: sort by `ordr`. 60 an hour for all versions together. */
  documentations(id: VersionId, signal?: AbortSignal): Promise<Documentation[]> {
    return this.#http.read(
      {
        operation: 'listDocumentations',
        path: { id },
        mayLack: lackedBy(id),
        decode: decodeDocumentations,
      },
      signal,
    );
  }

  /** The pages of a version with their authors. `createdByEmail`: only pages that this user created. 60 an hour. */
  report(
    id: VersionId,
    { createdByEmail }: { readonly createdByEmail?: string | undefined } = {},
    signal?: AbortSignal,
  ): Promise<ReportedPage[]> {
    return this.#http.read(
      {
        operation: 'readReport',
        path: { id },
        query: { created_by_email: createdByEmail },
        mayLack: lackedBy(id),
        decode: decodeReport,
      },
      signal,
    );
  }

  /** The broken or wrong links of a version. Links to other sites and to headings are not checked. 60 an hour. */
  brokenLinks(id: VersionId, signal?: AbortSignal): Promise<BrokenLink[]> {
    return this.#http.read(
      {
        operation: 'listBrokenLinks',
        path: { id },
        mayLack: lackedBy(id),
        decode: decodeBrokenLinks,
      },
      signal,
    );
  }
}

const lackedBy = (id: VersionId): string => `there is no version ${id}`;
