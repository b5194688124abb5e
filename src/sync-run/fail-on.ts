/** `--fail-on`: the kinds of changes that make a run fail which only shows its plan, so that they are noticed before a merge. */
import { FAIL_ON_KINDS, stopsPush, type FailOnKind, type FailOnVerdict } from '../model/change.ts';
import { Failure } from '../model/failure.ts';
import { nearest } from '../model/text/nearest.ts';
import type { Prepared } from '../sync/engine.ts';
import { failOnWords } from '../plan-text/fail-on.ts';
import { refusalsOf } from './verdict.ts';

/** The kinds of a list such as `conflict,unplaced`, each once. Throws `Failure('usage')`, which names the nearest kind, if one is unknown. */
export function failOnKinds(lists: readonly string[]): readonly FailOnKind[] {
  const words = lists.flatMap((list) => list.split(',')).map((word) => word.trim());
  return [...new Set(words.map(kindOf))];
}

function kindOf(word: string): FailOnKind {
  const kind = FAIL_ON_KINDS.find((each) => each === word);
  if (kind !== undefined) return kind;
  const near = nearest(word, FAIL_ON_KINDS);
  throw new Failure('usage', `--fail-on does not accept "${word}".`, {
    hint: `${near === undefined ? '' : `Did you mean ${near}? `}There are ${FAIL_ON_KINDS.join(', ')}`,
  });
}

const NUMBERS: Readonly<Record<FailOnKind, (prepared: Prepared) => number>> = {
  conflict: ({ plan }) =>
    plan.changes.filter((change) => change.kind === 'conflict' && change.merge === undefined)
      .length,
  accident: (prepared) => refusalsOf(prepared).length,
  unplaced: ({ summary }) => summary.unplaced,
  gone: ({ summary }) => summary.gone,
  pull: ({ summary }) => summary.pull,
  orphan: ({ summary }) => summary.orphan,
  held: ({ plan }) =>
    plan.changes.filter((change) => change.kind === 'publish' && change.held !== null).length,
  delete: ({ summary }) => summary.delete,
};

/** The number of changes of each kind in the plan, and the exit code that follows. */
export const failOnVerdict = (prepared: Prepared, kinds: readonly FailOnKind[]): FailOnVerdict => {
  const found = kinds.flatMap((kind) => {
    const number = NUMBERS[kind](prepared);
    return number === 0 ? [] : [{ kind, number }];
  });
  const stops = found.some(({ kind }) => stopsPush(kind));
  return { kinds, found, exitCode: found.length === 0 ? 0 : stops ? 5 : 7 };
};

/** Throws if something was found: with `conflict` or `guard` (5) if a push would write nothing, else with `partial` (7). */
export function refuseFound(verdict: FailOnVerdict): void {
  if (verdict.found.length === 0) return;
  const has = (kind: FailOnKind): boolean => verdict.found.some((each) => each.kind === kind);
  const code = has('conflict') ? 'conflict' : has('accident') ? 'guard' : 'partial';
  throw new Failure(code, `The plan has ${failOnWords(verdict)}.`, {
    hint: has('conflict') ? 'docs diff shows both sides' : 'docs status lists them',
  });
}
