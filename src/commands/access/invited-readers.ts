import type { Api } from '../../api/api.ts';
import type { ReaderAccess } from '../../model/resources.ts';
import { withRefusedHint } from '../../refused-hint.ts';

/** All invited readers. If the platform refuses, the hint says what may be missing. One request. */
export async function invitedReaders(api: Api): Promise<ReaderAccess[]> {
  try {
    return await api.access.list();
  } catch (error) {
    throw withRefusedHint(
      error,
      'First choose the protection "Email Invite" in the settings of the project',
    );
  }
}
