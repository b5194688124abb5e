/** Checks whether page files have appeared since the scan. A page whose file was put back, under the same name or another, must not be deleted. */
import { listFolder } from '../../content/folder/list-folder.ts';
import { Failure } from '../../model/failure.ts';
import type { PageKey } from '../../model/ids.ts';
import type { UnplacedFile } from '../../model/local.ts';
import type { Project } from '../../model/project.ts';
import { scan } from '../folder/scan.ts';
import { AGAIN } from '../journal/ledger.ts';
import type { RunState } from '../session.ts';

/** Looks for page files that the scan did not see. */
export class FilesAgain {
  readonly #project: Project;
  readonly #signal: AbortSignal;
  /** Files that the scan saw, and those that this run creates. */
  readonly #known: ReadonlySet<string>;
  /** Keys of files that this run renamed. */
  readonly #renamed: ReadonlySet<PageKey>;
  /** The file names at the last comparison, and the new file that was found then. */
  #last: { readonly names: string; readonly found: Promise<string | undefined> } | undefined;

  constructor(
    { local, newFiles }: Pick<RunState, 'local' | 'newFiles'>,
    { project, signal }: { readonly project: Project; readonly signal: AbortSignal },
    renamed: ReadonlySet<PageKey>,
  ) {
    this.#project = project;
    this.#signal = signal;
    const files = [...local.pages.values(), ...local.unplaced, ...newFiles.values()];
    this.#known = new Set(files.map(({ file }) => file));
    this.#renamed = renamed;
  }

  /**
   * Rejects with `conflict` if there is a page file that the scan did not see. Lists the folders in each
   * call, but reads files only if names have changed.
   */
  async expectNone(): Promise<void> {
    const file = await this.#newFile();
    if (file === undefined) return;
    throw new Failure(
      'conflict',
      `${file} appeared after the plan was made, and may be its file.`,
      {
        hint: AGAIN,
      },
    );
  }

  #newFile(): Promise<string | undefined> {
    const names = JSON.stringify(
      this.#project.contents.map((folder) => listFolder(this.#project, folder)),
    );
    if (this.#last?.names !== names) this.#last = { names, found: this.#scan() };
    return this.#last.found;
  }

  async #scan(): Promise<string | undefined> {
    const { pages, unplaced } = await scan(this.#project, {
      remember: false,
      signal: this.#signal,
    });
    const isNew = ({ file, key }: Pick<UnplacedFile, 'file' | 'key'>): boolean =>
      !this.#known.has(file) && (key === undefined || !this.#renamed.has(key));
    return (unplaced.find(isNew) ?? [...pages.values()].find(isNew))?.file;
  }
}
