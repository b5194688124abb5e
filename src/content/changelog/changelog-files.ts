/**
 * Changelogs: `changelogs/<path>/<slug>.md` with a YAML header, and `_settings.yaml` in the same
 * folder.
 */
import { Failure } from '../../model/failure.ts';
import type { FilePath } from '../../model/ids.ts';
import { groupBy } from '../../model/group-by.ts';
import {
  holdingKey,
  settingsHold,
  HIDDEN,
  isFlag,
  parseSettings,
  settingsFlag,
  settingsMap,
  settingsOrHidden,
  settingsText,
} from '../settings/settings-file.ts';
import type { SettingsMap } from '../settings/settings-file.ts';
import { CHANGELOGS_FOLDER, PROJECT_FILE, isLikeSettings } from '../file-names.ts';
import { besidePages, isAboveAll } from '../layouts/beside-pages.ts';
import {
  type FrontMatterProblem,
  type FrontMatterValues,
  frontMatterOf,
  splitFrontMatter,
} from '../settings/front-matter.ts';
import type { SettingsValue } from '../../system/yaml/placed-yaml.ts';
import { printSettings } from '../settings/printed-yaml.ts';

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
  /** The setting that says that it is not published, and its file. */
  readonly heldBy?: { readonly file: FilePath; readonly says: string };
  /** By date, then by slug. Posts without a date come last. */
  readonly posts: readonly WrittenPost[];
}

/** The result of reading a post's file. */
export interface ReadPost {
  /** Null if there are problems. */
  readonly post: WrittenPost | null;
  readonly problems: readonly FrontMatterProblem[];
  /** Its front matter. Null if that cannot be read. */
  readonly header: FrontMatterValues | null;
}

/**
 * Reads the changelogs among these texts, which are keyed by path. Ignores all other texts.
 *
 * Settings that nobody reads, for their name or because they are above all changelogs, only hold
 * back.
 *
 * @param failed called with each malformed file. Such a post is left out; a changelog with such
 * settings is not published. The default throws.
 * @throws Failure `content` with the file if a post or the settings of a changelog are malformed
 */
export async function readChangelogs(
  texts: ReadonlyMap<string, string>,
  failed: (failure: Failure) => void = (failure) => {
    throw failure;
  },
): Promise<readonly WrittenChangelog[]> {
  const files = [...texts].flatMap(([file, text]) => {
    const beside = besidePages(file);
    const isSettings = beside?.kind === 'settings' && beside.of === 'changelog';
    if (!isSettings && beside?.kind !== 'post') return [];
    const slug = beside.kind === 'post' ? beside.name : null;
    return [{ file: file as FilePath, path: file.split('/')[1] ?? '', slug, text }];
  });
  const strays = await straysAmong(texts, failed);
  const changelogs: WrittenChangelog[] = [];
  for (const [path, own] of groupBy(files, (each) => each.path)) {
    const settings = own.find(({ slug }) => slug === null);
    const posts: WrittenPost[] = [];
    for (const { file, slug, text } of own) {
      if (slug === null) continue;
      if (!isPostSlug(slug)) {
        const message = `The file name of a post is its slug: ${POST_SLUG}.`;
        failed(new Failure('content', message, { hint: 'Rename the file', place: { file } }));
        continue;
      }
      const { post, problems } = await readPost(slug, text);
      const [problem] = problems;
      if (problem) {
        const { message, hint, line, column } = problem;
        const place = { file, line, column };
        failed(new Failure('content', message, { hint: hint ?? undefined, place }));
      }
      if (post) posts.push(post);
    }
    if (!settings && posts.length === 0) continue;
    const said = settings ? await settingsIn(settings, failed) : {};
    const holding = [
      ...(settings ? [{ file: settings.file, says: settingsHold(said) }] : []),
      ...strays.filter(({ folder }) => folder === '' || folder === path),
    ];
    const heldBy = holding.flatMap(({ file, says }) => (says === null ? [] : { file, says }))[0];
    changelogs.push({
      path,
      title: settingsText(said, 'title') ?? path,
      description: settingsText(said, 'description'),
      published: heldBy === undefined,
      ...(heldBy === undefined ? {} : { heldBy }),
      posts: posts.toSorted(byDate),
    });
  }
  return changelogs;
}

interface Stray {
  readonly file: FilePath;
  /** The changelog; empty if the settings are above all of them. */
  readonly folder: string;
  /** The setting that holds back. Null: none. */
  readonly says: string | null;
}

