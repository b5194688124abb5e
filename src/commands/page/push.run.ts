import type { SyncFlags } from '../shared/sync-run/sync-run.ts';
import { isUtf8 } from 'node:buffer';
import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import { basename, join, resolve, sep } from 'node:path';
import { parsePageFile, type PageFile } from '../../content/page/page-file.ts';
import { withHeaderValue } from '../../content/page/page-edit.ts';
import { unreadyOf, unreadyReason } from '../../content/page/unready.ts';
import { requireOwn } from '../../system/files/own.ts';
import { ignoredIn, warnOfIgnored } from '../../system/git/working-tree.ts';
import { slugInstead, slugOfTitle, slugProblem } from '../../content/slug.ts';
import type { Context } from '../../context.ts';
import { Failure } from '../../model/failure.ts';
import type { DocumentationPlace, FilePath, Slug } from '../../model/ids.ts';
import type { Project } from '../../model/project.ts';
import { readInput } from '../shared/named-files/input.ts';
import { readLastShared, settingsAlone } from '../../sync/reader.ts';
import { chooseDocumentation, listDocumentations } from '../shared/names/documentation-names.ts';
import { resolveVersion } from '../shared/names/version-names.ts';
import { runSync } from '../shared/sync-run/sync-run.ts';

export interface PushPagesOptions {
  readonly in?: string;
  readonly title?: string;
  readonly slug?: string;
  readonly category?: string;
  readonly publish?: boolean;
  readonly message?: string;
  readonly dryRun: boolean;
  readonly ours: boolean;
  readonly allowListed: boolean;
  readonly force: boolean;
}

/**
 * Pushes files. Files of the content folders are a `docs push` limited to them. Others are put into
 * a folder of their own that stands for the documentation, with the project's lock, so that base,
 * plan, log and guard are those of every push.
 */
export async function pushPages(
  context: Context,
  files: readonly string[],
  options: PushPagesOptions,
): Promise<void> {
  const { host } = context;
  const project = await context.project();
  const placed = [options.in, options.slug, options.title, options.category].some(
    (value) => value !== undefined,
  );
  if (!placed && files.every((file) => isInContents(project, host.cwd, file))) {
    await runSync(context, files, applyFlags(options));
    return;
  }
  if (files.length > 1 && (options.slug !== undefined || options.title !== undefined)) {
    throw new Failure(
      'usage',
      '--slug and --title are for one page, but there are several files.',
      {
        hint: 'Send them one by one',
      },
    );
  }
  const named = placeOf(options.in, files);
  // Checked before any request.
  if (options.slug !== undefined) slugOf(options.slug);
  const place = await placeNamed(context, project, named);
  const { root, staged } = await stagingFolder(context, project, place);
  try {
    const names = new Map<string, string>();
    for (const file of new Set(files)) {
      const path = await stage(context, staged, file, place, options);
      const other = names.get(path);
      if (other !== undefined && isOneFile(host.cwd, other, file)) continue;
      if (other !== undefined) throw onePage(other, file, path);
      names.set(path, file);
    }
    const folder: Project = {
      ...project,
      root: root ?? project.root,
      references: [],
      contents: [
        {
          path: relativePath(root ?? project.root, staged),
          ...place,
          include: ['**/*.md'],
          exclude: [],
        },
        // They may hold the place back.
        ...(root === undefined ? settingsAlone(project) : []),
      ],
    };
    const typed = new Map(
      Array.from(names, ([path, file]) => [relativePath(folder.root, path), file]),
    );
    const own = files.filter((file) => isBelow(project.root, host.cwd, file));
    const paths = own.map((file) => relativePath(project.root, resolve(host.cwd, file)));
    const isIgnored = ignoredIn({ root: project.root, ...host });
    await warnOfIgnored(context.ui, isIgnored, paths, 'a push sends');
    const writes = {
      send: true,
      newFiles: false,
      files: false,
      typed,
      asNamed: true,
      ...(root === undefined ? { ownProject: project } : {}),
    };
    await runSync(withProject(context, folder), [...names.keys()], applyFlags(options), writes);
  } finally {
    await rm(root ?? staged, { recursive: true, force: true });
  }
}

const isOneFile = (cwd: string, one: string, other: string): boolean =>
  one !== '-' && other !== '-' && resolve(cwd, one) === resolve(cwd, other);

const onePage = (one: string, other: string, path: string): Failure => {
  const slug = decodeURIComponent(basename(path, '.md'));
  return new Failure(
    'usage',
    `"${one}" and "${other}" would be one page: both have the slug "${slug}".`,
    {
      hint: 'Give one of them a slug of its own, in its header or by its name, or send it alone with --slug',
    },
  );
};

/** The value of `--in`, as it was typed. */
interface NamedPlace {
  readonly version: string;
  readonly documentation: string;
}

/**
 * The place as slugs, whatever names were used. The lock has the places of earlier pushes; others
 * take two requests. If the platform does not list documentations, the names count as slugs.
 */
async function placeNamed(
  context: Context,
  project: Project,
  { version, documentation }: NamedPlace,
): Promise<DocumentationPlace> {
  const asTyped = (): DocumentationPlace => ({
    version: slugOf(version),
    documentation: slugOf(documentation),
  });
  const lock = await readLastShared(project);
  if (lock.documentations.has(`${version}/${documentation}`)) return asTyped();
  const found = await resolveVersion(context, version);
  const listed = await listDocumentations(context, [found.id]);
  if (listed === undefined) return { ...asTyped(), version: found.slug };
  const documentations = new Map(
    [...listed.values()].map(({ id, slug, title }) => [id, { slug, title, versionId: found.id }]),
  );
  const { slug } = chooseDocumentation({ documentations }, found.id, documentation);
  return { version: found.slug, documentation: slug ?? slugOf(documentation) };
}

