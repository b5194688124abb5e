/** Changelog posts that changed, in the form of pages. */
import { posix } from 'node:path';
import { readPost } from '../../../content/changelog/changelog-files.ts';
import { NO_PROJECT } from '../../../content/darkdown/write/resolver.ts';
import { fileIn } from '../../../content/folder/list-folder.ts';
import { besidePages } from '../../../content/layouts/beside-pages.ts';
import type { FilePath } from '../../../model/ids.ts';
import { byCodeUnit } from '../../../model/order.ts';
import type { PagePair, PageVersion } from '../../../site/review/review.ts';
import type { FolderOfTexts } from '../../../content/folder/folder-of-texts.ts';

/** The posts among these files, by name. A post that is malformed on one side is left out. */
export async function changedPosts(
  old: readonly FolderOfTexts[],
  next: readonly FolderOfTexts[],
  changed: ReadonlySet<FilePath>,
): Promise<(PagePair & { readonly file: FilePath })[]> {
  const [before, after] = [await postsIn(old, changed), await postsIn(next, changed)];
  return [...new Set([...before.keys(), ...after.keys()])].toSorted(byCodeUnit).flatMap((file) => {
    const [was, is] = [before.get(file), after.get(file)];
    if (was?.version === null || is?.version === null) return [];
    const name = was?.name ?? is?.name ?? file;
    return [{ name, file, note: null, old: was?.version, new: is?.version }];
  });
}

interface Post {
  readonly name: string;
  /** Null: the post is malformed. */
  readonly version: PageVersion | null;
}

async function postsIn(
  folders: readonly FolderOfTexts[],
  changed: ReadonlySet<FilePath>,
): Promise<ReadonlyMap<FilePath, Post>> {
  const found = new Map<FilePath, Post>();
  for (const { folder, files, read } of folders) {
    for (const path of files) {
      const file = fileIn(folder.path, path).normalize('NFC') as FilePath;
      if (besidePages(path)?.kind !== 'post' || !changed.has(file)) continue;
      const text = read(path);
      if (text === null) continue;
      const name = path.slice(0, -'.md'.length);
      const version = 'text' in text ? await versionOf(posix.basename(name), text.text) : null;
      found.set(file, { name, version });
    }
  }
  return found;
}

async function versionOf(slug: string, text: string): Promise<PageVersion | null> {
  const { post } = await readPost(slug, text);
  if (post === null) return null;
  const { title, date, published, content } = post;
  const header = new Map([['published', String(published)]]);
  if (date !== null) header.set('date', new Date(date * 1000).toISOString().slice(0, 10));
  return { title, header, body: { text: content, resolver: NO_PROJECT } };
}
