// Writes the README's picture of a terminal, from a golden file that a test compares with the tool.
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

const GOLDEN = new URL('../test/golden/palette.txt', import.meta.url);
const PICTURE = new URL('../manual/docs/current/manual/pictures/terminal.svg', import.meta.url);
const SHOWN = ['docs status', 'docs diff'];

const LINE_HEIGHT = 20;
const CHARACTER = 8.43;
const PADDING = 20;
const BAR = 34;

/** What the codes of our palette switch on; what switches off has none. */
const STYLES = /** @type {Readonly<Record<string, string>>} */ ({
  1: 'font-weight="700"',
  2: 'fill="#9aa4b2"',
  31: 'fill="#ff8f88"',
  32: 'fill="#7ee2a0"',
  33: 'fill="#f2cc60"',
  36: 'fill="#79c8ff"',
});

/**
 * What the golden file has for these commands, one after the other, with their prompts.
 *
 * @param {string} golden
 * @param {readonly string[]} commands
 */
export function shownOf(golden, commands) {
  const parts = golden.split(/^(?=\$ )/m);
  return commands
    .map((command) => {
      const part = parts.find((each) => each.startsWith(`$ ${command}\n`));
      if (part === undefined) throw new Error(`the golden file does not have: ${command}`);
      return part.trimEnd();
    })
    .join('\n\n');
}

/**
 * An SVG document that shows `text` as a terminal would. Colours are written as `<ESC>[32m`.
 *
 * @param {string} text
 * @param {string} label what it shows, for those who do not see it
 */
export function terminalPicture(text, label) {
  const lines = text.split('\n');
  const columns = Math.max(...lines.map((line) => line.replaceAll(/<ESC>\[\d+m/g, '').length));
  const width = Math.ceil(columns * CHARACTER + 2 * PADDING);
  const height = BAR + PADDING + lines.length * LINE_HEIGHT;
  const rows = lines.map((line, at) => {
    const y = BAR + (at + 1) * LINE_HEIGHT;
    return `<text x="${PADDING}" y="${y}" xml:space="preserve">${spans(line)}</text>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${escaped(label)}">
<rect width="${width}" height="${height}" rx="10" fill="#161b26"/>
<g><circle cx="22" cy="18" r="6" fill="#ff6159"/><circle cx="42" cy="18" r="6" fill="#ffbd2e"/><circle cx="62" cy="18" r="6" fill="#28c941"/></g>
<g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="14" fill="#e6edf3">
${rows.join('\n')}
</g>
</svg>
`;
}

/** @param {string} line */
function spans(line) {
  let style = line.startsWith('$ ') ? 'font-weight="700" fill="#ffffff"' : '';
  let result = '';
  for (const [at, part] of line.split(/<ESC>\[(\d+)m/).entries()) {
    if (at % 2 === 1) style = STYLES[part] ?? '';
    else if (part !== '') {
      result += style === '' ? escaped(part) : `<tspan ${style}>${escaped(part)}</tspan>`;
    }
  }
  return result;
}

/** @param {string} text */
const escaped = (text) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');

/** The picture of the README, as it has to be. */
export const readmePicture = async () =>
  terminalPicture(
    shownOf(await readFile(GOLDEN, 'utf8'), SHOWN),
    'A terminal: docs status lists what a push would do, docs diff shows it line by line',
  );

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await writeFile(PICTURE, await readmePicture());
}
