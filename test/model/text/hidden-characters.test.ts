import { expect, test } from 'vitest';
import { showHidden } from '../../../src/model/text/hidden-characters.ts';

test.each([
  ['a direction override', 'a\u202eb\u2069', 'a⟨U+202E⟩b⟨U+2069⟩'],
  ['marks of direction', '\u200e\u200f\u061c', '⟨U+200E⟩⟨U+200F⟩⟨U+061C⟩'],
  ['zero-width characters', 'e\u200dx\u200by\ufeff', 'e⟨U+200D⟩x⟨U+200B⟩y⟨U+FEFF⟩'],
  ['letters that do not show', '\u{e0041}\u3164\u00ad', '⟨U+E0041⟩⟨U+3164⟩⟨U+00AD⟩'],
  ['control characters', '\u001b[31m\u0007\u009b', '⟨U+001B⟩[31m⟨U+0007⟩⟨U+009B⟩'],
  ['ends of lines that only some programs know', 'a\u2028b\u2029c', 'a⟨U+2028⟩b⟨U+2029⟩c'],
  ['carriage returns that end no line', '\rb\rc\r\r\nd\r', '⟨U+000D⟩b⟨U+000D⟩c⟨U+000D⟩\r\nd\r'],
  ['a joiner on its own', '\u200d', '⟨U+200D⟩'],
  ['a Cyrillic letter in a Latin word', 'T\u0435xt, text', 'T⟨U+0435⟩xt, text'],
  [
    'a Latin letter in a Cyrillic word',
    '\u0442e\u043a\u0441\u0442',
    '\u0442⟨U+0065⟩\u043a\u0441\u0442',
  ],
  ['Greek capitals in a Latin word', '\u0391PI', '⟨U+0391⟩PI'],
])('%s is shown by name', (_, text, expected) => {
  expect(showHidden(text)).toBe(expected);
});

test.each([
  'plain text\tin\r\nlines\n',
  '👨‍👩‍👧 ❤️ ▶︎ #️⃣ 🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}',
  'می\u200cخواهم क्\u200dष',
  'שלום عليكم',
  'Δt, kΩ, µm, αβ, IP-адрес, PDFка, е and e, текст text',
])('%s stays as it is', (text) => {
  expect(showHidden(text)).toBe(text);
});
