/** Whether a text still has a draft that somebody else wrote into the page. */
import { isComment } from './darkdown/comment-lines.ts';
import { snippetsIn } from './snippets/snippets.ts';
import { sameWords, wordsInBody } from './words.ts';

/**
 * Whether a body still has something that a draft changes in the published text: a sentence that it
 * adds or, if it adds none, the lack of one that it takes out. If so, readers would get words that
 * somebody else has not finished. Comments and samples do not count, because commands change them.
 * Without the draft (null), or if it changes no words, nobody can tell, and readers must not get what
 * nobody has looked at.
 */
export function keepsDraft(body: string, draft: string | null, published: string | null): boolean {
  if (draft === null || sameWords(body, draft)) return true;
  const ours = sentencesOf(body);
  const { added, removed } = changesOf(draft, published);
  if (added.length > 0) return added.some((sentence) => ours.has(sentence));
  return removed.length === 0 || removed.some((sentence) => !ours.has(sentence));
}

/**
 * Whether the body of another page has all sentences that a draft adds: a copy of it, whatever else
 * is in it. One of them may be a sentence that many pages have.
 */
export function isCopyOfDraft(body: string, draft: string, published: string | null): boolean {
  const ours = sentencesOf(body);
  const { added } = changesOf(draft, published);
  return added.length > 0 && added.every((sentence) => ours.has(sentence));
}

function changesOf(draft: string, published: string | null) {
  const theirs = sentencesOf(draft);
  const before = sentencesOf(published ?? '');
  return {
    added: [...theirs].filter((sentence) => !before.has(sentence)),
    removed: [...before].filter((sentence) => !theirs.has(sentence)),
  };
}

/** The words of each sentence that has any. A line ends one, too. */
function sentencesOf(text: string): ReadonlySet<string> {
  const sampled = new Set<number>();
  for (const { fence } of snippetsIn(text)) {
    for (let at = fence?.open ?? 0; at <= (fence?.close ?? -1); at += 1) sampled.add(at);
  }
  const sentences = text
    .split('\n')
    .flatMap((line, at) =>
      sampled.has(at) || isComment(line) ? [] : line.split(/(?<=[.!?…])\s|(?<=[。！？])/),
    )
    .map((sentence) => wordsInBody(sentence).join(' '));
  return new Set(sentences.filter((words) => words !== ''));
}
