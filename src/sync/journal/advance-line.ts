import type { PageKey } from '../../model/ids.ts';
import type { BasePage } from '../../model/sides.ts';
import type { Advance } from './journal.ts';

/**
 * Replaces a page's line by the one that it moved on to. Another page may have taken the key that this one had: its line stays, also when a journal
 * is read again over a lock that was already written.
 */
export function advanceLine(lines: Map<PageKey, BasePage>, { line, was }: Advance): void {
  if (lines.get(was)?.id === line.id) lines.delete(was);
  lines.set(line.key, line);
}
