import { foldPath, safeName } from '../../content/file-names.ts';

/** Assigns names in one folder. Adds a number to a name that is taken, or would be on some system. */
export class FolderNames {
  readonly #taken = new Set<string>();

  take(title: string): string {
    const name = safeName(title);
    for (let n = 1; ; n += 1) {
      const candidate = n === 1 ? name : `${name} (${n})`;
      const folded = foldPath(candidate);
      if (this.#taken.has(folded)) continue;
      this.#taken.add(folded);
      return candidate;
    }
  }
}