/** The settings that nobody reads. Those of the project say nothing if they are malformed. */
async function straysAmong(
  texts: ReadonlyMap<string, string>,
  failed: (failure: Failure) => void,
): Promise<readonly Stray[]> {
  const strays: Stray[] = [];
  for (const [path, text] of texts) {
    const folder = strayFolder(path);
    if (folder === null) continue;
    const file = path as FilePath;
    const isProject = path === PROJECT_FILE;
    const said = isProject
      ? await settingsOrHidden(text, file)
      : await settingsIn({ file, text }, failed);
    strays.push({
      file,
      folder,
      says: isProject && said === HIDDEN ? null : settingsHold(said, path),
    });
  }
  return strays;
}

function strayFolder(file: string): string | null {
  if (isAboveAll(file)) return '';
  const [top, ...below] = file.split('/');
  if (top !== CHANGELOGS_FOLDER || !isLikeSettings(file) || below.length > 2) return null;
  return besidePages(file)?.kind === 'settings' ? null : below.slice(0, -1).join('/');
}

async function settingsIn(
  { file, text }: { readonly file: FilePath; readonly text: string },
  failed: (failure: Failure) => void,
): Promise<SettingsMap> {
  try {
    return settingsMap(await parseSettings(text, file), file);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    failed(error);
    return HIDDEN;
  }
}

const byDate = (a: WrittenPost, b: WrittenPost): number =>
  (a.date ?? Infinity) - (b.date ?? Infinity) || (a.slug < b.slug ? -1 : 1);

/** The characters that are allowed in the slug of a post, in words. */
export const POST_SLUG = 'letters, digits and hyphens';

/** Whether a file name, without its ending, can be the slug of a post. */
export const isPostSlug = (name: string): boolean => /^[a-zA-Z0-9-]+$/.test(name);

/** The post in a file, or all its problems. Does not check `slug`. */
export async function readPost(slug: string, text: string): Promise<ReadPost> {
  const { header, body } = splitFrontMatter(text.replaceAll('\r\n', '\n'));
  const front = await frontMatterOf(header, 'post', '`title`, `date` and `published`');
  if ('message' in front) return { post: null, problems: [front], header: null };
  const { values } = front;
  const problems: FrontMatterProblem[] = [];
  const wrong = (key: string, message: string, hint: string | null = null): void => {
    problems.push({ message, hint, ...front.valueAt(key) });
  };
  const title = settingsText(values, 'title') ?? '';
  if (title.trim() === '') wrong('title', 'This post has no `title`.');
  const date = dateOf(values['date'] ?? '');
  if (date === undefined) {
    const hint = 'Write it as `2026-08-04`, or `2026-08-04 14:30:00` with a time';
    wrong('date', '`date` is not a date.', hint);
  }
  const published = values['published'] ?? '';
  if (published !== '' && !isFlag(published)) {
    wrong('published', '`published` must be true or false.');
  }
  const isLive = settingsFlag(values, 'published');
  const hiding = isLive ? holdingKey(values) : null;
  if (hiding !== null) {
    const message = `\`${hiding}\` may mean that readers should not see this post yet, but \`published\` is true.`;
    wrong(hiding, message, 'Delete one of the two lines, or write `published: false`');
  }
  if (date === undefined || problems.length > 0) return { post: null, problems, header: front };
  const content = body.replace(/^\n/, '').replace(/\n$/, '');
  return { post: { slug, title, date, published: isLive, content }, problems, header: front };
}

const DATE = /^(\d{4}-\d{2}-\d{2})(?:[ T](\d{2}:\d{2}:\d{2}))?$/;

/** The Unix time of a day or moment in UTC. Null if the value is empty, undefined if not a date. */
function dateOf(value: SettingsValue): number | null | undefined {
  if (value === '') return null;
  const [, day = '', time = '00:00:00'] =
    DATE.exec(typeof value === 'string' ? value.trim() : '') ?? [];
  const ms = Date.parse(`${day}T${time}Z`);
  // `Date.parse` reads the 30th of February as a day in March.
  const isDate = !Number.isNaN(ms) && new Date(ms).toISOString().slice(0, 10) === day;
  return isDate ? Math.floor(ms / 1000) : undefined;
}

/** The settings of a changelog as the text of their file. */
export const changelogSettings = ({
  title,
  description,
  published,
}: Omit<WrittenChangelog, 'path' | 'posts'>): string =>
  printSettings({ title, description: description ?? undefined, published });

/** A post as the text of its file. */
export function postText({ title, date, published, content }: Omit<WrittenPost, 'slug'>): string {
  const header = printSettings({
    title,
    date: date === null ? undefined : printedDate(date),
    published,
  });
  return `---\n${header}---\n\n${content}\n`;
}

const printedDate = (seconds: number): string =>
  new Date(seconds * 1000).toISOString().slice(0, 19).replace('T', ' ');
