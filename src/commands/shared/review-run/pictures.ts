/** Pictures of pages that are project files: compared by content, embedded in a review's file. */
import { MEDIA_TYPES } from '../../../content/shown-files.ts';
import { readFileSync, statSync } from 'node:fs';
import { posix } from 'node:path';
import { repairUrl } from '../../../content/darkdown/url.ts';
import { digestOf } from '../../../content/digest.ts';
import { decoded, parseAddress } from '../../../content/darkdown/address.ts';
import { isHiddenPath, placeIn } from '../../../system/files/path.ts';
import type { FilePath } from '../../../model/ids.ts';

/** Larger pictures are shown as their address, because people send each other the file of a review. */
const MAX_BYTES = 400_000;
const MAX_BYTES_IN_ALL = 12_000_000;

/** The media type of a picture. As an image, an SVG runs no script and loads nothing. */
function typeOf(file: string): string | undefined {
  const type = MEDIA_TYPES.get(posix.extname(file).slice(1).toLowerCase());
  return type?.startsWith('image/') && type !== 'image/x-icon' ? type : undefined;
}

/** Whether a file is a picture that a review may embed. */
export const isPicture = (file: string): boolean => typeOf(file) !== undefined;

export type FormerPictures = ReadonlyMap<FilePath, Buffer | null | undefined>;

/** The pictures of one side, or of both if they are the same. Reads each file once. */
export class Pictures {
  readonly #root: string;
  /** The former contents of files that differ from those on disk; null: it cannot be embedded; undefined: there was none. */
  readonly #before: FormerPictures;
  readonly #carried: CarriedPictures;
  readonly #names = new Map<string, string | undefined>();

  constructor(root: string, carried: CarriedPictures, before: FormerPictures = new Map()) {
    this.#root = root;
    this.#carried = carried;
    this.#before = before;
  }

  /** Whether pages show another picture of this name than those of the other side. */
  differsFrom(other: Pictures, file: FilePath): boolean {
    return this.#names.get(file) !== other.#names.get(file);
  }

  /** Equal for pictures of equal content. Undefined if the picture is not a file of the project. */
  named(from: FilePath, url: string): string | undefined {
    const { kind, path } = parseAddress(repairUrl(url));
    const name = kind === 'file' ? decoded(path) : null;
    if (name === null || isHiddenPath(name)) return undefined;
    const file = posix.join(posix.dirname(from), name).normalize('NFC') as FilePath;
    if (!this.#names.has(file)) this.#names.set(file, this.#read(file));
    return this.#names.get(file);
  }

  #read(file: FilePath): string | undefined {
    const type = typeOf(file);
    if (type === undefined) return undefined;
    const before = this.#before.get(file);
    if (before === null) return `${file} as it was`;
    const bytes = this.#before.has(file) ? before : this.#onDisk(file);
    return bytes && this.#carried.keep(type, bytes);
  }

  #onDisk(file: FilePath): Buffer | undefined {
    try {
      const place = placeIn(this.#root, file);
      if ('problem' in place) return undefined;
      const stats = statSync(place.real);
      return stats.isFile() && stats.size <= MAX_BYTES ? readFileSync(place.real) : undefined;
    } catch {
      return undefined;
    }
  }
}

/** Pictures that a review's file may embed, by their names. */
export class CarriedPictures {
  readonly #known = new Map<string, { readonly type: string; readonly bytes: Buffer }>();
  #room = MAX_BYTES_IN_ALL;

  /** Adds a picture, and returns its name. */
  keep(type: string, bytes: Buffer): string {
    const name = `${type} ${digestOf(bytes.toString('latin1'))}`;
    if (!this.#known.has(name)) this.#known.set(name, { type, bytes });
    return name;
  }

  /** The picture as a data URL. Undefined if there is no room left in the file; each call takes room. */
  readonly carry = (name: string): string | undefined => {
    const picture = this.#known.get(name);
    if (!picture || picture.bytes.length > this.#room) return undefined;
    this.#room -= picture.bytes.length;
    return `data:${picture.type};base64,${picture.bytes.toString('base64')}`;
  };
}

/** The content of a picture in an older commit, or null if it is too large to embed. */
export const fits = (bytes: Buffer): Buffer | null => (bytes.length <= MAX_BYTES ? bytes : null);
