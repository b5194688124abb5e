import { early } from './early.ts';
import type { Layout } from './layout.ts';

/**
 * A folder that the configuration maps to one documentation: slug and title from the header, else the file's name, as in
 * the early layout, and no settings files.
 */
export const plain: Layout = { ...early, kind: 'plain', settingsName: null };
