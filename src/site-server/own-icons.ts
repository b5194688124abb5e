/** The icons that come with the tool. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isMissing } from '../model/file-trouble.ts';
import { Icons } from '../site/icons.ts';

/** Reads them when the first icon is shown. Without the file there are none, and names stand for them. */
export const ownIcons = (packageFolder: string): Icons =>
  new Icons(() => {
    try {
      return readFileSync(join(packageFolder, 'dist/site/icons.txt'), 'utf8');
    } catch (error) {
      if (isMissing(error)) return '';
      throw error;
    }
  });
