/** Requested copies of versions whose result is not known yet. Noted before they are sent, so that a later run can find out. */
import { join } from 'node:path';
import type { Context } from '../../context.ts';
import { readOwnText, requireOwn } from '../../files/own.ts';
import { bytesOfText, replaceWhole } from '../../files/write.ts';
import { hasFields, tryJson } from '../../model/fields.ts';
import type { VersionId } from '../../model/ids.ts';
import type { Project } from '../../model/project.ts';
import { makeStateFolder } from '../../sync/reader.ts';

export interface OpenClone {
  /** The base URL of the platform. */
  readonly baseUrl: string;
  readonly source: VersionId;
  readonly name: string;
  /** When it was sent, by `Clock.now`. */
  readonly at: number;
  /** The versions that existed before. */
  readonly before: readonly VersionId[];
}

/** The notes of one project. Without a configuration there is no folder for them, and nothing is noted. */
export class OpenClones {
  readonly #project: Project | null;
  readonly #baseUrl: string;

  private constructor(project: Project | null, baseUrl: string) {
    this.#project = project;
    this.#baseUrl = baseUrl;
  }

  static async of(context: Context): Promise<OpenClones> {
    const { file, baseUrl } = await context.config();
    return new OpenClones(file === null ? null : await context.project(), baseUrl.value);
  }

  /** The last requested copy with this name. Returns undefined if none is open. */
  find({ source, name }: Pick<OpenClone, 'source' | 'name'>): OpenClone | undefined {
    return this.#read().findLast((one) => this.#isSame(one, { source, name }));
  }

  /** Await this before the request is sent. */
  async note(clone: Omit<OpenClone, 'baseUrl'>): Promise<void> {
    const others = this.#read().filter((one) => !this.#isSame(one, clone));
    await this.#write([...others, { ...clone, baseUrl: this.#baseUrl }]);
  }

  /** Removes the note once the result is known. */
  async forget(clone: Pick<OpenClone, 'source' | 'name'>): Promise<void> {
    const all = this.#read();
    const others = all.filter((one) => !this.#isSame(one, clone));
    if (others.length < all.length) await this.#write(others);
  }

  #isSame(one: OpenClone, { source, name }: Pick<OpenClone, 'source' | 'name'>): boolean {
    return one.baseUrl === this.#baseUrl && one.source === source && one.name === name;
  }

  #read(): readonly OpenClone[] {
    const path = this.#path;
    if (path === null || this.#project === null) return [];
    requireOwn(this.#project.root, path);
    let text: string;
    try {
      text = readOwnText(path);
    } catch {
      return [];
    }
    const found = tryJson(text);
    return Array.isArray(found) ? found.filter(isOpenClone) : [];
  }

  async #write(clones: readonly OpenClone[]): Promise<void> {
    if (this.#project === null) return;
    await makeStateFolder(this.#project);
    const { root, stateFolder } = this.#project;
    const text = `${JSON.stringify(clones)}\n`;
    await replaceWhole({ root, stateFolder }, `${stateFolder}/${FILE}`, bytesOfText(text));
  }

  get #path(): string | null {
    if (this.#project === null) return null;
    return join(this.#project.root, this.#project.stateFolder, FILE);
  }
}

const FILE = 'version-clones.json';

const isOpenClone = (value: unknown): value is OpenClone =>
  hasFields(value) &&
  typeof value['baseUrl'] === 'string' &&
  typeof value['source'] === 'number' &&
  typeof value['name'] === 'string' &&
  typeof value['at'] === 'number' &&
  Array.isArray(value['before']) &&
  value['before'].every((id) => typeof id === 'number');
