/** The failures of a page whose slug another page has. */
import type { Api } from '../../api/api.ts';
import type { RefusedWrite } from '../../api/calls/written.ts';
import { Failure } from '../../model/failure.ts';
import { placeOf } from '../../model/ids.ts';
import type { Slug } from '../../model/ids.ts';
import type { Page } from '../../model/resources.ts';
import type { ContentIntent, SavingIntent } from '../journal/journal.ts';
import { lookUp } from '../look.ts';
import type { PageState, Target } from './page-state.ts';

interface Deps {
  readonly api: Pick<Api, 'pages'>;
  readonly signal: AbortSignal;
  readonly slugs: RefusedSlugs;
}

const slugIn = (intent: ContentIntent): Slug =>
  intent.op === 'create' ? placeOf(intent.key).slug : intent.slug;

/** Says that another page has the slug, if that may be why a write was refused. `state`: of the page before. */
export async function slugTaken(
  intent: SavingIntent,
  refusal: RefusedWrite,
  { target, state }: { readonly target: Target; readonly state: PageState | undefined },
  deps: Deps,
): Promise<Failure | undefined> {
  if (intent.op === 'publish') return undefined;
  const slug = slugIn(intent);
  if (slug === state?.seen.slug) return undefined;
  const other = await deps.slugs.bearer(refusal, () => lookUp({ ...target, slug }, deps));
  if (!other || other.id === state?.id) return undefined;
  return new Failure(
    'conflict',
    `The slug "${slug}" is taken on the platform: page ${other.id} has it.`,
    { hint: 'Give the file another slug, or that page in the editor' },
  );
}

/** Says that the platform gave a page another slug than it was told; undefined when it did not. */
export async function slugChanged(
  intent: SavingIntent,
  { id, slug: given }: Page,
  target: Target,
  deps: Deps,
): Promise<Failure | undefined> {
  if (intent.op === 'publish') return undefined;
  const slug = slugIn(intent);
  if (given === slug) return undefined;
  const other = await lookUp({ ...target, slug }, deps);
  const taken = other ? `page ${other.id} has it` : 'another page has it';
  const why = `"${given}", for the slug "${slug}" is taken: ${taken}.`;
  return intent.op === 'create'
    ? new Failure('conflict', `The platform made page ${id} as ${why}`, {
        hint: `Remove page ${id} on the platform, then give the file another slug.`,
      })
    : new Failure('conflict', `The platform gave page ${id} the slug ${why}`, {
        hint: 'Give the file another slug, or that page in the editor',
      });
}

/** The platform says no more than its words: no code tells what they are about. */
const ABOUT_SLUGS = /slug|url|taken|already|duplicate|unique|in use/i;

/** The refusals of one run. */
export class RefusedSlugs {
  /** Whether the slug of the first page that was refused with these words was taken, by the platform's words. */
  readonly #looked = new Map<string, Promise<boolean>>();

  /** The page that has the slug, by `look`; undefined if there is none, or the refusal cannot be about that. Equal refusals are looked into once. */
  async bearer(
    { words, failure }: RefusedWrite,
    look: () => Promise<Page | undefined>,
  ): Promise<Page | undefined> {
    if (words === null) return undefined;
    if (words !== '' && failure.status !== 409 && !ABOUT_SLUGS.test(words)) return undefined;
    const before = this.#looked.get(words);
    if (before && !(await before)) return undefined;
    const looking = look();
    // If the look-up fails, so does the page; the next one looks again.
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
