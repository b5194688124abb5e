/** Whether a text still has a draft that somebody else wrote into the page. */
import { isComment } from './darkdown/comment-lines.ts';
import { snippetsIn } from './snippets/snippets.ts';
import { sameWords, wordsInBody } from './words.ts';

/**
 * Whether a body still has something that a draft changes in the published text: a line that it
 * adds or, if it adds none, the lack of one that it takes out. If so, readers would get words that
 * somebody else has not finished. Comments and samples do not count, because commands change them.
 * Without the draft (null) nobody can tell, and readers must not get what nobody has looked at.
 */
export function keepsDraft(body: string, draft: string | null, published: string | null): boolean {
  if (draft === null || sameWords(body, draft)) return true;
  const ours = linesOf(body);
  const { added, removed } = changesOf(draft, published);
  return added.length > 0
    ? added.some((line) => ours.has(line))
    : removed.some((line) => !ours.has(line));
}

/**
 * Whether the body of another page has all lines that a draft adds: a copy of it, whatever else is in
 * it. One of them may be a line that many pages have.
 */
export function isCopyOfDraft(body: string, draft: string, published: string | null): boolean {
  const ours = linesOf(body);
  const { added } = changesOf(draft, published);
  return added.length > 0 && added.every((line) => ours.has(line));
}

function changesOf(draft: string, published: string | null) {
  const theirs = linesOf(draft);
  const before = linesOf(published ?? '');
  return {
    added: [...theirs].filter((line) => !before.has(line)),
    removed: [...before].filter((line) => !theirs.has(line)),
  };
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
