import { changelogSettings, postText } from '../../content/changelog/changelog-files.ts';
import { safeName, CHANGELOGS_FOLDER } from '../../content/file-names.ts';
import type { PageFormat } from '../../model/resources.ts';
import { inTurns } from '../in-turns.ts';
import { render } from '../render.ts';
import type { ChangelogRow, PostRow } from '../resources/changelogs.ts';
import type { AskSurroundings } from '../page-surroundings.ts';
import { type ExportEntry, FolderNames } from './outline.ts';

export interface ExportedChangelog {
  readonly changelog: ChangelogRow;
  /** Oldest first. */
  readonly posts: readonly PostRow[];
}

/** The same changelogs with the texts of their posts in a format. Posts belong to no version, so variables and links of the project are not resolved. */
export async function inFormat(
  changelogs: readonly ExportedChangelog[],
  format: PageFormat,
): Promise<readonly ExportedChangelog[]> {
  if (format === 'darkdown') return changelogs;
  const converted: ExportedChangelog[] = [];
  for (const { changelog, posts } of changelogs) {
    const texts: PostRow[] = [];
    await inTurns(posts, async (post) => {
      const bodies = { draft: null, published: post.content };
      const { published } = await render(bodies, format, knowsNothing);
      texts.push({ ...post, content: published });
    });
    converted.push({ changelog, posts: texts });
  }
  return converted;
}

const knowsNothing: AskSurroundings = () =>
  Promise.resolve({
    links: new Map(),
    variables: new Map(),
    syncedBlocks: new Map(),
    children: [],
  });

/** Changelogs as entries of an archive, in the layout of a repository, because no other form is known. Pure. */
export function* changelogEntries(
  changelogs: readonly ExportedChangelog[],
): Generator<ExportEntry> {
  const names = new FolderNames();
  for (const { changelog, posts } of changelogs) {
    const folder = `${CHANGELOGS_FOLDER}/${names.take(changelog.path)}`;
    const settings = { ...changelog, published: changelog.published === 1 };
    yield { path: `${folder}/_settings.yaml`, text: changelogSettings(settings) };
    for (const { slug, title, content, created, published } of posts) {
      const post = { title, content: content ?? '', date: created, published: published === 1 };
      yield { path: `${folder}/${safeName(slug)}.md`, text: postText(post) };
    }
  }
}
