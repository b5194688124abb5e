/** How large browsers show a picture, from the beginning of its file. */
import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { imageSize } from 'image-size';
import type { PictureSize } from '../../content/darkdown/write/resolver.ts';
import type { FilePath } from '../../model/ids.ts';
import { placeIn } from '../../system/files/path.ts';

/** Larger headers are those of pictures with a preview of themselves. */
const MAX_HEAD_BYTES = 256 * 1024;

/** The angles from which cameras turn a picture: its width is what its file calls height. */
const LYING = 5;

/** Undefined if it cannot be told. Does not follow links that lead out of the project. */
export function pictureSize(root: string, file: FilePath): PictureSize | undefined {
  try {
    const place = placeIn(root, file);
    if ('problem' in place || !statSync(place.real).isFile()) return undefined;
    const head = headOf(place.real);
    const { width, height, orientation = 1, type } = imageSize(head);
    if (!(width >= 1 && height >= 1)) return undefined;
    const isFluid = type === 'svg' && !HAS_WIDTH.test(ROOT.exec(head.toString('utf8'))?.[0] ?? '');
    return orientation >= LYING
      ? { width: height, height: width, isFluid }
      : { width: Math.round(width), height: Math.round(height), isFluid };
  } catch {
    return undefined;
  }
}

const ROOT = /<svg\b[^>]*>?/i;

/** Without a width that is a number, a drawing is as wide as the text. Its time is linear. */
const HAS_WIDTH = /\swidth\s*=\s*["']?[\d.]{1,20}[a-z]{0,4}["'\s>]/i;

function headOf(path: string): Buffer {
  const file = openSync(path, 'r');
  try {
    const head = Buffer.alloc(MAX_HEAD_BYTES);
    return head.subarray(0, readSync(file, head, 0, head.length, 0));
  } finally {
    closeSync(file);
  }
}
