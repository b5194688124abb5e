/** Carries out one planned upload, and makes sure of its result. */
import type { Api } from '../../../api/api.ts';
import { requireDone } from '../../../api/call.ts';
import type { Written } from '../../../api/call.ts';
import { areSame } from '../../../definitions/equal.ts';
import type { Context } from '../../../context.ts';
import { Failure } from '../../../model/failure.ts';
import type { ReferenceId } from '../../../model/ids.ts';
import type { Reference } from '../../../model/resources.ts';
import { ReferenceIndex, servedContent } from '../reference-index.ts';
import type { PlannedUpload } from './plan.ts';

/**
 * Sends the definition and resolves to the id of its reference. If the answer was lost, reads the
 * definition: if it is the one that was sent, the upload is done; if it is the previous one, it is
 * sent once more; anything else is a conflict, because somebody else uploaded meanwhile. If the
 * answer has another id than the reference to update, that is a failure: the platform did not know
 * the title.
 */
export async function sendUpload(context: Context, planned: PlannedUpload): Promise<ReferenceId> {
  const api = await context.api();
  const { signal } = context.host;
  const written = await upload(api, planned, signal);
  if (written.kind !== 'lost') return idOf(written, planned);
  const found = await settle(context, api, planned);
  return found ?? idOf(await upload(api, planned, signal), planned);
}

const upload = (
  api: Api,
  { upload: { name, bytes }, version, draft, settings }: PlannedUpload,
  signal: AbortSignal,
): Promise<Written<Reference>> =>
  api.references.upload(version.id, { name, bytes }, { publish: !draft, settings }, signal);

/** Throws if the upload is not done, or changed another reference than planned. */
function idOf(written: Written<Reference>, { upload, reference }: PlannedUpload): ReferenceId {
  const { id } = requireDone(written);
  if (reference !== null && reference.id !== id) {
    throw new Failure(
      'platform-garbled',
      `The upload of "${upload.title}" should have updated reference ${reference.id}, but the platform created reference ${id}.`,
      { hint: 'Remove one of the two in the platform’s editor' },
    );
  }
  return id;
}

/** The reference that has the sent definition. Resolves to `undefined` if nothing changed. */
async function settle(
  context: Context,
  api: Api,
  { upload, version, reference, draft, before }: PlannedUpload,
): Promise<ReferenceId | undefined> {
  const { signal } = context.host;
  // Only settings were to change, and no request returns them. Sending them twice has the same
  // effect as once.
  if (before !== null && areSame(before, upload)) return undefined;
  const id =
    reference?.id ?? (await ReferenceIndex.read(context)).titled(upload.title, version)?.id;
  if (id === undefined) return undefined;
  const drafted = draft ? await servedContent(api, id, true, signal) : undefined;
  const now = drafted ?? (await servedContent(api, id, false, signal)) ?? null;
  if (now !== null && areSame(now, upload)) return id;
  if (before !== null && now !== null && areSame(now, before)) return undefined;
  throw new Failure(
    'conflict',
    `"${upload.title}" was changed by someone else during the upload.`,
    {
      hint: 'Run the command again to compare with what is there now',
    },
  );
}
