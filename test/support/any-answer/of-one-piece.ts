/**
 * A service with consistent answers: what one answer says of a resource, all say, and writes have an effect.
 * Everything else comes from the generator.
 */
import { UPLOADED_TITLE } from './known.ts';
import type { Schema } from '../contract/file.ts';
import { diceOf, type Generator } from './generator.ts';

type Fields = Readonly<Record<string, unknown>>;
type Entries = Readonly<Record<string, Fields>>;

interface All {
  readonly page: Entries;
  readonly documentation: Entries;
  readonly reference: Entries;
  readonly version: Entries;
}

/** Ids of what the test project refers to. Without them, each command would stop after its first request. */
const HOME = { version: 1, guides: 1, petstore: 2 };

/** Pages of `HOME.guides` for which the project has files, by id. */
const HOME_PAGES: ReadonlyMap<number, string> = new Map([
  [501, 'intro'],
  [502, 'errors'],
]);

export class OfOnePiece {
  readonly #generator: Generator;
  readonly #first: All;
  readonly #written = new Map<number, Fields>();
  readonly #deleted = new Set<number>();
  readonly #posts: Fields[];
  #created = 1000;

  constructor(generator: Generator, seed: number) {
    this.#generator = generator;
    this.#posts = [1, 2, 3].slice(0, seed % 4).map((id) => this.#record('ChangelogPost', id));
    const first = generator.value(refer('AllProject'), diceOf(seed, 'all')) as All;
    const versionId = HOME.version;
    const ours = [...HOME_PAGES.keys()].slice(0, seed % 3);
    this.#first = {
      ...first,
      page: {
        ...first.page,
        ...Object.fromEntries(ours.map((id) => [id, { documentationId: HOME.guides }])),
      },
      version: { ...first.version, [HOME.version]: { name: 'v1.0', published: seed % 4 !== 3 } },
      documentation: { ...first.documentation, [HOME.guides]: { title: 'Guides', versionId } },
      reference: { ...first.reference, [HOME.petstore]: { title: UPLOADED_TITLE, versionId } },
    };
  }

  /** Makes the generator's `value` for an operation consistent with all other answers. */
  answer(name: string, id: number, query: URLSearchParams, sent: Fields, value: unknown): unknown {
    switch (name) {
      case 'GET /all':
        return this.#all();
      case 'GET /version':
        return Object.keys(this.#first.version).map((each) => this.#version(Number(each)));
      case 'GET /version/{id}/documentation':
        return idsOf(this.#first.documentation, 'versionId', id).map((each) =>
          this.#documentation(each),
        );
      case 'GET /page':
        return this.#pages.find(({ slug }) => slug === query.get('page_slug')) ?? value;
      case 'GET /page/{id}':
        return this.#page(id);
      case 'PUT /page/{id}':
        return this.#write(id, sent);
      case 'PUT /page/{id}/publish':
        return this.#publish(id);
      case 'DELETE /page/{id}':
        this.#deleted.add(id);
        return value;
      case 'POST /version/{versionId}/reference':
        return { ...(value as Fields), ...this.#uploaded(id) };
      case 'POST /documentation/{id}/page':
        this.#created += 1;
        return this.#write(this.#created, { slug: `new-${this.#created}`, ...sent }, id);
      case 'GET /changelog/{id}/post':
        return this.#partOfPosts(Number(query.get('cursor') ?? 0));
      case 'POST /changelog/{id}/post':
        this.#created += 1;
        this.#posts.unshift({ ...(value as Fields), ...sent, id: this.#created });
        return this.#posts[0];
      default:
        return value;
    }
  }

  #all(): unknown {
    const pages = this.#pages.map((page) => {
      const { title, updated, listed } = page;
      const documentationId =
        page['documentationId'] ?? this.#first.page[String(page['id'])]?.['documentationId'];
      return [String(page['id']), { title, updated, listed, documentationId }] as const;
    });
    return { ...this.#first, page: Object.fromEntries(pages) };
  }

  get #pages(): readonly Fields[] {
    const ids = new Set([...Object.keys(this.#first.page).map(Number), ...this.#written.keys()]);
    return [...ids].filter((id) => !this.#deleted.has(id)).map((id) => this.#page(id));
  }

  #page(id: number): Fields {
    const slug = HOME_PAGES.get(id);
    const place = slug === undefined ? {} : { slug, path: `v1.0/guides/${slug}` };
    return { ...this.#record('Page', id), ...place, ...this.#written.get(id) };
  }

  #documentation(id: number): Fields {
    const slug = id === HOME.guides ? 'guides' : `section-${id}`;
    const title = titleOf(this.#first.documentation[id]);
    return { ...this.#record('Documentation', id), ...title, slug };
  }

  #version(id: number): Fields {
    const { name = '', published = false } = this.#first.version[id] ?? {};
    const slug = id === HOME.version ? 'v1.0' : `v${id}`;
    return { ...this.#record('Version', id), name, published, slug };
  }

  /** If a reference with this title exists, it is updated. Nothing but this definition is uploaded. */
  #uploaded(version: number): Fields {
    const known = idsOf(this.#first.reference, 'versionId', version);
    const id = known.find((each) => this.#first.reference[each]?.['title'] === UPLOADED_TITLE);
    return { title: UPLOADED_TITLE, id: id ?? ++this.#created };
  }

  #write(id: number, { title, slug, content }: Fields, documentationId?: number): Fields {
    const before = this.#written.get(id);
    const kept = Object.entries({ title, slug, contentDraft: content, documentationId }).filter(
      ([, each]) => each !== undefined,
    );
    const isNew = documentationId !== undefined;
    this.#written.set(id, {
      ...before,
      ...(isNew && { contentPublished: null, listed: false }),
      ...Object.fromEntries(kept),
    });
    return this.#page(id);
  }

  #publish(id: number): Fields {
    const { contentDraft, contentPublished } = this.#page(id);
    const text = contentDraft ?? contentPublished;
    const now = { contentDraft: null, contentPublished: text, listed: true };
    this.#written.set(id, { ...this.#written.get(id), ...now });
    return this.#page(id);
  }

  /** A page of two posts, starting at this one. The last page may be empty. */
  #partOfPosts(from: number): Fields {
    const posts = this.#posts.slice(from, from + 2);
    const cursor = from + 2 <= this.#posts.length ? String(from + 2) : null;
    return { posts, count: posts.length, total: this.#posts.length, cursor };
  }

  #record(schema: string, id: number): Fields {
    return this.#generator.record(refer(schema), id);
  }
}

const refer = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });

const idsOf = (entries: Entries, field: string, id: number): number[] =>
  Object.keys(entries)
    .filter((each) => entries[each]?.[field] === id)
    .map(Number);

const titleOf = (entry: Fields | undefined): Fields =>
  entry?.['title'] === undefined ? {} : { title: entry['title'] };
