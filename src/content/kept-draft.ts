/** Whether a text still has a draft that somebody else wrote into the page. */
import { isComment } from './darkdown/comment-lines.ts';
import { snippetsIn } from './snippets/snippets.ts';
import { sameWords, wordsInBody } from './words.ts';

/**
 * Whether a body still has what a draft changes in the published text: each line that it adds, and
 * none that it takes out. If so, nobody has changed the draft, but a formatter, a merge by git, or a
 * person what is around it. Comments and samples do not count, because commands change them.
 */
export function keepsDraft(body: string, draft: string, published: string | null): boolean {
  if (sameWords(body, draft)) return true;
  const ours = linesOf(body);
  const theirs = linesOf(draft);
  const before = linesOf(published ?? '');
  const added = [...theirs].filter((line) => !before.has(line));
  const removed = [...before].filter((line) => !theirs.has(line));
  return (
    added.length + removed.length > 0 &&
    added.every((line) => ours.has(line)) &&
    !removed.some((line) => ours.has(line))
  );
}

/** The words of each line that has any. */
function linesOf(text: string): ReadonlySet<string> {
  const sampled = new Set<number>();
  for (const { fence } of snippetsIn(text)) {
    for (let at = fence?.open ?? 0; at <= (fence?.close ?? -1); at += 1) sampled.add(at);
  }
  const lines = text
    .split('\n')
    .map((line, at) => (sampled.has(at) || isComment(line) ? '' : wordsInBody(line).join(' ')));
  return new Set(lines.filter((words) => words !== ''));
}
