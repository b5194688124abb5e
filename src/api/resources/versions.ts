import type { BrokenLink, Documentation, ReportedPage, Version } from '../../model/resources.ts';
import type { Slug, VersionId } from '../../model/ids.ts';
import { requireDone } from '../call.ts';
import type { Written } from '../call.ts';
import type { Client } from '../client.ts';

export interface VersionChange {
  readonly name?: string | undefined;
  readonly slug?: Slug | undefined;
  readonly published?: boolean | undefined;
}

/** docs/service.md, "Versions". The newer operations may be `unsupported` ("Revisions"). */
export class Versions {
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  /** The versions that the key may see, in any order: sort by `ordr`. 60 an hour. */
  async list(signal?: AbortSignal): Promise<Version[]> {
    const versions = await this.#client.read('listVersions', { signal });
    await this.#client.owner.see(versions.map((each) => [each.id, each]));
    return versions;
  }

  /** Renames, publishes or unpublishes a version. Rejects unless that is known to be done. */
  async update(id: VersionId, change: VersionChange, signal?: AbortSignal): Promise<Version> {
    const call = { path: { id }, body: change, signal };
    return requireDone(await this.#client.write('updateVersion', call));
  }

  /**
   * Copies a version with all its contents. The copy is unpublished and comes first in the project.
   * The slug in `create` has letters, digits and dashes; without one, the platform derives it from
   * the name. 60 an hour.
   */
  clone(
    id: VersionId,
    create: { readonly name: string; readonly slug?: Slug | undefined },
    signal?: AbortSignal,
  ): Promise<Written<Version>> {
    return this.#client.write('cloneVersion', { ...version(id), body: create, signal });
  }

  /** The documentations of a version, in any order: sort by `ordr`. 60 an hour for all versions together. */
  documentations(id: VersionId, signal?: AbortSignal): Promise<Documentation[]> {
    return this.#client.read('listDocumentations', { ...version(id), signal });
  }

  /** The pages of a version with their authors, or those that one user created. 60 an hour. */
  report(
    id: VersionId,
    { createdByEmail }: { readonly createdByEmail?: string | undefined } = {},
    signal?: AbortSignal,
  ): Promise<ReportedPage[]> {
    const query = { created_by_email: createdByEmail };
    return this.#client.read('readReport', { ...version(id), query, signal });
  }

  /** The broken links of a version, without links to other sites and to headings. 60 an hour. */
  brokenLinks(id: VersionId, signal?: AbortSignal): Promise<BrokenLink[]> {
    return this.#client.read('listBrokenLinks', { ...version(id), signal });
  }
}

const version = (id: VersionId) => ({ path: { id }, mayLack: `there is no version ${id}` });
