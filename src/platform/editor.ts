import type { PageId } from '../model/ids.ts';
import {
  createPage,
  movePage,
  publishPage,
  pageById,
  removePage,
  updatePage,
} from './resources/pages.ts';
import type { Actor, Store } from './store.ts';

export interface EditedPage {
  readonly title?: string;
  readonly slug?: string;
  readonly content?: string;
}

/** What a person does in the platform's editor, in a browser. The API only shows the results. */
export class Editor {
  readonly #store: Store;
  readonly #actor: Actor;

  constructor(store: Store, actor: Actor) {
    this.#store = store;
    this.#actor = actor;
  }

  /** Creates a page with a draft. Rejects with a `Refusal` if the slug is taken or the category does not exist. */
  async create(
    documentationId: number,
    page: EditedPage & { readonly categoryTitle?: string },
  ): Promise<PageId> {
    const { title, slug, content, categoryTitle } = page;
    const made = await createPage(
      this.#store,
      documentationId,
      { title, slug, content, categoryTitle, message: 'Created in the editor' },
      this.#actor,
      null,
    );
    return made.id as PageId;
  }

  /** Changes the draft, the title or the slug. Fields that are left out stay as they are, the slug too. */
  async edit(id: number, { title, slug, content }: EditedPage): Promise<void> {
    const before = await pageById(this.#store, id, null);
    await updatePage(
      this.#store,
      id,
      { title, slug: slug ?? before.slug, content, message: 'Edited in the editor' },
      this.#actor,
      null,
    );
  }

  async publish(id: number): Promise<void> {
    await publishPage(this.#store, id, 'Published in the editor', this.#actor, null);
  }

  /** Moves the page below another page of its documentation, to the last place; `null`: to the top level. */
  async move(id: number, parentId: number | null): Promise<void> {
    await movePage(this.#store, id, parentId, this.#actor);
  }

  /** Rejects with a `Refusal` if the page has subpages. */
  async remove(id: number): Promise<void> {
    await removePage(this.#store, id, 'Deleted in the editor', this.#actor, null);
  }
}
