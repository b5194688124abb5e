import type { PushDocument } from '../../plan-text/document.ts';

/** What `docs demo --json` prints: each step's command, with the document that it printed or with its error. */
export interface DemoDocument {
  readonly steps: readonly {
    readonly title: string;
    readonly command: string;
    readonly document: PushDocument | null;
    readonly error: { readonly code: string; readonly message: string } | null;
  }[];
}
