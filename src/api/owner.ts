/**
 * Checks that the key is of the project that writes are meant for. No write is sent before that is
 * known.
 */
import { Failure } from '../model/failure.ts';
import type { VersionId } from '../model/ids.ts';
import type { Version } from '../model/resources.ts';

/** A version that the key sees, with its names, for messages. */
type SeenVersion = Pick<Version, 'name'> & { readonly slug: string | undefined };

export type SeenVersions = ReadonlyMap<VersionId, SeenVersion>;

/**
 * Judges which project a key is of by all the versions that it sees: their ids differ between
 * projects, while the API's address is the same.
 */
export interface OwnProject {
  /** Whether writes wait for `judge`. If no answer had the versions, they are requested. */
  readonly isNamed: boolean;
  /** Rejects with `guard` if the versions are another project's. */
  judge(versions: SeenVersions): Promise<void>;
}

/**
 * Operations that are not checked: a key that only grants access may not list versions, and
 * granting access publishes nothing.
 */
const WITHOUT_VERSIONS: ReadonlySet<string> = new Set(['grantAccess', 'revokeAccess']);

export class Owner {
  readonly #project: OwnProject | undefined;
  readonly #ask: () => Promise<readonly Version[]>;
  #isJudged = false;
  #asked: Promise<void> | undefined;

  /** `ask` lists the versions that the key sees. */
  constructor(project: OwnProject | undefined, ask: () => Promise<readonly Version[]>) {
    this.#project = project;
    this.#ask = ask;
  }

  /** Judges all versions of an answer. Rejects with `guard`. */
  async see(versions: Iterable<readonly [VersionId, SeenVersion]>): Promise<void> {
    await this.#project?.judge(new Map(versions));
    this.#isJudged = true;
  }

  /** Call it before each write. Sends one request if no answer of this run had the versions. */
  async confirm(operation: string): Promise<void> {
    if (this.#isJudged || this.#project?.isNamed !== true) return;
    if (WITHOUT_VERSIONS.has(operation)) return;
    this.#asked ??= this.#list();
    await this.#asked;
  }

  async #list(): Promise<void> {
    try {
      const versions = await this.#ask();
      await this.see(versions.map((version) => [version.id, version]));
    } catch (error) {
      if (!(error instanceof Failure) || error.code !== 'forbidden') throw error;
      const { code, message, status } = error;
      const hint =
        'Because of `project` in the configuration, the key needs this permission: without it nobody knows which project it is of';
      throw new Failure(code, message, { hint, status, cause: error });
    }
  }
}
