import type { ReferenceId, VersionId } from '../../model/ids.ts';
import type { Reference } from '../../model/resources.ts';
import type { Bytes, FilePart, Written } from '../call.ts';
import type { Client } from '../client.ts';

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

/** docs/service.md, "References". There is no list of references; `project.all` names them. */
export class References {
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  /** A definition as the platform serves it, unchanged. */
  definition(
    id: ReferenceId,
    { draft, format }: DefinitionRequest = {},
    signal?: AbortSignal,
  ): Promise<Bytes> {
    const call = { path: { id }, query: { draft, format }, signal };
    return this.#client.bytes('readDefinition', call);
  }

  /**
   * Creates a reference, or updates the version's reference with the definition's title. It is
   * published at once, unless `publish` is false: then it is a draft, and the permission is
   * `reference.edit`.
   */
  upload(
    version: VersionId,
    file: FilePart,
    options: { readonly publish: boolean; readonly settings?: ReferenceSettings },
    signal?: AbortSignal,
  ): Promise<Written<Reference>> {
    const { publish, settings = {} } = options;
    const query = {
      ...(publish ? {} : { publish }),
      show_try_it_out: settings.tryItOut,
      allow_download: settings.allowDownload,
      expandable: settings.expandable,
    };
    const call = { path: { id: version }, query, file, signal };
    const permission = publish ? {} : ({ permission: 'reference.edit' } as const);
    return this.#client.write('uploadReference', { ...call, ...permission });
  }

  /** Publishes the draft. Refused with status 400 if there is none. */
  publish(id: ReferenceId, signal?: AbortSignal): Promise<Written<Reference>> {
    return this.#client.write('publishReference', { path: { id }, signal });
  }
}
