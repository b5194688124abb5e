/** The failures of a page whose slug another page has. */
import type { Api } from '../../api/api.ts';
import type { RefusedWrite } from '../../api/calls/written.ts';
import { Failure } from '../../model/failure.ts';
import { placeOf } from '../../model/ids.ts';
import type { Slug } from '../../model/ids.ts';
import type { Page } from '../../model/resources.ts';
import type { CreateIntent, Intent, UpdateIntent } from '../journal/journal.ts';
import { found } from '../snapshot/documentations.ts';
import type { PageState, Target } from './page-state.ts';
import type { RefusedSlugs } from './refused-slugs.ts';

interface Deps {
  readonly api: Pick<Api, 'pages'>;
  readonly signal: AbortSignal;
  readonly slugs: RefusedSlugs;
}

type WithSlug = CreateIntent | UpdateIntent;

const slugIn = (intent: WithSlug): Slug =>
  intent.op === 'create' ? placeOf(intent.key).slug : intent.slug;

/** Says that another page has the slug, if that may be why a write was refused. `state`: of the page before. */
export async function slugTaken(
  intent: Intent,
  refusal: RefusedWrite,
  { target, state }: { readonly target: Target; readonly state: PageState | undefined },
  deps: Deps,
): Promise<Failure | undefined> {
  if (intent.op === 'publish') return undefined;
  const slug = slugIn(intent);
  if (slug === state?.seen.slug) return undefined;
  const other = await deps.slugs.bearer(refusal, () => bearerOf(slug, target, deps));
  if (!other || other.id === state?.id) return undefined;
  return new Failure(
    'conflict',
    `The slug "${slug}" is taken on the platform: page ${other.id} has it.`,
    { hint: 'Give the file another slug, or that page in the editor' },
  );
}

/** Says that the platform gave a page another slug than it was told; undefined when it did not. */
export async function slugChanged(
  intent: Intent,
  { id, slug: given }: Page,
  target: Target,
  deps: Deps,
): Promise<Failure | undefined> {
  if (intent.op === 'publish') return undefined;
  const slug = slugIn(intent);
  if (given === slug) return undefined;
  const other = await bearerOf(slug, target, deps);
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

function bearerOf(
  slug: Slug,
  { version, documentation }: Target,
  { api, signal }: Deps,
): Promise<Page | undefined> {
  const address = { version: { id: version }, documentation: { id: documentation }, slug };
  return found(api.pages.find(address, { signal }));
}
