/** Reads the files that pages have samples of, each once. */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { isHiddenPath } from '../../system/files/path.ts';
import type { FilePath } from '../../model/ids.ts';
import { projectText } from '../../system/files/read.ts';
import { type Sample, SampledFile, sampleOf } from './sampled-file.ts';
import { snippetsIn } from './snippets.ts';
import type { SnippetTarget } from './snippets.ts';

/** Finds the part of a file that a comment names. */
export type FindSample = (target: SnippetTarget) => Sample;

/** A former text of a file, in composed form (NFC); null: no file; undefined: it did not change. */
export type TextBefore = (file: string) => string | Error | null | undefined;

/**
 * The function throws the error that `before` returns.
 *
 * @param isRead whether git does not ignore the file: pages must not publish what one computer has
 *
 * @param before what replaces the texts on the disk
 */
export function snippetSources(
  root: string,
  isRead: (file: string) => boolean,
  before: TextBefore = () => undefined,
): FindSample {
  const sources = new Map<string, SampledFile | string>();
  const parts = new Map<string, Sample>();
  return ({ file, part }) => {
    const name = `${file}#${part}`;
    const known = parts.get(name);
    if (known) return known;
    const source = sources.get(file) ?? sourceAt(root, file, isRead, before(file.normalize('NFC')));
    sources.set(file, source);
    const found =
      typeof source === 'string'
        ? {
            problem: () => `The file "${file}" ${source}.`,
            ...(source === IGNORED && { hint: 'Take it out of .gitignore and commit it' }),
          }
        : sampleOf(source, part);
    parts.set(name, found);
    return found;
  };
}

/** The continuation of a sentence about a file, as `sourceAt` has others. */
const IGNORED = 'is ignored by git: its text could be on this computer alone';

const isOutside = (file: string): boolean =>
  file.startsWith('/') || file === '..' || file.startsWith('../');

/** Whether a path may be read. Links on the way are judged when it is. */
export const mayBeSource = (file: string): boolean =>
  file !== '' && !isOutside(file) && !isHiddenPath(file);

/** The files that texts have samples of, if their paths may be read. */
export const snippetFiles = (texts: readonly string[]): readonly FilePath[] => [
  ...new Set(
    texts
      .flatMap(snippetsIn)
      .map(({ file }) => file as FilePath)
      .filter(mayBeSource),
  ),
];

const isFolder = (root: string, file: string): boolean =>
  statSync(join(root, file), { throwIfNoEntry: false })?.isDirectory() === true;

/** The file, or why it cannot be used, as the continuation of a sentence that begins with its name. */
function sourceAt(
  root: string,
  file: string,
  isRead: (file: string) => boolean,
  before: ReturnType<TextBefore>,
): SampledFile | string {
  if (isOutside(file)) return 'is outside the project';
  if (file.split('/').includes('node_modules')) return 'is in node_modules';
  if (!mayBeSource(file)) return 'is hidden, or in a hidden folder';
  if (!isRead(file)) return IGNORED;
  if (before instanceof Error) throw before;
  const read =
    before === undefined
      ? projectText(root, file as FilePath, 'sample')
      : before === null
        ? null
        : { text: before };
  if (read === null) return isFolder(root, file) ? 'is a folder' : 'does not exist';
  if ('problem' in read) return read.problem;
  return read.text.includes('\0') ? 'is not text' : new SampledFile(read.text);
}
