/** Files that settings exclude from a site, by globs or in the syntax of `.gitignore`. */
import ignore from 'ignore';
import picomatch from 'picomatch';
import { Failure } from '../model/failure.ts';
import { areTooMany, globProblem } from '../model/text/globs.ts';

type IsExcluded = (path: string) => boolean;

/**
 * Returns a function that checks whether one of these globs matches. Throws `content` if matching
 * could take too long. `isFlat`: as in Python, `*` also matches slashes.
 */
export function excludedBy(globs: readonly string[], setting: string, isFlat = false): IsExcluded {
  requireFew(globs, setting);
  return picomatch([...globs], { dot: true, bash: isFlat });
}

/**
 * Returns a function that checks whether these lines of a `.gitignore` match. Throws `content` as
 * `excludedBy` does.
 */
export function ignoredBy(lines: string, setting: string): IsExcluded {
  requireFew(
    lines.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('#')),
    setting,
  );
  const rules = ignore().add(lines);
  return (path) => ignore.isPathValid(path) && rules.ignores(path);
}

function requireFew(globs: readonly string[], setting: string): void {
  if (!areTooMany(globs) && globs.every((glob) => globProblem(glob) === undefined)) return;
  throw new Failure('content', `\`${setting}\` has too many wildcards.`, {
    hint: "Shorten the list in the other tool's configuration for the import",
  });
}
