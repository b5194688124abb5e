import type { Slug, VersionId } from '../../model/ids.ts';
import type { Version } from '../../model/resources.ts';
import type { Http } from '../calls/http.ts';
import { requireDone } from '../calls/written.ts';
import { decodeVersion, decodeVersions } from '../decode/version.ts';

/** What is to be changed. */
export interface VersionChange {
  readonly name?: string | undefined;
  readonly slug?: Slug | undefined;
  readonly published?: boolean | undefined;
}

/** Contract, section 4, "Versions". */
export class Versions {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /** Those that the key may see, in no promised order: sort by `ordr`. 60 an hour. */
  list(signal?: AbortSignal): Promise<Version[]> {
    return this.#http.read({ operation: 'listVersions', decode: decodeVersions }, signal);
  }

  /** Renames, publishes or unpublishes a version. Sends only the fields that are given. Rejects unless it is known to be done. */
  async update(id: VersionId, change: VersionChange, signal?: AbortSignal): Promise<Version> {
    const written = await this.#http.write(
      { operation: 'updateVersion', path: { id }, body: change, decode: decodeVersion },
      signal,
    );
    return requireDone(written);
  }
}
