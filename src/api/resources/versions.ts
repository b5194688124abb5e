import type { Slug, VersionId } from '../../model/ids.ts';
import type { Version } from '../../model/resources.ts';
import { decodeVersion, decodeVersions } from '../decode/version.ts';
import type { Http } from '../http.ts';

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
    return this.#http.send({ operation: 'listVersions', decode: decodeVersions }, signal);
  }

  /** Renames, publishes or unpublishes a version. Sends only the fields that are given. */
  update(id: VersionId, change: VersionChange, signal?: AbortSignal): Promise<Version> {
    return this.#http.send(
      { operation: 'updateVersion', path: { id }, body: change, decode: decodeVersion },
      signal,
    );
  }
}
