import type { Context } from '../../context.ts';
import { Failure } from '../../model/failure.ts';
import { setDocumentationsPublished } from '../../platform/change-from-outside.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { PublishedDocumentations } from './document.ts';
import { publishedDocumentationsView } from './view.ts';
import { requiredPlace, type PlaceFlags } from './place.ts';

export interface PublishFlags extends PlaceFlags {
  readonly published: boolean;
}

/**
 * Publishes documentations of an embedded platform, or hides them. Those that are already in that
 * state do not change.
 */
export async function publishDocumentations(
  { host, ui }: Context,
  places: readonly string[],
  { published, ...flags }: PublishFlags,
): Promise<void> {
  try {
    const place = requiredPlace(flags, host);
    const documentations = await setDocumentationsPublished(place, places, published, host.clock);
    await ui.result<PublishedDocumentations>({ documentations }, publishedDocumentationsView);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    throw new Failure('not-found', `${error.message}.`, {
      hint: 'Give slugs, such as v1.0 or v1.0/guides; docs list shows them',
      cause: error,
    });
  }
}
