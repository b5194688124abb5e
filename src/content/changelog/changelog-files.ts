/** Changelogs as files: `changelogs/<path>/<slug>.md` and `_settings.yaml` beside the posts. The header of a post is real YAML. */
import { Failure } from '../../model/failure.ts';
import type { FilePath } from '../../model/ids.ts';
import { groupBy } from '../../model/group-by.ts';
import { CHANGELOGS_FOLDER } from '../layouts/reserved.ts';
import { parseSettings, settingsMap, settingsText } from '../settings/settings-file.ts';
import type { SettingsMap } from '../settings/settings-file.ts';

const SETTINGS = '_settings.yaml';
const ABOUT_FOLDER = /^readme\.md$/i;

/** A post, as its file says. */
export interface WrittenPost {
  readonly slug: string;
  readonly title: string;
  /** Unix time in seconds; `null`: the file has no date. */
  readonly date: number | null;
  readonly published: boolean;
  readonly content: string;
}

/** A changelog, as its folder says. */
export interface WrittenChangelog {
  /** Its public path. */
  readonly path: string;
  readonly title: string;
  readonly description: string | null;
  readonly published: boolean;
  /** By date, then by slug. Posts without a date come last. */
  readonly posts: readonly WrittenPost[];
}

const HINT =
  'A post begins with a line of `---`, then `title`, `date` and `published`, then another line of `---`';

const malformed = (file: FilePath, message: string): Failure =>
  new Failure('content', message, { hint: HINT, place: { file } });

/**
 * Reads the changelogs among these texts, which are keyed by path. Ignores all other texts.
 * @throws Failure `content` with the file if a post or the settings of a changelog are malformed
 */
export async function readChangelogs(
  texts: ReadonlyMap<string, string>,
): Promise<readonly WrittenChangelog[]> {
  const files = [...texts].flatMap(([file, text]) => {
    const [folder, path, name, ...below] = file.split('/');
    if (folder !== CHANGELOGS_FOLDER || !path || !name || below.length > 0) return [];
    return [{ file: file as FilePath, path, name, text }];
  });
  const changelogs: WrittenChangelog[] = [];
  for (const [path, own] of groupBy(files, (each) => each.path)) {
    const settings = own.find(({ name }) => name === SETTINGS);
    const posts: WrittenPost[] = [];
    for (const { file, name, text } of own) {
      if (!name.endsWith('.md') || ABOUT_FOLDER.test(name)) continue;
      posts.push(await readPost(file, name.slice(0, -'.md'.length), text));
    }
    if (!settings && posts.length === 0) continue;
    const said = settings
      ? settingsMap(await parseSettings(settings.text, settings.file), settings.file)
      : {};
    changelogs.push({
      path,
      title: settingsText(said, 'title') ?? path,
      description: settingsText(said, 'description'),
      published: settingsText(said, 'published') !== 'false',
      posts: posts.toSorted(byDate),
    });
  }
  return changelogs;
}

const byDate = (a: WrittenPost, b: WrittenPost): number =>
  (a.date ?? Infinity) - (b.date ?? Infinity) || (a.slug < b.slug ? -1 : 1);

async function readPost(file: FilePath, slug: string, text: string): Promise<WrittenPost> {
  if (!/^[a-zA-Z0-9-]+$/.test(slug)) {
    throw malformed(file, 'The file name of a post is its slug: letters, digits and hyphens.');
  }
  const lf = text.replace(/^\u{feff}/u, '').replaceAll('\r\n', '\n');
  const end = /^---[ \t]*\n/.test(lf) ? /\n---[ \t]*(?:\n|$)/.exec(lf) : null;
  if (!end) throw malformed(file, 'The front matter of this post is missing, or not closed.');
  // The header includes the line break of the first line, so that line numbers are those of the file.
  const header = lf.slice(lf.indexOf('\n'), end.index + 1);
  const values = settingsMap(await parseSettings(header, file), file);
  const title = settingsText(values, 'title');
  if (title === null || title.trim() === '') throw malformed(file, 'This post has no `title`.');
  const body = lf.slice(end.index + end[0].length);
  return {
    slug,
    title,
    date: dateOf(values, file),
    published: isPublished(values, file),
    content: body.replace(/^\n/, '').replace(/\n$/, ''),
  };
}

function isPublished(values: SettingsMap, file: FilePath): boolean {
  const value = settingsText(values, 'published') ?? 'false';
  if (!/^(?:true|false)$/i.test(value)) {
    throw malformed(file, '`published` must be true or false.');
  }
  return value.toLowerCase() === 'true';
}

const DATE = /^(\d{4}-\d{2}-\d{2})(?:[ T](\d{2}:\d{2}:\d{2}))?$/;

/** A day or a moment, in UTC. */
function dateOf(values: SettingsMap, file: FilePath): number | null {
  const text = settingsText(values, 'date');
  if (text === null) return null;
  const [, day = '', time = '00:00:00'] = DATE.exec(text.trim()) ?? [];
  const ms = Date.parse(`${day}T${time}Z`);
  // `Date.parse` reads the 30th of February as a day in March.
  if (Number.isNaN(ms) || new Date(ms).toISOString().slice(0, 10) !== day) {
    throw malformed(file, '`date` is not a date such as 2026-08-04 or 2026-08-04 14:30:00.');
  }
  return Math.floor(ms / 1000);
}

/** The settings of a changelog as the text of their file. */
export const changelogSettings = ({
  title,
  description,
  published,
}: Omit<WrittenChangelog, 'path' | 'posts'>): string =>
  [
    `title: ${quoted(title)}\n`,
    ...(description === null ? [] : [`description: ${quoted(description)}\n`]),
    `published: ${published}\n`,
  ].join('');

/** A post as the text of its file. */
export function postText({ title, date, published, content }: Omit<WrittenPost, 'slug'>): string {
  const header = [
    `title: ${quoted(title)}`,
    ...(date === null ? [] : [`date: ${quoted(printedDate(date))}`]),
    `published: ${published}`,
  ];
  return `---\n${header.join('\n')}\n---\n\n${content}\n`;
}

const printedDate = (seconds: number): string =>
  new Date(seconds * 1000).toISOString().slice(0, 19).replace('T', ' ');

/** In single quotes, as in the vendor's own files. A text that single quotes cannot represent is escaped in double quotes. */
const quoted = (text: string): string =>
  /[\p{Cc}\u2028\u2029\ufeff]/u.test(text)
    ? JSON.stringify(text).replace(
        /[\u007f-\u009f\u2028\u2029\ufeff]/g,
        (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
      )
    : `'${text.replaceAll("'", "''")}'`;
