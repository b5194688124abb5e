import { expect, test } from 'vitest';
import { numbered } from '../../../src/platform/database/postgres/session.ts';

test.each([
  ['SELECT 1', 'SELECT 1'],
  ['a = ? AND b IN (?, ?)', 'a = $1 AND b IN ($2, $3)'],
  [
    `a = '?' AND "?" = ? AND b = 'it''s ?' AND c = ?`,
    `a = '?' AND "?" = $1 AND b = 'it''s ?' AND c = $2`,
  ],
  [String.raw`slug LIKE ? ESCAPE '\' AND id = ?`, String.raw`slug LIKE $1 ESCAPE '\' AND id = $2`],
])('%s', (text, translated) => {
  expect(numbered(text)).toBe(translated);
  expect(numbered(text)).toBe(translated);
});
