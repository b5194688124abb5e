import { compareBaseline, parseBaseline, printBaseline, withMovedEntries } from './baseline.ts';
import type { Baseline, Compared, LineText } from './baseline.ts';
import type { CheckFinding } from '../finding.ts';
import { readText } from '../../../system/files/read.ts';
import { placeIn } from '../../../system/files/path.ts';
import { ownTextIn } from '../../../system/files/own.ts';
import { bytesOfText, replaceWhole, writeEither } from '../../../system/files/write.ts';
import type { FilePath } from '../../../model/ids.ts';
import type { Project } from '../../../model/project.ts';

/** The name of the file. It is next to the configuration, and is committed. */
export const BASELINE = 'docs-cli.baseline.txt';

/** The baseline of a project; null if it has none. */
function readBaseline({ root }: Pick<Project, 'root'>): Baseline | null {
  const text = ownTextIn(root, BASELINE);
  return text === null ? null : parseBaseline(text);
}

export async function writeBaseline(
  project: Pick<Project, 'root' | 'stateFolder'>,
  findings: readonly CheckFinding[],
  textOf: LineText,
): Promise<void> {
  await writeEither(project, BASELINE, bytesOfText(printBaseline(findings, textOf)));
}

/**
 * Changes the paths in entries. `placeAfter` returns undefined for files that do not move. Resolves
 * to a function that undoes the change.
 */
export async function moveBaseline(
  project: Pick<Project, 'root' | 'stateFolder'>,
  placeAfter: (file: string) => string | undefined,
): Promise<() => Promise<unknown>> {
  const before = ownTextIn(project.root, BASELINE);
  if (before === null) return async () => undefined;
  const write = (text: string): Promise<boolean> =>
    replaceWhole(project, BASELINE, bytesOfText(text), { leavesSame: true });
  await write(withMovedEntries(before, placeAfter));
  return () => write(before);
}

/** Compares findings with the baseline. Returns null if the project has no baseline. */
export function withoutKnown(
  project: Pick<Project, 'root'>,
  findings: readonly CheckFinding[],
  textOf: LineText,
  isWhole: (file: string) => boolean,
): Compared | null {
  const baseline = readBaseline(project);
  return baseline && compareBaseline(findings, baseline, textOf, isWhole);
}

/** Reads lines of files, from `texts` or else from disk. Reads each file once. */
export function lineTextsOf(
  { root }: Pick<Project, 'root'>,
  texts: ReadonlyMap<FilePath, string> = new Map(),
): LineText {
  const lines = new Map<FilePath, readonly string[]>();
  return ({ place: { file, line } }) => {
    let own = lines.get(file);
    if (own === undefined) {
      own = (texts.get(file) ?? textIn(root, file)).replace(/^\u{feff}/u, '').split(/\r?\n/);
      lines.set(file, own);
    }
    return own[line - 1] ?? '';
  };
}

/** The text of a file; empty if it cannot be read, which another rule reports. */
function textIn(root: string, file: FilePath): string {
  const place = placeIn(root, file);
  if ('problem' in place) return '';
  const read = readText(place.real);
  return read !== null && 'text' in read ? read.text : '';
}
