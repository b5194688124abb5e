import type { Problem } from '../../definitions/problem.ts';
import type { DefinitionDiff } from '../../definitions/diff/changes.ts';
import type { PlacedChange } from '../../definitions/places/change-places.ts';
import type { Severity } from '../../definitions/diff/changes.ts';

/** What `docs ref upload --json` prints: `docs/json/ref-upload.schema.json`. */
export interface UploadReport {
  readonly dryRun: boolean;
  readonly uploads: readonly UploadOutcome[];
}

/** The planned or actual result for one definition. */
export interface UploadOutcome {
  readonly file: string;
  readonly title: string;
  readonly version: string;
  readonly action: 'create' | 'update' | 'unchanged';
  /** Left as a draft rather than published. */
  readonly draft: boolean;
  /** Whether several files were bundled. */
  readonly bundled: boolean;
  /** The id; `null` if the reference does not exist yet. */
  readonly reference: number | null;
  /** For a new title: the most similar existing one. */
  readonly nearest: string | null;
  /** How readers see it; fields that are left out do not change. */
  readonly settings: {
    readonly tryItOut?: boolean;
    readonly allowDownload?: boolean;
    readonly expandable?: boolean;
  };
  /** Changes from what readers see; `null` if there is nothing to compare. */
  readonly changes: Readonly<Record<Severity, number>> | null;
  readonly state: 'planned' | 'done' | 'unchanged' | 'failed';
  readonly problem: string | null;
}

/** What `docs ref diff --json` prints: `docs/json/ref-diff.schema.json`. */
export interface DiffReport extends Omit<DefinitionDiff, 'changes'> {
  /** Worst first, then in the order of the definition. */
  readonly changes: readonly PlacedChange[];
  /** The compared definitions, for people. */
  readonly old: string;
  readonly new: string;
}

/** What `docs ref check --json` prints: `docs/json/ref-check.schema.json`. */
export interface DefinitionCheckReport {
  readonly files: readonly CheckedFile[];
  readonly errors: number;
  readonly warnings: number;
}

/** One definition that was checked. */
export interface CheckedFile {
  readonly file: string;
  /** This and the next three are `null` if an error prevents an upload. */
  readonly title: string | null;
  readonly specification: string | null;
  /** The size of what would be sent. */
  readonly bytes: number | null;
  /** Whether several files were bundled. */
  readonly bundled: boolean | null;
  readonly problems: readonly Problem[];
}

/** What `docs ref rules --json` prints, one for each rule: `docs/json/ref-rules.schema.json`. */
export interface ListedRule {
  readonly rule: string;
  readonly of: 'diff' | 'check';
  /** For `ref diff`: the severity if clients write the changed part; `null` for `ref check`. */
  readonly request: Severity | null;
  /** The severity if clients read it. */
  readonly response: Severity | null;
  /** For `ref check`: the default severity; `null` for `ref diff`. */
  readonly severity: 'error' | 'warning' | null;
  readonly says: string | null;
  readonly why: string;
}

/** What `docs ref list --json` prints, one for each reference: `docs/json/ref-list.schema.json`. */
export interface ListedReference {
  readonly id: number;
  readonly title: string;
  readonly slug: string | null;
  readonly version: string;
  /** Whether it has an unpublished draft; `null` if that was not looked for. */
  readonly draft: boolean | null;
}

/** What `docs ref publish --json` prints, one for each reference: `docs/json/ref-publish.schema.json`. */
export interface PublishedReference {
  readonly id: number;
  readonly title: string;
  readonly version: string;
  readonly published: boolean;
  /** Why not. */
  readonly problem: string | null;
}

/** What `docs ref get --json` prints: `docs/json/ref-get.schema.json`. */
export interface ReadReference {
  readonly id: number;
  readonly title: string;
  readonly slug: string | null;
  readonly version: string;
  readonly draft: boolean;
  readonly contentType: string;
  /** As it is served. */
  readonly definition: string;
}
