/** Names of pages on the command line: key, id, file or title. */
import { resolve } from 'node:path';
import type { Api } from '../api/api.ts';
import type { PageAddress } from '../api/resources/pages.ts';
import type { Context } from '../context.ts';
import { Failure } from '../model/failure.ts';
import type { PageId, PageKey, Slug } from '../model/ids.ts';
import { placeOf } from '../model/ids.ts';
import { nearest } from '../model/nearest.ts';
import type { AllResources, Page, PageFormat, PageSummary } from '../model/resources.ts';
import type { Lock } from '../sync/lock.ts';
import { chooseDocumentation } from './resolve-documentation.ts';
import { chooseVersion, resolveVersion } from './resolve-version.ts';

type Target = { readonly id: PageId } | { readonly address: PageAddress; readonly key: PageKey };

/**
 * Finds pages by what people call them. `inside` is the value of `--in`: with a documentation, `intro` is a slug in it; with a version,
 * `docs/intro` is. What several names have in common (lock, snapshot) is read once, and only where a name wants it.
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
    this.#inside = inside === undefined ? [] : inside.split('/');
    if (this.#inside.length > 2 || this.#inside.includes('')) {
      throw new Failure(
        'usage',
        `--in takes a version, or version/documentation, not "${inside}".`,
      );
    }
  }

  /** Reads the page that `name` names. Rejects with `not-found` where there is none, and with `usage` where it may be one of several. */
  async read(name: string, format?: PageFormat): Promise<Page> {
    const { signal } = this.#context.host;
    const target = await this.#locate(name);
    try {
      if ('id' in target) return await this.#api.pages.read(target.id, format, signal);
      return await this.#api.pages.find(target.address, format, signal);
    } catch (error) {
      if (!(error instanceof Failure) || error.code !== 'not-found') throw error;
      if ('key' in target) {
        const id = await this.#idByTitleAt(target.key);
        return this.#api.pages.read(id, format, signal);
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
    const [{ scan }, project] = await Promise.all([
      import('../sync/scan.ts'),
      this.#context.project(),
    ]);
    const wanted = resolve(this.#context.host.cwd, name);
    const local = await scan(project);
    for (const { key, file } of local.pages.values())
      if (resolve(project.root, file) === wanted) return key;
    throw new Failure('not-found', `${name} is no page file of this folder.`, {
      hint: 'docs status lists the files that cannot be placed; docs config shows the content folders',
    });
  }

  async #idInLock(key: PageKey): Promise<PageId | undefined> {
    return (await this.#lock()).pages.get(key)?.id;
  }

  #lock(): Promise<Lock> {
    this.#known ??= Promise.all([import('../sync/lock-file.ts'), this.#context.project()]).then(
      async ([{ readLock }, project]) => (await readLock(project)).lock,
    );
    return this.#known;
  }

  /** The page of the lock that `key` was most likely meant to be: asking the platform for slugs would cost requests. */
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
    this.#latest ??= resolveVersion(this.#api, 'latest').then(({ slug }) => slug);
    return this.#latest;
  }

  async #idByTitle(title: string): Promise<PageId> {
    const all = await this.#snapshot();
    const found = oneTitled(all, title, await this.#filter(all));
    if (found !== undefined) return found;
    const [version] = this.#inside;
    throw new Failure('not-found', `There is no page \`${title}\`.`, {
      hint:
        version === undefined
          ? 'name it by key (version/documentation/slug), id, file or title; docs page list shows all'
          : `a slug wants --in ${version}/documentation; docs page list --in ${version} shows all`,
    });
  }

  /**
   * The page of this title where a key says, of which no slug is known. Rejects with what of the key does not exist: the
   * version, else the documentation, else the page.
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
    throw new Failure('not-found', `There is no page \`${place.slug}\` in ${where}.`, {
      hint:
        near === undefined
          ? `docs page list --in ${where} shows those that are there`
          : `did you mean ${near}?`,
    });
  }

  #snapshot(): Promise<AllResources> {
    this.#all ??= this.#api.project.all({}, this.#context.host.signal);
    return this.#all;
  }

  /** Whether a page of the snapshot is where `--in` says. */
  async #filter(all: AllResources): Promise<(page: PageSummary) => boolean> {
    const [versionName, documentationName] = this.#inside;
    if (versionName === undefined) return () => true;
    const { id } = await resolveVersion(this.#api, versionName);
    if (documentationName === undefined) {
      return ({ documentationId }) => all.documentations.get(documentationId)?.versionId === id;
    }
    const documentation = chooseDocumentation(all, id, documentationName);
    return ({ documentationId }) => documentationId === documentation.id;
  }
}

/** An id out of the lock is of a page that is gone: the name says more. */
const nameOf = (name: string, target: Target): string =>
  'id' in target && String(target.id) === name ? `with the id ${name}` : `\`${name}\` any more`;

const SHOWN = 10;

/** The page with this title, if there is one. Throws `usage` and the candidates where there are several. */
function oneTitled(
  all: AllResources,
  title: string,
  inside: (page: PageSummary) => boolean,
): PageId | undefined {
  const same: [PageId, PageSummary][] = [...all.pages].filter(
    ([, page]) => page.title.toLowerCase() === title.toLowerCase() && inside(page),
  );
  if (same.length <= 1) return same[0]?.[0];
  const candidates = same.slice(0, SHOWN).map(([id, page]) => `${id} in ${placeText(all, page)}`);
  const more = same.length > SHOWN ? ` and ${same.length - SHOWN} more` : '';
  throw new Failure(
    'usage',
    `"${title}" is the title of ${same.length} pages: ${candidates.join(', ')}${more}.`,
    { hint: 'name it by its id or key, or narrow with --in version/documentation' },
  );
}

/** `v1.0/docs` of a page in the snapshot, by slugs or else names. */
export function placeText(all: AllResources, { documentationId }: PageSummary): string {
  const documentation = all.documentations.get(documentationId);
  const version = documentation && all.versions.get(documentation.versionId);
  return `${version?.slug ?? version?.name ?? '?'}/${documentation?.slug ?? documentation?.title ?? '?'}`;
}
