import { digestOf } from '../../content/digest.ts';
import type { Digest } from '../../model/ids.ts';

/** What two bodies are compared by beside their bytes: the platform reprints what it stores. */
export interface BodyDigests {
  readonly stored: Digest;
  /** The digest of the page's normal form: equal for two bodies if and only if `samePage` is true. */
  readonly canonical: Digest;
}

/** Compares bodies in canonical form. */
export interface Canonical {
  /** Whether two bodies are one in canonical form. */
  readonly samePage: (a: string, b: string) => boolean;
  readonly digestsOf: (text: string) => BodyDigests;
}

/** Loads what knows the canonical form: only a run that reads pages needs it. */
export async function loadCanonical(): Promise<Canonical> {
  const { normalForm, samePage } = await import('../../content/darkdown/print/canonical.ts');
  const digestsOf = (text: string): BodyDigests => ({
    stored: digestOf(text),
    canonical: digestOf(normalForm(text)),
  });
  return { samePage, digestsOf };
}
