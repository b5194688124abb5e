import { request, type Json } from './request.ts';

/** A page as the platform has it. */
export interface PlatformPage {
  readonly id: number;
  readonly title: string;
  readonly slug: string;
  readonly draft: string | null;
  readonly published: string | null;
  /** In whole seconds. */
  readonly updated: string;
}

export interface Edit {
  readonly title?: string;
  readonly slug?: string;
  readonly content?: string;
}

export const headOf = ({ draft, published }: PlatformPage): string => draft ?? published ?? '';

/** Another client of the platform, like the browser of somebody who edits pages. */
export class Author {
  readonly #platform: { readonly baseUrl: string; readonly apiKey: string };

  constructor(platform: { readonly baseUrl: string; readonly apiKey: string }) {
    this.#platform = platform;
  }

  async read(id: number): Promise<PlatformPage> {
    return pageIn(await this.#ask('GET', `/page/${id}`));
  }

  /** Returns undefined if the page is gone. */
  async find(id: number): Promise<PlatformPage | undefined> {
    const answer = await request(this.#platform, 'GET', `/page/${id}`);
    return answer.status === 404 ? undefined : this.read(id);
  }

  /** Left-out fields stay the same, including the slug. */
  async save(id: number, edit: Edit): Promise<PlatformPage> {
    const { slug } = await this.read(id);
    return pageIn(await this.#ask('PUT', `/page/${id}`, { slug, ...edit }));
  }

  async publish(id: number): Promise<PlatformPage> {
    return pageIn(await this.#ask('PUT', `/page/${id}/publish`));
  }

  async #ask(method: string, path: string, json?: Json): Promise<Json> {
    const answer = await request(this.#platform, method, path, { json });
    if (answer.status !== 200) throw new Error(`${method} ${path}: ${answer.text}`);
    return answer.json;
  }
}

const pageIn = (json: Json): PlatformPage => ({
  id: Number(json['id']),
  title: String(json['title']),
  slug: String(json['slug']),
  draft: json['contentDraft'] as string | null,
  published: json['contentPublished'] as string | null,
  updated: String(json['updated']),
});
