import type { WrittenChangelog } from '../content/changelog/changelog-files.ts';
import type { ImportedProject } from '../content/export/read-export.ts';
import type { Instant, PageId, Slug } from '../model/ids.ts';
import { formatInstant } from '../model/instant.ts';
import { Editor } from './editor.ts';
import { loadExport } from './import/load.ts';
import type { KeyOptions, PlatformUser, Seed } from './options.ts';
import { notFound } from './refusal.ts';
import { type ChangelogRow, allChangelogs, putChangelog } from './resources/changelogs.ts';
import {
  type DocumentationRow,
  allDocumentations,
  createDocumentation,
  renameDocumentation,
  publishDocumentation,
} from './resources/documentations.ts';
import { addKey } from './resources/keys.ts';
import { type PageWithHistory, pageWithHistory, pagesWithHistory } from './resources/pages.ts';
import { putUser } from './resources/people.ts';
import { type StoredSettings, referenceSettings } from './resources/references.ts';
import { createVersion, changeVersion, visibleVersions } from './resources/versions.ts';
import { applySeed } from './seed.ts';
import type { Actor, Store } from './store.ts';

export interface HistoryEntry {
  readonly at: Instant;
  readonly message: string;
  readonly author: string;
}

/** A page with all that the platform knows about it, including its own history. */
export interface StoredPage {
  readonly id: PageId;
  readonly version: Slug;
  readonly documentation: Slug;
  readonly slug: Slug;
  readonly title: string;
  readonly listed: boolean;
  readonly updated: Instant;
  readonly draft: string | null;
  readonly published: string | null;
  readonly history: readonly HistoryEntry[];
}

/** A documentation, by its version and slug. */
export interface DocumentationState {
  readonly id: number;
  readonly version: string;
  readonly documentation: string;
  readonly published: boolean;
}

/** What the person who runs the platform does outside the API. Versions and documentations are named by their slugs. */
export class Admin {
  readonly #store: Store;
  readonly #actor: Actor;

  constructor(store: Store, actor: Actor) {
    this.#store = store;
    this.#actor = actor;
  }

  /** The editor as this user. Edits carry the user's name. */
  editor(user = 'editor@example.com'): Editor {
    return new Editor(this.#store, { name: user, apiKey: false, ipAddress: '127.0.0.1' });
  }

  /** Creates the versions, documentations, categories and references that do not exist yet. */
  seed(seed: Seed): Promise<void> {
    return applySeed(this.#store, seed, this.#actor);
  }

  /** Loads those parts of an export that do not exist yet. */
  load(project: ImportedProject): Promise<void> {
    return loadExport(this.#store, project, this.#actor);
  }

  /** Creates the changelogs that do not exist yet, with their posts. */
  async loadChangelogs(changelogs: readonly WrittenChangelog[]): Promise<void> {
    for (const { posts, ...changelog } of changelogs) {
      await putChangelog(this.#store, changelog, posts, this.#actor);
    }
  }

  /** All changelogs: the API does not tell their ids. */
  changelogs(): Promise<readonly ChangelogRow[]> {
    return allChangelogs(this.#store);
  }

  async createVersion(version: {
    readonly slug: string;
    readonly name?: string;
    readonly published?: boolean;
  }): Promise<number> {
    const { slug, name = slug, published = true } = version;
    return (await createVersion(this.#store, { slug, name, published }, this.#actor)).id;
  }

  async createDocumentation(documentation: {
    readonly version: string;
    readonly slug: string;
    readonly title?: string;
    readonly categories?: readonly string[];
  }): Promise<number> {
    const { version, slug, title = slug, categories = [] } = documentation;
    const versionId = await this.#versionId(version);
    const made = { versionId, slug, title, categories };
    return (await createDocumentation(this.#store, made, this.#actor)).id;
  }

  createUser(user: PlatformUser): Promise<void> {
    return putUser(this.#store, user, this.#actor);
  }

  /** Creates a key and resolves to its secret, which cannot be read again later. */
  createKey(options: KeyOptions): Promise<string> {
    return addKey(this.#store, options);
  }

  async renameVersion(slug: string, newSlug: string): Promise<void> {
    const edit = { slug: newSlug, name: undefined, published: undefined };
    await changeVersion(this.#store, await this.#versionId(slug), edit, this.#actor, null);
  }

  async renameDocumentation(version: string, slug: string, newSlug: string): Promise<void> {
    const { id } = await this.#documentation(version, slug);
    await renameDocumentation(this.#store, id, newSlug, this.#actor);
  }

  async publishDocumentation(version: string, slug: string, published = true): Promise<void> {
    const { id } = await this.#documentation(version, slug);
    await publishDocumentation(this.#store, id, published, this.#actor);
  }

  /** The documentation `v1.0/guides`, or all documentations of the version `v1.0`, in order. */
  async documentationsAt(place: string): Promise<readonly DocumentationState[]> {
    const [version = '', documentation, ...rest] = place.split('/');
    const versionId = await this.#versionId(version);
    const found = (await allDocumentations(this.#store)).filter(
      (each) =>
        each.versionId === versionId &&
        (documentation === undefined || each.slug === documentation),
    );
    if (rest.length > 0 || found.length === 0) throw notFound(`Documentation "${place}"`);
    return found.map(({ id, slug, published }) => ({
      id,
      version,
      documentation: slug,
      published: published === 1,
    }));
  }

  async documentationId(version: string, slug: string): Promise<number> {
    return (await this.#documentation(version, slug)).id;
  }

  /** The settings with which readers see the reference with this id. */
  referenceSettings(id: number): Promise<StoredSettings> {
    return referenceSettings(this.#store, id);
  }

  /** All pages, in the order of their creation. */
  async pages(): Promise<readonly StoredPage[]> {
    return (await pagesWithHistory(this.#store)).map(storedPage);
  }

  async page(id: number): Promise<StoredPage> {
    return storedPage(await pageWithHistory(this.#store, id));
  }

  async #versionId(slug: string): Promise<number> {
    const found = (await visibleVersions(this.#store, null)).find((each) => each.slug === slug);
    if (!found) throw notFound(`Version "${slug}"`);
    return found.id;
  }

  async #documentation(version: string, slug: string): Promise<DocumentationRow> {
    const versionId = await this.#versionId(version);
    const all = await allDocumentations(this.#store);
    const found = all.find((each) => each.versionId === versionId && each.slug === slug);
    if (!found) throw notFound(`Documentation "${version}/${slug}"`);
    return found;
  }
}

const storedPage = ({ page, history }: PageWithHistory): StoredPage => ({
  id: page.id as PageId,
  version: page.versionSlug as Slug,
  documentation: page.documentationSlug as Slug,
  slug: page.slug as Slug,
  title: page.title,
  listed: page.listed === 1,
  updated: formatInstant(page.updated * 1000),
  draft: page.draft,
  published: page.published,
  history: history.map(({ at, message, author }) => ({
    at: formatInstant(at * 1000),
    message,
    author,
  })),
});
