/** Failures of a page whose slug another page has. */
import type { Api } from '../../api/api.ts';
import type { RefusedWrite } from '../../api/call.ts';
import { Failure } from '../../model/failure.ts';
import { placeOf, withSlug } from '../../model/ids.ts';
import type { Slug } from '../../model/ids.ts';
import type { Page } from '../../model/resources.ts';
import type { ContentIntent, SavingIntent } from '../record/entry.ts';
import { lookUp } from '../platform/look.ts';
import type { PageState, WriteTarget } from './page-state.ts';

interface Deps {
  readonly api: Pick<Api, 'pages'>;
  readonly signal: AbortSignal;
  readonly slugs: RefusedSlugs;
}

const slugIn = (intent: ContentIntent): Slug =>
  intent.op === 'create' ? placeOf(intent.key).slug : intent.slug;

/**
 * The other page that has the slug of a refused write, if that may be the reason. `state`: before
 * the write.
 */
export async function bearerOfSlug(
  intent: SavingIntent,
  refusal: RefusedWrite,
  { target, state }: { readonly target: WriteTarget; readonly state: PageState | undefined },
  deps: Deps,
): Promise<Page | undefined> {
  if (intent.op === 'publish') return undefined;
  const slug = slugIn(intent);
  if (slug === state?.seen.slug) return undefined;
  const other = await deps.slugs.bearer(refusal, () => lookUp({ ...target, slug }, deps));
  return other?.id === state?.id ? undefined : other;
}

const OTHER_SLUG =
  'Change the slug of the file, or of that page in the editor. If two files exchanged their slugs, push once with a third one for one of them';

export const slugTaken = ({ id, slug }: Page): Failure =>
  new Failure('conflict', `The slug "${slug}" is taken on the platform: page ${id} has it.`, {
    hint: OTHER_SLUG,
  });

/**
 * Resolves to a failure if the platform gave the page another slug than was sent. `isSame`: whether
 * a page is the one that was to be created, so that it now exists twice.
 */
export async function slugChanged(
  intent: SavingIntent,
  { id, slug: given }: Page,
  { target, isSame }: { readonly target: WriteTarget; readonly isSame: (other: Page) => boolean },
  deps: Deps,
): Promise<Failure | undefined> {
  if (intent.op === 'publish') return undefined;
  const slug = slugIn(intent);
  if (given === slug) return undefined;
  const other = await lookUp({ ...target, slug }, deps);
  const taken = other ? `page ${other.id} has it` : 'another page has it';
  const why = `"${given}", for the slug "${slug}" is taken: ${taken}`;
  if (intent.op !== 'create') {
    return new Failure('conflict', `The platform gave page ${id} the slug ${why}.`, {
      hint: OTHER_SLUG,
    });
  }
  const isTwice = other !== undefined && isSame(other);
  const same = isTwice ? ', with the same title and text' : '';
  return new Failure('conflict', `The platform made page ${id} as ${why}${same}.`, {
    hint: `docs page delete ${withSlug(intent.key, given)} --force deletes ${
      isTwice
        ? 'the second one; then push again'
        : 'what was made; if the other is not this page, give the file another slug'
    }`,
  });
}

/** The platform sends no error codes, so only its words say what a refusal is about. */
const ABOUT_SLUGS = /slug|url|taken|already|duplicate|unique|in use/i;

/** The refusals of one run. */
export class RefusedSlugs {
  /** By the platform's words: whether the slug was taken for the first page that was refused with them. */
  readonly #looked = new Map<string, Promise<boolean>>();

  /**
   * Finds the page that has the slug by calling `look`. Resolves to undefined if there is none, or
   * the refusal cannot be about slugs. Later refusals with the same words are skipped if the slug
   * was free for the first of them.
   */
  async bearer(
    { words, failure }: RefusedWrite,
    look: () => Promise<Page | undefined>,
  ): Promise<Page | undefined> {
    if (words === null) return undefined;
    if (words !== '' && failure.status !== 409 && !ABOUT_SLUGS.test(words)) return undefined;
    const before = this.#looked.get(words);
    if (before && !(await before)) return undefined;
    const looking = look();
    // If the look-up fails, the page fails too, and the next page looks again.
    if (!before) this.#looked.set(words, isFound(looking));
    return looking;
  }
}

async function isFound(looking: Promise<Page | undefined>): Promise<boolean> {
  try {
    return (await looking) !== undefined;
  } catch {
    return true;
  }
}
