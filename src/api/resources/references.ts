import type { ReferenceId, VersionId } from '../../model/ids.ts';
import type { Reference } from '../../model/resources.ts';
import type { Bytes, FilePart, Http } from '../calls/http.ts';
import type { Written } from '../calls/written.ts';
import { decodeReference } from '../decode.ts';

/** Which definition of a reference to read. */
export interface DefinitionRequest {
  /** The draft instead of the published definition; `not-found` if there is none. */
  readonly draft?: boolean | undefined;
  /** Left out: as it was uploaded. */
  readonly format?: 'auto' | 'yaml' | 'json' | undefined;
}

/** How readers see a reference. Left-out settings stay as they are. An older platform ignores all of them. */
export interface ReferenceSettings {
  /** Whether readers can send requests. */
  readonly tryItOut?: boolean;
  /** Whether readers can download the definition. */
  readonly allowDownload?: boolean;
  /** Whether operations are rows that readers expand. */
  readonly expandable?: boolean;
}

/** Contract, section 4, "References". There is no list of references; `project.all` names them. */
export class References {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /** A definition as the platform serves it, unchanged. */
  definition(
    id: ReferenceId,
    request: DefinitionRequest = {},
    signal?: AbortSignal,
  ): Promise<Bytes> {
    const { draft, format } = request;
    return this.#http.bytes(
      { operation: 'readDefinition', path: { id }, query: { draft, format } },
      signal,
    );
  }

  /**
   * Creates a reference, or updates the version's reference with the definition's title. It is published at
   * once, unless `publish` is false: then it is a draft, and the permission is `reference.edit`.
   */
  upload(
    version: VersionId,
    file: FilePart,
    options: { readonly publish: boolean; readonly settings?: ReferenceSettings },
    signal?: AbortSignal,
  ): Promise<Written<Reference>> {
    const { publish, settings = {} } = options;
    return this.#http.write(
      {
        operation: 'uploadReference',
        path: { id: version },
        query: {
          ...(publish ? {} : { publish }),
          show_try_it_out: settings.tryItOut,
          allow_download: settings.allowDownload,
          expandable: settings.expandable,
        },
        file,
        decode: decodeReference,
        ...(publish ? {} : { permission: 'reference.edit' }),
      },
      signal,
    );
  }

  /** Publishes the draft. Refused with status 400 if there is none. */
  publish(id: ReferenceId, signal?: AbortSignal): Promise<Written<Reference>> {
    return this.#http.write(
      { operation: 'publishReference', path: { id }, decode: decodeReference },
      signal,
    );
  }
}
