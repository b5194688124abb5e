// Everything that some system does not allow in a name, and a dot or blank at its end.
// oxlint-disable-next-line no-control-regex -- control characters are among them
const UNSAFE = /[/\\:*?"<>|\u0000-\u001f\u007f-\u009f]|[. ]+$|\p{Surrogate}/gu;

/** The longest name that common file systems take is 255 bytes; a number and an extension come on top. */
const LONGEST_BYTES = 200;

/** A title as the name of a file or folder in an archive. The header keeps the title itself. */
export function entryName(title: string): string {
  const name = title.replace(UNSAFE, (found) => '_'.repeat(found.length));
  return shortened(name) || '_';
}

function shortened(name: string): string {
  let kept = '';
  let bytes = 0;
  for (const character of name) {
    bytes += Buffer.byteLength(character);
    if (bytes > LONGEST_BYTES) return kept;
    kept += character;
  }
  return kept;
}

/** Gives out names, and to one that is taken, also in another case or Unicode form, a number. */
export class EntryNames {
  readonly #taken = new Set<string>();

  take(title: string): string {
    const name = entryName(title);
    for (let n = 1; ; n += 1) {
      const candidate = n === 1 ? name : `${name} (${n})`;
      const folded = candidate.normalize('NFC').toLowerCase();
      if (this.#taken.has(folded)) continue;
      this.#taken.add(folded);
      return candidate;
    }
  }
}
