import type { PageId } from '../model/ids.ts';
import type { Actor } from './store/actor.ts';
import type { PageStore } from './store/pages.ts';

export interface EditedPage {
  readonly title?: string;
  readonly slug?: string;
  readonly content?: string;
}

/** What a person does in the platform's editor, in a browser. The API only shows the results. */
export class Editor {
  readonly #pages: PageStore;
  readonly #actor: Actor;

  constructor(pages: PageStore, actor: Actor) {
    this.#pages = pages;
    this.#actor = actor;
  }

  /** Makes a page with a draft. Rejects with a `Refusal` if the slug is taken or the category does not exist. */
  async create(
    documentationId: number,
    page: EditedPage & { readonly categoryTitle?: string },
  ): Promise<PageId> {
    const { title, slug, content, categoryTitle } = page;
    const made = await this.#pages.create(
      documentationId,
      { title, slug, content, categoryTitle, message: 'Created in the editor' },
      this.#actor,
      null,
    );
    return made.id as PageId;
  }

  /** Changes the draft, the title or the slug. Fields that are left out stay as they are, the slug too. */
  async edit(id: number, { title, slug, content }: EditedPage): Promise<void> {
    const before = await this.#pages.read(id, null);
    await this.#pages.update(
      id,
      { title, slug: slug ?? before.slug, content, message: 'Edited in the editor' },
      this.#actor,
      null,
    );
  }

  async publish(id: number): Promise<void> {
    await this.#pages.publish(id, 'Published in the editor', this.#actor, null);
  }

  /** Moves the page below another page of its documentation, to the last place; `null`: to the top level. */
  async move(id: number, parentId: number | null): Promise<void> {
    await this.#pages.move(id, parentId, this.#actor);
  }

  /** Rejects with a `Refusal` if the page has subpages. */
  async remove(id: number): Promise<void> {
    await this.#pages.remove(id, 'Deleted in the editor', this.#actor, null);
  }
}
