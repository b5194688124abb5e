// docs check over 1,000 pages that link to each other, beside markdown-it alone over the same files.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DOCS, atMost, ratioOfFastest, run } from './measure.js';

const PAGES = 1_000;
const SECTIONS = 9;
const PAIRS = 7;
/** The check, and markdown-it once a page: only a whole reading tells which headings there are. */
const GOAL = 2;
const BARE = fileURLToPath(new URL('bare-check.js', import.meta.url));
const SENTENCE =
  'The gauge on the roof sends one reading a minute, and the page about it says so. ';

/**
 * About 4.5 kB: headings, links to headings of other pages, lists, blocks.
 *
 * @param {number} n
 * @param {boolean} slips one link leads to a heading that does not exist
 */
function pageText(n, slips) {
  const sections = Array.from({ length: SECTIONS }, (_, section) => {
    const to = (n * 7 + section * 13) % PAGES;
    const words = slips && section === 3 ? 'rof' : 'roof';
    return `## Section ${section}: the roof

${SENTENCE.repeat(3)}See [page ${to}](/guide/page-${to}#section-${section}-the-${words}) and [the next](page-${(n + 1) % PAGES}.md).

- one
- two \`words\`

{% callout type="warning" title="Note" %}
${SENTENCE}
{% /callout %}
`;
  });
  return `---\ntype: page\ntitle: Page ${n}\nlisted: true\n---\n\n${sections.join('\n')}`;
}

/**
 * @param {boolean} slips
 * @param {number} pages
 */
export function makeFolder(slips, pages = PAGES) {
  const folder = mkdtempSync(join(tmpdir(), 'docs-bench-'));
  mkdirSync(join(folder, 'docs/v1.0/guide'), { recursive: true });
  writeFileSync(join(folder, 'docs-cli.config.yml'), 'content:\n  - path: docs\n');
  for (let n = 0; n < pages; n += 1) {
    writeFileSync(join(folder, 'docs/v1.0/guide', `page-${n}.md`), pageText(n, slips));
  }
  return folder;
}

/**
 * @param {string} what
 * @param {boolean} slips
 */
async function row(what, slips) {
  const folder = makeFolder(slips);
  try {
    const check = async () => {
      const { ms, stdout, exitCode } = await run({ args: [DOCS, 'check', '--json'], cwd: folder });
      const { pages, warnings } = JSON.parse(stdout);
      if (exitCode !== 0 || pages !== PAGES || warnings !== (slips ? PAGES : 0)) {
        throw new Error(`docs check found ${warnings} in ${pages} pages, exit code ${exitCode}`);
      }
      return ms;
    };
    const bare = async () => (await run({ args: [BARE, folder] })).ms;
    return atMost(
      what,
      await ratioOfFastest(check, bare, PAIRS),
      GOAL,
      'markdown-it on the same files',
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @returns {Promise<import('./measure.js').Row[]>} */
export async function checkRows() {
  return [
    await row('docs check, 1,000 pages of 4.5 kB', false),
    await row('docs check, the same with a broken link in each', true),
  ];
}
