import { lstatSync, readdirSync } from 'node:fs';
import { Failure } from '../../model/failure.ts';
import type { FilePath } from '../../model/ids.ts';
import { listFiles } from '../folder/list-folder.ts';
import { projectText, readText } from '../../system/files/read.ts';
import { isAboveAll } from '../layouts/beside-pages.ts';
import { CHANGELOGS_FOLDER, isLikeSettings } from '../file-names.ts';
import { readChangelogs } from './changelog-files.ts';
import type { WrittenChangelog } from './changelog-files.ts';

/**
 * The changelogs of a content folder. If their folder is a symbolic link, there are none.
 * @param takes whether a file, `changelogs/<path>/<name>`, is read
 * @throws Failure `content` with the file if one cannot be read or is malformed
 */
export async function changelogsIn(
  folder: string,
  takes: (file: FilePath) => boolean = () => true,
): Promise<readonly WrittenChangelog[]> {
  const top = `${folder}/${CHANGELOGS_FOLDER}`;
  if (!lstatSync(top, { throwIfNoEntry: false })?.isDirectory()) return [];
  const texts = new Map<string, string>();
  const { files, refused } = listFiles(top);
  for (const { path, reason } of refused) {
    const file = `${CHANGELOGS_FOLDER}/${path}` as FilePath;
    // Settings that are not read may hide the changelog.
    if (isLikeSettings(file) && takes(file)) throw unread(file, reason);
  }
  for (const name of files) {
    if (!name.endsWith('.md') && !isLikeSettings(name)) continue;
    const file = `${CHANGELOGS_FOLDER}/${name}` as FilePath;
    if (!takes(file)) continue;
    const read = readText(`${top}/${name}`);
    if (read === null) continue;
    if ('problem' in read) throw unread(file, read.problem);
    texts.set(file, read.text);
  }
  // Settings above all changelogs may hide them.
  for (const name of readdirSync(folder).filter(isAboveAll)) {
    const file = name as FilePath;
    const read = projectText(folder, file);
    if (read !== null && 'text' in read) texts.set(file, read.text);
    else if (read !== null && isLikeSettings(file)) throw unread(file, read.problem);
  }
  return readChangelogs(texts);
}

const unread = (file: FilePath, problem: string): Failure =>
  new Failure('content', `This file ${problem}.`, { place: { file } });
