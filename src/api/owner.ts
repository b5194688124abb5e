/** Whether the key is of the project that writes are meant for: no write leaves before that is known. */
import { Failure } from '../model/failure.ts';
import type { VersionId } from '../model/ids.ts';
import type { Version } from '../model/resources.ts';

/** A version that the key sees, with its names, for messages. */
type SeenVersion = Pick<Version, 'name'> & { readonly slug: string | undefined };

export type SeenVersions = ReadonlyMap<VersionId, SeenVersion>;

/**
 * Judges which project a key is of by all the versions that it sees, because their ids differ
 * between projects and addresses do not.
 */
export interface OwnProject {
  /** Whether writes wait for `judge`: a platform is asked for its versions if no answer had them. */
  readonly isNamed: boolean;
  /** Rejects with `guard` if they are another project's. */
  judge(versions: SeenVersions): Promise<void>;
}

/** A key that only grants access may not list versions, and access publishes nothing. */
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

  /** Called with all versions that an answer shows. Rejects with `guard`. */
  async see(versions: Iterable<readonly [VersionId, SeenVersion]>): Promise<void> {
    await this.#project?.judge(new Map(versions));
    this.#isJudged = true;
  }

  /** Called before each write. Costs one request if no answer of this run had the versions. */
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
