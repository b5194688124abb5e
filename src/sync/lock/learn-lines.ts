import type { Adopt } from '../../model/change.ts';
import type { PageKey } from '../../model/ids.ts';
import type { Books } from '../journal/books.ts';
import { provenLines } from '../plan/works.ts';
import type { Prepared } from '../session.ts';
import { lineAfterAdoption, lineAfterNotes } from './line.ts';

/**
 * Takes into the lock what needs no write: what looks proved, what an earlier run did, what both sides agree on, notes that were shown. Lets go
 * of `gone`. Returns the changes that are carried out by that, once the lock is written.
 */
export function learnLines(
  { plan, state }: Prepared,
  gone: readonly PageKey[],
  books: Books,
): readonly Adopt[] {
  const { rows, own } = state;
  for (const line of provenLines(state)) books.learn(line, line.key);
  for (const key of gone) books.forget(key);
  for (const [key, line] of own) books.learn(line, key);
  const adopted: Adopt[] = [];
  for (const change of plan.changes) {
    const row = change.key === null ? undefined : rows.get(change.key);
    const page = row?.page.local;
    if (!row || !page) continue;
    if (change.kind === 'adopt') {
      const {
        page: { was },
        remote,
      } = row;
      if (!remote) continue;
      books.learn(lineAfterAdoption(page, remote, books.lines.get(was)), was);
      adopted.push(change);
    } else if (change.kind === 'unchanged' && change.notes.length > 0) {
      const line = books.lines.get(change.key);
      if (line) books.learn(lineAfterNotes(line, page), change.key);
    }
  }
  return adopted;
}
