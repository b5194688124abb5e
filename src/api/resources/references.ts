import type { ReferenceId, VersionId } from '../../model/ids.ts';
import type { Reference } from '../../model/resources.ts';
import { decodeReference } from '../decode/reference.ts';
import type { FilePart, Http } from '../http.ts';

export interface DefinitionRequest {
  /** The draft instead of what is published; `not-found` where there is none. */
  readonly draft?: boolean | undefined;
  /** Left out: as it was uploaded. */
  readonly format?: 'auto' | 'yaml' | 'json' | undefined;
}

/** A definition as the platform serves it, to the byte. */
export interface Definition {
  readonly contentType: string;
  readonly bytes: Uint8Array;
}

/** Contract, section 4, "References". There is no list: `project.all` names them. */
export class References {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  definition(
    id: ReferenceId,
    request: DefinitionRequest = {},
    signal?: AbortSignal,
  ): Promise<Definition> {
    const { draft, format } = request;
    return this.#http.bytes(
      { operation: 'readDefinition', path: { id }, query: { draft, format } },
      signal,
    );
  }

  /**
   * Makes a reference, or updates the one in the version whose title the definition has. Published at once, unless
   * `publish` is false: then it is a draft, and the permission is `reference.edit`.
   */
  upload(
    version: VersionId,
    file: FilePart,
    options: { readonly publish: boolean },
    signal?: AbortSignal,
  ): Promise<Reference> {
    const { publish } = options;
    return this.#http.send(
      {
        operation: 'uploadReference',
        path: { id: version },
        query: publish ? {} : { publish },
        file,
        decode: decodeReference,
        ...(publish ? {} : { permission: 'reference.edit' }),
      },
      signal,
    );
  }

  /** Makes the draft what readers see; `platform-refused` where there is none. */
  publish(id: ReferenceId, signal?: AbortSignal): Promise<Reference> {
    return this.#http.send(
      { operation: 'publishReference', path: { id }, decode: decodeReference },
      signal,
    );
  }
}
