import type { HelpPart } from '../../ui/help-text.ts';

/** A page of help that is about no single command. */
export interface Topic {
  readonly name: string;
  readonly parts: readonly HelpPart[];
}
