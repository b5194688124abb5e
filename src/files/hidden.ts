/** What is never content, by its name: what programs keep for themselves (`.git`, `.env`), and packages of others. */
import { sep } from 'node:path';

/** Whether an entry of a content folder is passed over, whatever it is. */
export const isHidden = (name: string): boolean => name.startsWith('.') || name === 'node_modules';

/** Whether a path leads to such an entry or through one. */
export const isHiddenPath = (path: string): boolean =>
  path
    .replaceAll(sep, '/')
    .split('/')
    .some((part) => part !== '.' && part !== '..' && isHidden(part));
