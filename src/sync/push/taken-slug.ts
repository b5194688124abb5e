/** Failures of a page whose slug another page has. */
import type { Api } from '../../api/api.ts';
import type { RefusedWrite } from '../../api/call.ts';
import { Failure } from '../../model/failure.ts';
import { placeOf } from '../../model/ids.ts';
import type { Slug } from '../../model/ids.ts';
import type { Page } from '../../model/resources.ts';
import type { ContentIntent, SavingIntent } from '../log/entry.ts';
import { lookUp } from '../look.ts';
import type { PageState, WriteTarget } from './page-state.ts';

interface Deps {
  readonly api: Pick<Api, 'pages'>;
  readonly signal: AbortSignal;
}

const slugIn = (intent: ContentIntent): Slug =>
  intent.op === 'create' ? placeOf(intent.key).slug : intent.slug;

/** The other page with the slug that a refused write was to set, if that may be the reason. `state`: the page before the write. */
export async function bearerOfSlug(
  intent: SavingIntent,
  refusal: RefusedWrite,
  { target, state }: { readonly target: WriteTarget; readonly state: PageState | undefined },
  deps: Deps,
): Promise<Page | undefined> {
  if (intent.op === 'publish') return undefined;
  const slug = slugIn(intent);
  if (slug === state?.seen.slug) return undefined;
  if (!isAboutSlugs(refusal)) return undefined;
  const other = await lookUp({ ...target, slug }, deps);
  return other?.id === state?.id ? undefined : other;
}

/** The failure of a refused write. Another job may have created the page meanwhile; the next run finds it. */
export const slugTaken = ({ id, slug }: Page, { op }: SavingIntent): Failure =>
  new Failure('conflict', `The slug "${slug}" is taken on the platform: page ${id} has it.`, {
    hint: op === 'create' ? FOUND_AGAIN : OTHER_SLUG,
  });

const FOUND_AGAIN =
  'If another job has just created it, run the same command again; otherwise change the slug of the file, or of that page in the editor';

const OTHER_SLUG = 'Change the slug of the file, or of that page in the editor';

/** Returns a failure if the platform gave the page another slug than was sent. */
export async function slugChanged(
  intent: SavingIntent,
  { id, slug: given }: Page,
  target: WriteTarget,
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
        hint: `Remove page ${id} on the platform, then give the file another slug`,
      })
    : new Failure('conflict', `The platform gave page ${id} the slug ${why}`, {
        hint: OTHER_SLUG,
      });
}

/** The platform sends no error code, so only its words tell what a refusal is about. */
const ABOUT_SLUGS = /slug|url|taken|already|duplicate|unique|in use/i;

const isAboutSlugs = ({ words, failure }: RefusedWrite): boolean =>
  words !== null && (failure.status === 409 || ABOUT_SLUGS.test(words));
