/** Names of pages on the command line: key, id, file or title. */
import { listOf } from '../../../model/text/sentences.ts';
import { parse, relative, resolve } from 'node:path';
import type { Api } from '../../../api/api.ts';
import type { DerivedFormat, PageAddress } from '../../../api/resources/pages.ts';
import type { Context } from '../../../context.ts';
import { Failure } from '../../../model/failure.ts';
import { placeOf } from '../../../model/ids.ts';
import type { PageId, PageKey, Slug } from '../../../model/ids.ts';
import { didYouMean, nearest } from '../../../model/text/nearest.ts';
import type { AllResources, Page, PageSummary } from '../../../model/resources.ts';
import { readLastShared, scanFolder } from '../../../sync/reader.ts';
import type { Lock } from '../../../sync/reader.ts';
import { parseInside } from './in-option.ts';
import { chooseDocumentation } from './documentation-names.ts';
import { chooseVersion, resolveVersion } from './version-names.ts';

type Target = { readonly id: PageId } | { readonly address: PageAddress; readonly key: PageKey };

/**
 * Finds pages by the names that people use. `inside` is the value of `--in`: if it names a
 * documentation, `intro` is a slug in it; if it names a version, `docs/intro` is a page in it. Lock
 * and snapshot are read at most once, and only if a name needs them.
 */
export class PageNames {
  readonly #context: Context;
  readonly #api: Api;
  readonly #inside: readonly string[];
  #all: Promise<AllResources> | undefined;
  #latest: Promise<Slug> | undefined;
  #known: Promise<Lock> | undefined;

  constructor(context: Context, api: Api, inside: string | undefined) {
    this.#context = context;
    this.#api = api;
    this.#inside = parseInside(inside);
  }

  /** Reads a page. Rejects with `not-found`, or `usage`: several pages, or a file without one. */
  async read(name: string, format?: DerivedFormat): Promise<Page> {
    const { signal } = this.#context.host;
    const target = await this.#locate(name);
    try {
      if ('id' in target) return await this.#api.pages.read(target.id, { format, signal });
      return await this.#api.pages.find(target.address, { format, signal });
    } catch (error) {
      if (!(error instanceof Failure) || error.code !== 'not-found') throw error;
      if ('key' in target) {
        const id = await this.#idByTitleAt(target.key);
        return this.#api.pages.read(id, { format, signal });
      }
      throw new Failure('not-found', `There is no page ${nameOf(name, target)}.`, {
        hint: 'docs page list shows those that are there',
        cause: error,
      });
    }
  }

  async #locate(name: string): Promise<Target> {
    const key = await this.#keyOf(name);
    if (key !== undefined) {
      const known = await this.#idInLock(key);
      return known === undefined ? this.#addressOf(key) : { id: known };
    }
    if (/^\d{1,15}$/.test(name)) return { id: Number(name) as PageId };
    return { id: await this.#idByTitle(name) };
  }

  /** The key that a key, a slug inside `--in` or a file stands for. */
  async #keyOf(name: string): Promise<PageKey | undefined> {
    const file = await this.#keyOfFile(name);
    if (file !== undefined) return file;
    const parts = [...this.#inside, ...name.split('/')];
    const slugs = name.split('/');
    const whole = slugs.length === 3 ? slugs : parts;
    if (whole.length !== 3 || whole.some((part) => part === '' || part.trim() !== part))
      return undefined;
    const [version = '', documentation = '', slug = ''] = whole;
    const named = version === 'latest' ? await this.#latestSlug() : version;
    return `${named}/${documentation}/${slug}` as PageKey;
  }

  async #keyOfFile(name: string): Promise<PageKey | undefined> {
    if (!/\.(?:md|markdown)$/i.test(name)) return undefined;
    const project = await this.#context.project();
    const wanted = resolve(this.#context.host.cwd, name);
    const local = await scanFolder(project, { signal: this.#context.host.signal });
    const files: string[] = [];
    for (const { key, file } of local.pages.values()) {
      const path = resolve(project.root, file);
      if (path === wanted) return key;
      files.push(relative(this.#context.host.cwd, path));
    }
    const near = nearestFile(name, files);
    throw new Failure('usage', `"${name}" is not a page file of this folder.`, {
      hint: didYouMean(
        near,
        'docs status lists the files that cannot be placed; docs config shows the content folders',
      ),
    });
  }

  async #idInLock(key: PageKey): Promise<PageId | undefined> {
    return (await this.#lock()).pages.get(key)?.id;
  }

  #lock(): Promise<Lock> {
    this.#known ??= this.#context.folder().then(readLastShared);
    return this.#known;
  }

  /** The lock's page whose key is most similar. Asks the platform nothing: slugs cost requests. */
  async #nearKey(key: PageKey): Promise<string | undefined> {
    const { slug } = placeOf(key);
    const place = key.slice(0, -slug.length);
    const there = [...(await this.#lock()).pages.keys()].filter((other) => other.startsWith(place));
    const near = nearest(
      slug,
      there.map((other) => other.slice(place.length)),
    );
    return near === undefined ? undefined : `${place}${near}`;
  }

  #addressOf(key: PageKey): Target {
    const { version, documentation, slug } = placeOf(key);
    return {
      key,
      address: { version: { slug: version }, documentation: { slug: documentation }, slug },
    };
  }

  #latestSlug(): Promise<Slug> {
    this.#latest ??= resolveVersion(this.#context, 'latest', () => this.#snapshot()).then(
      ({ slug }) => slug,
    );
    return this.#latest;
  }

  async #idByTitle(title: string): Promise<PageId> {
    const all = await this.#snapshot();
    const isInside = await this.#filter(all);
    const found = oneTitled(all, title, isInside);
    if (found !== undefined) return found;
    const [version] = this.#inside;
    const otherwise =
      version === undefined
        ? 'Name it by key (version/documentation/slug), id, file or title; docs page list shows all'
        : `A slug needs --in ${version}/documentation; docs page list --in ${version} shows all`;
    const titles = [...all.pages.values()].filter(isInside).map((page) => page.title);
    const near = await this.#nearName(title, titles);
    throw new Failure('not-found', `There is no page "${title}".`, {
      hint: didYouMean(near, otherwise),
    });
  }

