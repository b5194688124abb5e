/**
 * Real content, which is not part of the repository. `DOCS_CORPUS` names its folder; `.ci/run` sets it.
 * Without it, tests of real content are skipped. Do not read it while tests are collected, because the body
 * of a skipped `describe` runs too.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listFiles } from '../../src/content/folder/list-folder.ts';

export const CORPUS = process.env['DOCS_CORPUS'] ?? '';

export const hasCorpus = CORPUS !== '';

if (hasCorpus && !existsSync(CORPUS)) {
  throw new Error(`DOCS_CORPUS names a folder that does not exist: ${CORPUS}`);
}

export const LAYOUTS = ['repository-layout', 'early-layout', 'export-layout'] as const;

export type LayoutName = (typeof LAYOUTS)[number];

/** The page files of a layout, with paths relative to its folder. Empty without a corpus. */
export function realFiles(layout: LayoutName): { file: string; text: string }[] {
  if (!hasCorpus) return [];
  const folder = join(CORPUS, layout);
  return listFiles(folder)
    .files.filter((file) => file.endsWith('.md') && !file.startsWith('_'))
    .map((file) => ({ file, text: readFileSync(join(folder, file), 'utf8') }));
}
