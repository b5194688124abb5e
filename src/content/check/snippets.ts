/** Samples that are not what their file has, and those whose file or region is gone. */
import type { FilePath } from '../../model/ids.ts';
import { mostBytes } from '../../model/input-limits.ts';
import { didYouMean, nearest } from '../../model/text/nearest.ts';
import { filledFence, isOwnFile, snippetsIn, unreadSnippets } from '../snippets/snippets.ts';
import type { Snippet } from '../snippets/snippets.ts';
import type { CutSample } from '../snippets/sampled-file.ts';
import { finding, quoted } from './finding.ts';
import type { CheckFinding, Edit } from './finding.ts';
import { lineIn } from './linkable-pages.ts';
import type { Site, TextOfBody } from './linkable-pages.ts';

const ROOT =
  'With the configuration at the root of the repository, samples can be of all its files';

/** The findings of a text that is in the file from `line` on. */
export function checkSnippets(
  file: FilePath,
  body: TextOfBody,
  site: Pick<Site, 'sampleOf'>,
): CheckFinding[] {
  const { source } = body.section;
  const unread = unreadSnippets(source).map((index) =>
    finding('missing-snippet', {
      file,
      line: lineIn(body, index + 1),
      message: 'This comment is not read as one that names a sample.',
      hint: 'Write `[//]: # (docs-snippet path/of/the/file#part)`',
    }),
  );
  const snippets = snippetsIn(source);
  if (snippets.length === 0) return unread;
  const lines = source.split('\n');
  // More would not fit into a page, and need not be in memory.
  let room = mostBytes('page');
  const found = snippets.flatMap((snippet) => {
    const at = { file, line: lineIn(body, snippet.index + 1) };
    const missing = (message: string, extra: Partial<CheckFinding> = {}): CheckFinding[] => [
      finding('missing-snippet', { ...at, message, ...extra }),
    ];
    if (snippet.isSeen) {
      const edits = [{ line: at.line, column: 1, length: 0, text: '\n' }];
      return missing('This line continues the text above it: readers see it.', {
        hint: 'Leave an empty line before it',
        fix: { kind: 'edits', edits },
      });
    }
    if (snippet.file === '') {
      return missing('This line does not name a file.', {
        hint: 'Write the path from the folder of the configuration',
      });
    }
    if (isOwnFile(snippet, file)) {
      return missing('This line names the file that it is in.', {
        hint: 'A sample is of another file: of itself it would grow each time it is filled',
      });
    }
    const part = site.sampleOf(snippet);
    if ('problem' in part) {
      const near = nearest(snippet.part, part.near ?? []);
      const hint = snippet.file.startsWith('../') ? ROOT : didYouMean(near && `#${near}`, null);
      return missing(part.problem(snippet.file), { hint: part.hint ?? hint });
    }
    if (snippet.fence === null) {
      return missing('No fence that ends follows this line.', {
        hint: 'The fence with the sample is the next thing below it',
      });
    }
    room -= part.length;
    if (room < 0) {
      return missing('The samples of this page are longer than a page can be.', {
        hint: 'Name smaller parts, or divide the page',
      });
    }
    const sample = part.cut();
    const difference = firstDifference(snippet, sample, (index) => lineIn(body, index + 1));
    if (difference === null) return [];
    const message = `The sample is not what ${quoted(snippet.target.trim())} has: ${difference}.`;
    const edit = filling(lines, snippet, sample.lines, (index) => lineIn(body, index + 1));
    const fix = edit === null ? null : { kind: 'edits' as const, edits: [edit] };
    return [finding('stale-snippet', { ...at, message, fix })];
  });
  return [...unread, ...found];
}

/** Says which line is the first that differs; null if all are the same. */
function firstDifference(
  { fence }: Snippet,
  { lines, at }: CutSample,
  lineOf: (index: number) => number,
): string | null {
  if (fence === null) return null;
  const { code, open } = fence;
  for (let index = 0; index < Math.max(code.length, lines.length); index += 1) {
    const [here, there] = [code[index], lines[index]];
    if (here === there) continue;
    const line = `line ${lineOf(open + 1 + index)}`;
    if (there === undefined)
      return `${line} is ${quoted(here ?? '')}, and the file has nothing more`;
    if (here === undefined) return `it ends before line ${at[index]} there: ${quoted(there)}`;
    return `${line} is ${quoted(here)}, and line ${at[index]} there is ${quoted(there)}`;
  }
  return null;
}

/** Replaces the fence: its ends, if they have to be longer, and what is between them. */
function filling(
  lines: readonly string[],
  { fence }: Snippet,
  code: readonly string[],
  lineOf: (index: number) => number,
): Edit | null {
  if (fence === null) return null;
  const { open, close } = fence;
  const filled = filledFence(lines, fence, code);
  const eol = lines[open]?.endsWith('\r') === true ? '\r\n' : '\n';
  const before = lines.slice(open, close + 1).join('\n');
  const inside = filled.code.map((line) => line + eol).join('');
  // Its first and last line have the carriage returns that they had.
  const text = `${filled.open}\n${inside}${filled.close}`;
  return { line: lineOf(open), column: 1, length: before.length, text };
}
