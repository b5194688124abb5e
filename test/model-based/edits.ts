/**
 * Who wrote what stands on the platform, and whether a person has seen it.
 *
 * Every save in the editor is an edit of its own, also if it restores a text that was there before
 * or copies one of another page: an edit is known by when it was made, never by its words alone.
 */

const TOKEN = /token-\d+-end/g;
const CONFLICT = /^<{7}[^]*?^>{7}.*$/gm;

export const tokensIn = (...texts: (string | null | undefined)[]): Set<string> =>
  new Set(texts.flatMap((text) => text?.match(TOKEN) ?? []));

/** What editors change, each for itself. `head`: the draft, or without one what readers see. */
export const FIELDS = ['title', 'slug', 'head', 'published'] as const;
export type EditedField = (typeof FIELDS)[number];

/** A page at one moment: on the platform, or in a file. */
export interface State {
  readonly title: string;
  readonly slug: string;
  readonly draft: string | null;
  readonly published: string | null;
}

export const valueOf = (state: State | undefined, field: EditedField): string =>
  (field === 'head' ? (state?.draft ?? state?.published) : state?.[field])?.trim() ?? '';

export interface Edit {
  readonly page: number;
  readonly field: EditedField;
  readonly value: string;
  /** What its author put into the text. Empty if they only took something away. */
  readonly tokens: ReadonlySet<string>;
  /** What its author took away. */
  readonly removed: ReadonlySet<string>;
  /** What somebody here had in a text of their own when it was saved: its words are theirs, too. */
  readonly known: Set<string>;
  /** What both sides last had when a merge took the edit: "The side that changed wins." */
  readonly common: Set<string>;
  readonly turn: number;
  /**
   * A person has had it in a file, and then edited, committed or deleted that file, or has decided
   * that another text takes its place.
   */
  isSeen: boolean;
  /** A person has said that readers may see it. */
  isAccepted: boolean;
}

const without = (tokens: ReadonlySet<string>, others: ReadonlySet<string>): Set<string> =>
  new Set([...tokens].filter((token) => !others.has(token)));

/** Whether a file has what the edit brought, word for word or merged with others. */
export function hasEdit(
  file: (State & { readonly text: string }) | undefined,
  { field, value, tokens, common, removed }: Edit,
): boolean {
  if (!file) return false;
  if (valueOf(file, field) === value) return true;
  const { draft, published, text } = file;
  // A title that a merge could not settle stands in the body.
  const body = field === 'head' ? (draft ?? published) : (published ?? draft);
  const merged = field === 'title' || field === 'slug' ? text : (body ?? '');
  const brought = without(tokens, common);
  if (brought.size > 0) return without(brought, tokensIn(merged)).size === 0;
  const settled = tokensIn(merged.replaceAll(CONFLICT, ''));
  return removed.size > 0 && without(removed, settled).size === removed.size;
}

/** All edits of a play. Pages are named by their number. */
export class Edits {
  readonly all: Edit[] = [];
  readonly #owners = new Map<string, Edit>();
  /** What readers see of pages over which an editor has saved a draft since. */
  readonly #below = new Map<number, Edit>();

  /** The edit that a field shows. Undefined: the tool wrote it. */
  ownerOf(page: number, field: EditedField): Edit | undefined {
    return this.#owners.get(`${page} ${field}`);
  }

  /** Somebody in the editor made `after` of `before`. Returns what is new. */
  edited(page: number, turn: number, { before, after }: Record<'before' | 'after', State>): Edit[] {
    const fields = FIELDS.filter((field) => valueOf(before, field) !== valueOf(after, field));
    const made = fields.map((field): Edit => {
      const value = valueOf(after, field);
      const [had, has] = [tokensIn(valueOf(before, field)), tokensIn(value)];
      const [tokens, removed] = [without(has, had), without(had, has)];
      // What readers see they see because an editor said so; titles and slugs are live at once.
      const isDraft = field === 'head' && value !== valueOf(after, 'published');
      const edit = {
        page,
        field,
        value,
        tokens,
        removed,
        known: new Set<string>(),
        common: new Set<string>(),
        turn,
        isSeen: false,
        isAccepted: !isDraft,
      };
      this.#owners.set(`${page} ${field}`, edit);
      return edit;
    });
    this.all.push(...made);
    this.accept(page, valueOf(after, 'published'));
    if (fields.includes('head')) this.#noteBelow(page, after);
    return made;
  }

  /**
   * The page's text is its draft: an editor who writes one replaces what readers see, whoever
   * publishes it later, and the draft is an edit of its own. Discarded, it brings that back.
   */
  #noteBelow(page: number, after: State): void {
    const hasDraft = valueOf(after, 'head') !== valueOf(after, 'published');
    const owner = hasDraft ? this.ownerOf(page, 'published') : this.#below.get(page);
    if (!owner) return;
    if (hasDraft) {
      this.#below.set(page, owner);
      this.#owners.delete(`${page} published`);
    } else if (owner.value === valueOf(after, 'published')) {
      this.#owners.set(`${page} published`, owner);
    }
  }

  /** The tool made `after` of `before`. Returns the edits that are not there any more. */
  written(page: number, before: State | undefined, after: State | undefined): Edit[] {
    const isSame = (field: EditedField): boolean =>
      valueOf(before, field) === valueOf(after, field);
    if (!isSame('head') || !isSame('published')) this.#below.delete(page);
    return FIELDS.flatMap((field) => {
      if (before && after && isSame(field)) return [];
      const owner = this.ownerOf(page, field);
      this.#owners.delete(`${page} ${field}`);
      return owner ? [owner] : [];
    });
  }

  /** The tool saved a draft over what readers see. Returns who let them see that. */
  covered(page: number, before: State | undefined, after: State | undefined): Edit[] {
    const owner = this.ownerOf(page, 'published');
    const isCovered =
      valueOf(before, 'head') === valueOf(before, 'published') &&
      valueOf(after, 'head') !== valueOf(after, 'published');
    return owner && isCovered ? [owner] : [];
  }

  /** Drafts of editors in a text that no person has accepted. */
  unaccepted(page: number, text: string): Edit[] {
    const tokens = tokensIn(text);
    return this.all.filter(
      (edit) =>
        edit.page === page &&
        edit.field === 'head' &&
        !edit.isAccepted &&
        (edit === this.ownerOf(page, 'head')
          ? edit.value === text.trim()
          : Array.from(without(edit.tokens, edit.known)).some((token) => tokens.has(token))),
    );
  }

  /** Somebody wants readers to see this text. */
  accept(page: number, text: string): void {
    for (const edit of this.unaccepted(page, text)) edit.isAccepted = true;
    for (const edit of this.all)
      if (edit.page === page && edit.field === 'head' && edit.value === text.trim())
        edit.isAccepted = true;
  }
}