function placeOf(inside: string | undefined, files: readonly string[]): NamedPlace {
  const [version = '', documentation = '', ...rest] = inside?.split('/') ?? [];
  if (inside === undefined || version === '' || documentation === '' || rest.length > 0) {
    const what =
      inside === undefined
        ? `${files.join(', ')} is in no content folder`
        : `--in "${inside}" is not a documentation`;
    throw new Failure('usage', `${what}: it is not clear where it should go.`, {
      hint: 'Give --in version/documentation, such as --in v1.0/docs',
    });
  }
  // Only dots: never a slug or a title, but a path out of the folder.
  for (const part of [version, documentation]) if (/^\.+$/.test(part)) slugOf(part);
  return { version, documentation };
}

function slugOf(text: string): Slug {
  const problem = slugProblem(text);
  if (problem === null) return text as Slug;
  throw new Failure('usage', `The slug "${text}" ${problem}.`, {
    hint: 'A slug is part of a URL, such as getting-started',
  });
}

/**
 * The folder for the staged files. A project without a config file has no lock to keep, so its
 * folder is temporary; an existing page that differs is then a conflict, which `--ours` settles.
 */
async function stagingFolder(
  context: Context,
  project: Project,
  { version, documentation }: DocumentationPlace,
): Promise<{ readonly root: string | undefined; readonly staged: string }> {
  const { pid, temporaryFolder } = context.host;
  const { file } = await context.config();
  const root = file === null ? await mkdtemp(join(temporaryFolder, 'docs-page-')) : undefined;
  const parts = [root ?? project.root, project.stateFolder, 'pages', version, documentation];
  const staged = join(...parts, String(pid));
  requireOwn(root ?? project.root, staged, 'folder');
  await mkdir(staged, { recursive: true });
  return { root, staged };
}

/** Writes one page file into the staging folder. Resolves to its absolute path. */
async function stage(
  context: Context,
  staged: string,
  file: string,
  place: DocumentationPlace,
  options: PushPagesOptions,
): Promise<string> {
  const bytes = await readInput(context, file, 'page');
  if (!isUtf8(bytes)) {
    const what = file === '-' ? 'Standard input' : 'The file';
    throw new Failure('content', `${what} is not valid UTF-8.`, {
      hint: 'Save it as UTF-8',
      ...(file === '-' ? {} : { place: { file } }),
    });
  }
  const text = bytes.toString('utf8');
  const parsed = parsePageFile(text);
  // Before the header gets a slug and a title: they would close one that is not closed.
  const unready = unreadyOf(text, parsed);
  if (unready !== undefined) {
    const { line } = unready;
    throw new Failure('content', `The file ${unreadyReason(unready)}.`, { place: { file, line } });
  }
  const header = headerOf(parsed);
  const written = options.slug ?? header.get('slug');
  const named = written ?? (file === '-' ? undefined : stemOf(file));
  if (named === undefined) {
    throw new Failure('usage', 'A page from standard input needs a slug.', {
      hint: `Add --slug ${slugOfTitle(options.title ?? header.get('title') ?? 'changelog')}`,
    });
  }
  const slug = slugOf(named);
  const better = slugInstead({ slug, title: named, isWritten: written !== undefined });
  if (better !== null) {
    throw new Failure('usage', `The platform refuses the slug "${slug}".`, {
      hint: `Give --slug ${better}`,
    });
  }
  const title =
    options.title ?? header.get('title') ?? (await titleOnPlatform(context, place, slug)) ?? slug;
  let page = withHeaderValue(withHeaderValue(text, 'slug', slug), 'title', title);
  if (options.category !== undefined) page = withHeaderValue(page, 'category', options.category);
  const path = join(staged, `${encodeURIComponent(slug)}.md`);
  await writeFile(path, page);
  return path;
}

const headerOf = ({ header }: PageFile): ReadonlyMap<string, string> =>
  new Map(header?.entries.map(({ key, value }) => [key, value.trim()]) ?? []);

const stemOf = (file: string): string => basename(file).replace(/\.(?:md|markdown)$/i, '');

/** The page's title on the platform: a text without a title must not rename the page. One request. */
async function titleOnPlatform(
  context: Context,
  place: DocumentationPlace,
  slug: Slug,
): Promise<string | undefined> {
  const api = await context.api();
  const { version, documentation } = place;
  const address = { version: { slug: version }, documentation: { slug: documentation }, slug };
  try {
    return (await api.pages.find(address, { signal: context.host.signal })).title;
  } catch (error) {
    if (error instanceof Failure && error.code === 'not-found') return undefined;
    throw error;
  }
}

const isInContents = ({ root, contents }: Project, cwd: string, file: string): boolean =>
  contents.some(({ path }) => isBelow(resolve(root, path), cwd, file));

const isBelow = (folder: string, cwd: string, file: string): boolean =>
  file !== '-' && resolve(cwd, file).startsWith(`${folder}${sep}`);

const relativePath = (root: string, path: string): FilePath =>
  path
    .slice(root.length + 1)
    .split(sep)
    .join('/') as FilePath;

/** The same context with another folder. */
const withProject = (context: Context, project: Project): Context => ({
  host: context.host,
  flags: context.flags,
  ui: context.ui,
  config: () => context.config(),
  folder: () => Promise.resolve(project),
  project: () => Promise.resolve(project),
  api: () => context.api(),
});

const applyFlags = ({ ours, publish, message, ...options }: PushPagesOptions): SyncFlags => ({
  ...(publish === undefined ? {} : { publish }),
  ...(message === undefined ? {} : { message }),
  ours,
  dryRun: options.dryRun,
  allowListed: options.allowListed,
  force: options.force,
  check: false,
  recreate: false,
  skipConflicts: false,
});
