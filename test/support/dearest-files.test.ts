import { expect, test } from 'vitest';
import { dearest } from './dearest-files.ts';

test('the ten dearest files are listed, the dearest first, and those over ten seconds without a reason are marked', () => {
  const cheap = Array.from({ length: 11 }, (_, at) => ({ path: `cheap-${at}`, seconds: at / 10 }));
  const dear = { path: 'dear', seconds: 12.34 };
  const known = { path: 'known', seconds: 11 };

  const lines = dearest([...cheap, known, dear], (path) =>
    path === 'known' ? '// Slow: it has to be.\n' : '/** Slow: no. */\n',
  ).split('\n');

  expect(lines.slice(1, 5)).toEqual([
    '    12.3  dear  (over 10 s: make it cheaper, or say why in its first line: // Slow: …)',
    '    11.0  known',
    '     1.0  cheap-10',
    '     0.9  cheap-9',
  ]);
  expect(lines.slice(10)).toEqual(['     0.3  cheap-3', '    28.8  all 13 files', '']);
});

test('all files over ten seconds are listed, however many they are', () => {
  const files = Array.from({ length: 12 }, (_, at) => ({ path: `file-${at}`, seconds: 11 }));
  expect(dearest(files, () => '// Slow: each of them.').match(/file-/g)).toHaveLength(12);
});
