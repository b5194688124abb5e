import type { FilePath } from '../../model/ids.ts';

/** Something that keeps a file from being read, or shown, as it is meant. Lines and columns count from 1. */
export interface FileProblem {
  readonly file: FilePath;
  readonly line: number | null;
  readonly column: number | null;
  readonly message: string;
}
