import type { Stats } from 'node:fs';
import { statOf } from '../../system/files/read.ts';
import type { FilePath } from '../../model/ids.ts';
import type { SiteFile } from '../site-source.ts';

/**
 * A stamp that changes with a file's bytes, and also if another file with the same size and times
 * replaces it.
 */
export const fileStamp = ({ mtimeMs, ctimeMs, size, ino }: Stats): string =>
  [mtimeMs, ctimeMs, size, ino].map((each) => Math.round(each).toString(36)).join('-');

/** A file of the project, for pages to show. */
export function siteFile(root: string, file: FilePath): SiteFile {
  const stats = statOf(`${root}/${file}`);
  return { path: file, stamp: stats === null || 'problem' in stats ? '' : fileStamp(stats) };
}
