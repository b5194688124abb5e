/** Reports of comparisons that nobody made. */
import * as fc from 'fast-check';
import type { Severity } from '../../../../src/definitions/diff/rules.ts';
import type { PlacedChange } from '../../../../src/definitions/places/definition-places.ts';
import type { DiffReport } from '../../../../src/commands/shared/definition-changes/document.ts';

/** As many changes, each of a schema of its own, with names of `length` characters. */
export const changesOf = (severity: Severity, count: number, length: number): PlacedChange[] =>
  Array.from({ length: count }, (_, at) => {
    const name = `S${at}${'|'.repeat(length)}`;
    const pointer = `#/components/schemas/${name}`;
    return {
      rule: 'type-changed',
      severity,
      subject: name,
      message: `the type is \`${name}\` now`,
      direction: 'response',
      oldPointer: pointer,
      newPointer: pointer,
      operations: Array.from({ length: 5 }, (__, each) => `GET /${name}/${each}`),
      oldPlace: { file: 'old.yaml', line: at, column: 1 },
      newPlace: { file: 'new.yaml', line: at, column: 1 },
    };
  });

export function reportOf(placed: readonly PlacedChange[]): DiffReport {
  const changes = placed.map((change) => ({ ...change, accepted: null }));
  const count = (severity: Severity): number =>
    changes.filter((change) => change.severity === severity).length;
  const none = { added: [], removed: [], changed: [] };
  return {
    old: 'old.yaml',
    new: 'new.yaml',
    operations: none,
    schemas: none,
    changes,
    counts: { breaking: count('breaking'), risky: count('risky'), safe: count('safe') },
    elsewhere: [],
  };
}

const PIECES = [
  '|',
  '\\',
  '`',
  '``',
  '\n',
  '\r\n',
  '\t',
  '<b>',
  '</code>',
  '</td></tr></table>',
  '<img src=x onerror=alert(1)>',
  '<script>alert(1)</script>',
  '<!--',
  ']]>',
  '&amp;',
  '&#124;',
  '@team',
  '#12',
  '[a](https://b.example)',
  '![a](b)',
  'https://a.example/',
  'www.a.example',
  'a@b.example',
  '*',
  '__',
  '~~',
  '$$',
  '---',
  '# h',
  '- l',
  ' ',
  'x',
  '"',
  "'",
  '\u001b[31m',
  '\u202e',
  '\u2028',
  '\ud83d',
  '😀',
  '</style>',
  '</title>',
  '</summary>',
];

/** Text that tries to leave where it stands. */
export const hostileText: fc.Arbitrary<string> = fc
  .array(fc.oneof(fc.constantFrom(...PIECES), fc.string({ maxLength: 5 })), { maxLength: 12 })
  .map((pieces) => pieces.join(''));
