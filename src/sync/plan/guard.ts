/** The guard: refuses a plan that looks like an accident. Pure; imports only `model`. */
import type { Plan } from '../../model/change.ts';
import { Failure } from '../../model/failure.ts';
import { restartedTrial } from '../../model/address.ts';

/** A reason to refuse the plan. */
export interface GuardRefusal {
  readonly message: string;
  readonly hint: string;
}

/** What the guard judges. */
export interface Circumstances {
  readonly plan: Plan;
  /** Pages in the lock. */
  readonly lockPages: number;
  /** The platform was asked and has none of the lock's pages. */
  readonly isOtherProject: boolean;
  /** The address of the platform. */
  readonly baseUrl: string;
  /** Pages in the folder. */
  readonly localPages: number;
  /** The run covers only selected pages, so an empty folder proves nothing. */
  readonly narrowed: boolean;
  /** The run sends nothing. An emptied folder may be the reason for a pull. */
  readonly filesOnly: boolean;
}

/** Fewer deletions than this are never refused, because the plan lists each of them. */
const MANY = 20;

const HINT =
  'Check the folder and the key; if the plan is right, run the command again with --force';

const OTHER_PROJECT =
  'Give this platform a profile, with a lock file of its own (docs config --help); to create all pages here: docs push --recreate --force';

/** The failure of a run that the guard refuses. */
export const refused = ({ message, hint }: GuardRefusal): Failure =>
  new Failure('guard', message, { hint });

/**
 * Returns the reasons to refuse the plan; empty if there are none. Whether the lock belongs to this
 * project is judged by page ids: all customers of the live platform share one URL.
 */
export function guard(circumstances: Circumstances): readonly GuardRefusal[] {
  const { plan, lockPages, isOtherProject, localPages, narrowed, filesOnly } = circumstances;
  const trial = restartedTrial(circumstances.baseUrl);
  const refusals: GuardRefusal[] = [];
  if (isOtherProject) {
    const which = lockPages === 1 ? 'The page' : `None of the ${lockPages} pages`;
    const message = `${which} in the lock file is ${lockPages === 1 ? 'not ' : ''}on this platform: ${trial?.why ?? "the lock file seems to be another project's"}.`;
    refusals.push({ message, hint: trial?.pushAgain ?? OTHER_PROJECT });
  }
  if (!filesOnly && !narrowed && localPages === 0 && lockPages > 0) {
    const message = `The folder has no pages, but the lock file has ${lockPages}.`;
    refusals.push({ message, hint: HINT });
  }
  const deleted = plan.changes.filter(({ kind }) => kind === 'delete').length;
  if (deleted >= MANY && deleted * 2 > lockPages) {
    const message = `${deleted} of the ${lockPages} pages in the lock file would be deleted at once.`;
    refusals.push({ message, hint: HINT });
  }
  return refusals;
}
