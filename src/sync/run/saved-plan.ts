/** Saves a plan to a file, to be applied later or elsewhere, but only if nothing has changed since. */
import { digestOf } from '../../content/digest.ts';
import { Failure } from '../../model/failure.ts';
import { hasFields, tryJson } from '../../model/fields.ts';
import type { Digest, PageKey } from '../../model/ids.ts';
import { byCodeUnit } from '../../model/order.ts';
import type { SyncDeps } from '../deps.ts';
import { prepare } from './prepare.ts';
import type { Prepared } from './prepare.ts';
import { writesFiles } from '../run-options.ts';
import type { ConflictPolicy, SyncOptions } from '../run-options.ts';

/** Increased with every change of what a plan has, its options included. */
const FORMAT = 2;

interface SavedPlan {
  readonly 'docs-cli-plan': typeof FORMAT;
  readonly options: Omit<SyncOptions, 'choices'> & {
    readonly choices: readonly (readonly [PageKey, ConflictPolicy])[];
  };
  /** The digest of everything that the plan was made from. */
  readonly fingerprint: Digest;
  readonly changes: Prepared['plan']['changes'];
  /** The digest of the rest of this file, which shows whether the file was edited. */
  readonly contents: Digest;
}

/** The plan as JSON, with a digest of what it was made from. */
export function savePlan(prepared: Prepared): string {
  const { options } = prepared;
  const saved: Omit<SavedPlan, 'contents'> = {
    'docs-cli-plan': FORMAT,
    options: { ...options, choices: [...options.choices] },
    fingerprint: fingerprint(prepared),
    changes: prepared.plan.changes.filter(({ kind }) => kind !== 'unchanged'),
  };
  return `${JSON.stringify({ ...saved, contents: contentsOf(saved) }, null, 2)}\n`;
}

const contentsOf = (plan: Omit<SavedPlan, 'contents'>): Digest => digestOf(JSON.stringify(plan));

/**
 * Makes the plan again with the saved options. Rejects with `conflict` if the files or the platform
 * have changed since. Rejects with `usage` if `saved` is not a plan or was edited, or if it writes
 * page files and this run may not.
 */
export async function prepareSaved(
  deps: SyncDeps,
  saved: string,
  { files }: { readonly files: boolean },
): Promise<Prepared> {
  const { options, fingerprint: expected } = parse(saved);
  if (!files && writesFiles({ ...options, choices: new Map(options.choices) })) {
    throw new Failure('usage', 'This plan also writes page files, and a push writes none.', {
      hint: 'docs sync --plan <file> carries it out',
    });
  }
  const prepared = await prepare(deps, {
    ...options,
    choices: new Map(options.choices),
  });
  if (fingerprint(prepared) !== expected) {
    throw new Failure(
      'conflict',
      'The files or the platform have changed since the plan was saved.',
      {
        hint: 'Save a new plan with --out, review it, and carry it out with --plan',
      },
    );
  }
  return prepared;
}

function parse(saved: string): SavedPlan {
  const plan = tryJson(saved);
  if (!hasFields(plan) || plan['docs-cli-plan'] !== FORMAT)
    throw new Failure('usage', 'This is not a plan that this docs has saved.', { hint: AGAIN });
  const { contents, ...rest } = plan as unknown as SavedPlan;
  if (contents === contentsOf(rest)) return { ...rest, contents };
  throw new Failure('usage', 'This plan was changed after docs saved it.', { hint: AGAIN });
}

const AGAIN = 'Save one with: docs push --out new-plan.json';

/** The digest of the changes, and of what both sides had of each changed page. */
function fingerprint({ plan, sides }: Prepared): Digest {
  const facts = plan.changes
    .filter(({ kind }) => kind !== 'unchanged')
    .map((change) => {
      if (change.key === null) return JSON.stringify(change);
      const { formerKey, local } = sides.cases.of(change.key);
      const remote = sides.remote.get(formerKey);
      const files = local && [local.title, local.head, local.published, local.category];
      const platform = remote && [remote.id, remote.title, remote.slug, remote.stored];
      return JSON.stringify([change, files, platform]);
    });
  return digestOf(facts.toSorted(byCodeUnit).join('\n'));
}
