/** Names of files and folders that are never content: those that belong to programs (`.git`, `.env`), and installed packages. */
import { sep } from 'node:path';

/** Whether an entry of a content folder is skipped, whether it is a file or a folder. */
export const isHidden = (name: string): boolean => name.startsWith('.') || name === 'node_modules';

/** Whether a path leads to such an entry or through one. */
export const isHiddenPath = (path: string): boolean =>
  path
    .replaceAll(sep, '/')
    .split('/')
    .some((part) => part !== '.' && part !== '..' && isHidden(part));
