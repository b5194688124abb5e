/** Shows the names of files as they were typed, in a run that sends copies of them. */
import { resolve } from 'node:path';
import type { Change } from '../../../model/change.ts';
import type { FilePath } from '../../../model/ids.ts';
import type { NotApplied, Outcome, Prepared } from '../../../sync/engine.ts';
import type { Annotation } from '../../../ui/ui.ts';

/** The typed name by the path of the copy. `-` is standard input. */
export type TypedNames = ReadonlyMap<FilePath, string>;

/** Replaces paths by typed names in the output of a run. The run itself uses the paths. */
export class AsTyped {
  readonly #names: TypedNames;
  readonly #cwd: string;

  /** `cwd`: the folder that typed names are relative to. */
  constructor(names: TypedNames | undefined, cwd: string) {
    this.#names = names ?? new Map();
    this.#cwd = cwd;
  }

  readonly text = (said: string): string =>
    Array.from(this.#names).reduce((text, [path, name]) => text.replaceAll(path, name), said);

  plan(prepared: Prepared): Prepared {
    if (this.#names.size === 0) return prepared;
    const { plan, warnings } = prepared;
    const changes = plan.changes.map((change) => this.#change(change));
    return { ...prepared, plan: { ...plan, changes }, warnings: warnings.map(this.text) };
  }

  outcome(outcome: Outcome): Outcome {
    if (this.#names.size === 0) return outcome;
    const { applied, failed, skipped, unsettled } = outcome;
    const named = (all: readonly NotApplied[]): readonly NotApplied[] =>
      all.map((one) => ({
        ...one,
        change: this.#change(one.change),
        reason: this.text(one.reason),
      }));
    return {
      ...outcome,
      applied: applied.map((change) => this.#change(change)),
      failed: named(failed),
      skipped: named(skipped),
      unsettled: named(unsettled),
    };
  }

  annotations(all: readonly Annotation[]): readonly Annotation[] {
    return all.map((each) => {
      const { file, ...inText } = each.place ?? {};
      const name = this.#names.get(file as FilePath);
      if (name === undefined) return each;
      const place = name === '-' ? inText : { ...inText, file: resolve(this.#cwd, name) };
      return { ...each, place, message: this.text(each.message) };
    });
  }

  #change<Kind extends Change>(change: Kind): Kind {
    const name = 'file' in change && change.file && this.#names.get(change.file);
    return name ? { ...change, file: name as FilePath } : change;
  }
}
