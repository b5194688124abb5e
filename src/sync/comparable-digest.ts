import { digestOf } from '../content/digest.ts';
import type { keepsDraft } from '../content/kept-draft.ts';
import type { Digest } from '../model/ids.ts';

/** Digests to compare bodies by. Bytes are not enough, because the platform reprints what it stores. */
export interface CanonicalDigests {
  readonly stored: Digest;
  /** The digest of the canonical form. Equal for two bodies if and only if `samePage` returns true. */
  readonly canonical: Digest;
  /** How many letters and digits the text has. */
  readonly length: number;
}

/** How many letters and digits a text has: nearly the same however the platform prints the text. */
export const letterCount = (text: string): number => text.replaceAll(/[^\p{L}\p{N}]+/gu, '').length;

/** Compares bodies in canonical form. */
export interface Canonical {
  /** Whether two bodies have the same canonical form. */
  readonly samePage: (a: string, b: string) => boolean;
  readonly keepsDraft: typeof keepsDraft;
  readonly digestsOf: (text: string) => CanonicalDigests;
  /**
   * The digest of the canonical form, as evidence of which page a text is. Null for an empty text,
   * which proves nothing.
   */
  readonly evidenceIn: (text: string | null) => Digest | null;
}

/** Loads the code for the canonical form on demand: only a run that reads pages needs it. */
export async function loadCanonical(): Promise<Canonical> {
  const [{ normalForm, samePage }, { keepsDraft }] = await Promise.all([
    import('../content/darkdown/print/canonical.ts'),
    import('../content/kept-draft.ts'),
  ]);
  const digestsOf = (text: string): CanonicalDigests => ({
    stored: digestOf(text),
    canonical: digestOf(normalForm(text)),
    length: letterCount(text),
  });
  const evidenceIn = (text: string | null): Digest | null =>
    text === null || text.trim() === '' ? null : digestOf(normalForm(text));
  return { samePage, keepsDraft, digestsOf, evidenceIn };
}