  /** The most similar of `titles`, or the lock's page inside `--in` with the most similar slug. */
  async #nearName(name: string, titles: readonly string[]): Promise<string | undefined> {
    const names = new Map(titles.map((title) => [title, `"${title}"`]));
    const place = this.#inside.map((part) => `${part}/`).join('');
    for (const key of (await this.#lock()).pages.keys()) {
      if (key.startsWith(place)) names.set(placeOf(key).slug, key);
    }
    return names.get(nearest(name, names.keys()) ?? '');
  }

  /**
   * The page at a key whose slug is unknown, by its title. Rejects with the part of the key that
   * does not exist: the version, else the documentation, else the page.
   */
  async #idByTitleAt(key: PageKey): Promise<PageId> {
    const place = placeOf(key);
    const version = chooseVersion(await this.#api.versions.list(), place.version);
    const all = await this.#snapshot();
    const { id } = chooseDocumentation(all, version.id, place.documentation);
    const found = oneTitled(all, place.slug, ({ documentationId }) => documentationId === id);
    if (found !== undefined) return found;
    const where = `${place.version}/${place.documentation}`;
    const near = await this.#nearKey(key);
    throw new Failure('not-found', `There is no page "${place.slug}" in ${where}.`, {
      hint: didYouMean(near, `docs page list --in ${where} shows those that are there`),
    });
  }

  #snapshot(): Promise<AllResources> {
    this.#all ??= this.#api.project.all({}, this.#context.host.signal);
    return this.#all;
  }

  /** Whether a page of the snapshot is inside `--in`. */
  async #filter(all: AllResources): Promise<(page: PageSummary) => boolean> {
    const [versionName, documentationName] = this.#inside;
    if (versionName === undefined) return () => true;
    const { id } = await resolveVersion(this.#context, versionName, () => this.#snapshot());
    if (documentationName === undefined) {
      return ({ documentationId }) => all.documentations.get(documentationId)?.versionId === id;
    }
    const documentation = chooseDocumentation(all, id, documentationName);
    return ({ documentationId }) => documentationId === documentation.id;
  }
}

/** The most similar path, by file names first: long equal folders must not outweigh them. */
function nearestFile(path: string, files: readonly string[]): string | undefined {
  const near = nearest(
    parse(path).name,
    files.map((file) => parse(file).name),
  );
  const named = files.filter((file) => parse(file).name === near);
  return named.length === 1 ? named[0] : nearest(path, named);
}

/** An id from the lock belongs to a page that is gone, so the message uses the name. */
const nameOf = (name: string, target: Target): string =>
  'id' in target && String(target.id) === name ? `with the id ${name}` : `"${name}" any more`;

const SHOWN = 10;

/** The page with this title, if there is one. Throws `usage` with all if there are several. */
function oneTitled(
  all: AllResources,
  title: string,
  inside: (page: PageSummary) => boolean,
): PageId | undefined {
  const same: [PageId, PageSummary][] = [...all.pages].filter(
    ([, page]) => page.title.toLowerCase() === title.toLowerCase() && inside(page),
  );
  if (same.length <= 1) return same[0]?.[0];
  const candidates = same.map(([id, page]) => `${id} in ${placeText(all, page)}`);
  throw new Failure(
    'usage',
    `"${title}" is the title of ${same.length} pages: ${listOf(candidates, SHOWN)}.`,
    { hint: 'Name it by its id or key, or narrow the search with --in version/documentation' },
  );
}

/** Version and documentation of a page, such as `v1.0/docs`: by slugs, else by names. */
function placeText(all: AllResources, { documentationId }: PageSummary): string {
  const documentation = all.documentations.get(documentationId);
  const version = documentation && all.versions.get(documentation.versionId);
  return `${version?.slug ?? version?.name ?? '?'}/${documentation?.slug ?? documentation?.title ?? '?'}`;
}
