/** Scripts, style and icons of the site, which are part of the tool. */
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isMissing } from '../../../model/file-trouble.ts';
import { Icons } from '../../../site/icons.ts';

/** The names of these files with their types. No other file of the tool is served. */
export const OWN_FILES: Readonly<Record<string, string>> = {
  'site.css': 'text/css; charset=utf-8',
  'early.js': 'text/javascript; charset=utf-8',
  'site.js': 'text/javascript; charset=utf-8',
  'live.js': 'text/javascript; charset=utf-8',
  'reference.css': 'text/css; charset=utf-8',
  'reference.js': 'text/javascript; charset=utf-8',
  'frame.html': 'text/html; charset=utf-8',
  'icon.svg': 'image/svg+xml',
};

/** The text of such a file; `null` if there is none with this name. */
export async function ownFile(packageFolder: string, name: string): Promise<string | null> {
  if (!Object.hasOwn(OWN_FILES, name)) return null;
  try {
    return await readFile(join(packageFolder, 'dist/site', name), 'utf8');
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

/**
 * The tool's icons, read when the first icon is shown. Without the file, names are shown instead.
 */
export const ownIcons = (packageFolder: string): Icons =>
  new Icons(() => {
    try {
      return readFileSync(join(packageFolder, 'dist/site/icons.txt'), 'utf8');
    } catch (error) {
      if (isMissing(error)) return '';
      throw error;
    }
  });
