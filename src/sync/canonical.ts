export type SamePage = (a: string, b: string) => boolean;

/** Loads what compares bodies in canonical form: only a run that reads pages needs it. */
export async function loadSamePage(): Promise<SamePage> {
  const { samePage } = await import('../content/darkdown/print.ts');
  return samePage;
}
