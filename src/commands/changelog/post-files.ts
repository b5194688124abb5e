import { placeIn } from '../../system/files/path.ts';
import { changelogsIn } from '../../content/changelog/changelog-folder.ts';
import type { WrittenPost } from '../../content/changelog/changelog-files.ts';
import { isLikeSettings } from '../../content/file-names.ts';
import { unreadyPostOf, unreadyReason } from '../../content/page/unready.ts';
import { fileIn, takenFrom } from '../../content/folder/list-folder.ts';
import { Failure } from '../../model/failure.ts';
import type { FilePath } from '../../model/ids.ts';
import type { ContentFolder, Project } from '../../model/project.ts';

/** A post that has a file. */
export interface PostFile extends WrittenPost {
  readonly file: FilePath;
  /** The file and the setting in it that hold its changelog back; null if readers may see it. */
  readonly heldBy: string | null;
}

/** The posts of a project. */
export interface PostFiles {
  /** By the folder below `changelogs/`; each list by date, then by slug. Empty if it only has settings. */
  readonly posts: ReadonlyMap<string, readonly PostFile[]>;
  /** Folders below `changelogs/` that were not read. */
  readonly others: readonly string[];
}

/**
 * The posts of these changelogs. Rejects with `content` and the file if one is malformed or has
 * conflict markers, if two have the same slug, or if a changelog is in two content folders.
 */
export async function readPostFiles(
  project: Project,
  wanted: ReadonlySet<string>,
): Promise<PostFiles> {
  const posts = new Map<string, readonly PostFile[]>();
  const others = new Set<string>();
  for (const content of project.contents) {
    // The folder of one documentation has no changelogs.
    if (content.version !== null) continue;
    for (const [path, own] of await readIn(project, content, wanted, others)) {
      // A folder that only has settings counts: they may hold the changelog back.
      if (posts.has(path)) {
        const file = own[0]?.file ?? fileIn(content.path, settingsOf(path));
        throw refused({ file }, `There is also a changelog ${path} in another content folder.`);
      }
      requireSound(own);
      posts.set(path, own);
    }
  }
  return { posts, others: [...others].toSorted() };
}

async function readIn(
  project: Project,
  content: ContentFolder,
  wanted: ReadonlySet<string>,
  others: Set<string>,
): Promise<Map<string, readonly PostFile[]>> {
  const place = placeIn(project.root, content.path);
  if ('problem' in place) {
    throw new Failure('config', `The content folder "${content.path}" ${place.problem}.`, {
      hint: 'Content must be inside the folder of the configuration file',
    });
  }
  const isTaken = await takenFrom(project, content);
  const takes = (file: FilePath): boolean => {
    const [, path = '', ...rest] = file.split('/');
    // Patterns of pages do not hide settings.
    if (isLikeSettings(file)) return rest.length === 0 || wanted.has(path);
    if (rest.length !== 1 || !file.endsWith('.md') || !isTaken(file)) return false;
    if (!wanted.has(path)) others.add(path);
    return wanted.has(path);
  };
  try {
    const found = await changelogsIn(place.real, takes);
    return new Map(
      found.map(({ path, posts, heldBy }) => [
        path,
        posts.map((post) => ({
          ...post,
          file: fileIn(content.path, `changelogs/${path}/${post.slug}.md`),
          heldBy: heldBy ? `${fileIn(content.path, heldBy.file)} (${heldBy.says})` : null,
        })),
      ]),
    );
  } catch (error) {
    if (!(error instanceof Failure) || error.place === undefined) throw error;
    const { code, message, hint, place: at } = error;
    const file = fileIn(content.path, at.file);
    throw new Failure(code, message, { hint, cause: error, place: { ...at, file } });
  }
}

const settingsOf = (path: string): string => `changelogs/${path}/_settings.yaml`;

/** Throws for posts that should not be sent: a post cannot be taken back. */
function requireSound(posts: readonly PostFile[]): void {
  const slugs = new Set<string>();
  for (const post of posts) {
    const unready = unreadyPostOf(post.content);
    if (unready) throw refused(post, `This post ${unreadyReason(unready)}.`);
    // On some platforms, slugs that differ only in letter case are the same.
    const slug = post.slug.toLowerCase();
    if (slugs.has(slug)) throw refused(post, 'Another post has a slug that differs only in case.');
    slugs.add(slug);
  }
}

const refused = ({ file }: Pick<PostFile, 'file'>, message: string): Failure =>
  new Failure('content', message, { hint: 'Correct it; nothing was sent', place: { file } });
