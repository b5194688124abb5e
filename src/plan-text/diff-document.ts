import type { ChangeKind } from '../model/change.ts';
import type { PageKey } from '../model/ids.ts';

/** One page that differs. `docs/json/diff.schema.json` is a list of these. */
export interface PageDiff {
  readonly key: PageKey;
  readonly kind: ChangeKind;
  readonly file: string | null;
  readonly fields: readonly string[];
  /** Unified diff of the change: from the platform's text to the file's, for `pull` the reverse; null if the texts are too different. */
  readonly diff: string | null;
  /** For conflicts: from base to the platform's text, and to the file's, if base is known. */
  readonly theirs: string | null;
  readonly ours: string | null;
}
