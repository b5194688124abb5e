// Generated projects, and the server they are pushed to.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const BODY_BYTES = 5_000;
const SENTENCE =
  'The gauge on the roof sends one reading a minute, and the page about it says so. ';

/** The body of page `n`: about 5 KB, no two alike. @param {number} n @param {number} revision */
export const bodyOf = (n, revision = 0) =>
  `## Page ${n}, revision ${revision}\n\n${SENTENCE.repeat(Math.ceil(BODY_BYTES / SENTENCE.length))}\n`;

/** @param {number} n */
export const slugOf = (n) => `page-${String(n).padStart(6, '0')}`;

/** @param {string} folder @param {number} n @param {number} revision */
export function writePage(folder, n, revision = 0) {
  const header = `---\ntype: page\ntitle: Page ${n}\nlisted: true\n---\n\n`;
  writeFileSync(join(folder, 'docs/v1.0/guide', `${slugOf(n)}.md`), header + bodyOf(n, revision));
}

/**
 * A folder with `pages` page files and a configuration.
 *
 * @param {number} pages
 * @param {string} baseUrl
 */
export function makeProject(pages, baseUrl) {
  const folder = mkdtempSync(join(tmpdir(), 'docs-bench-'));
  mkdirSync(join(folder, 'docs/v1.0/guide'), { recursive: true });
  writeFileSync(
    join(folder, 'docs-cli.config.yml'),
    `baseUrl: ${baseUrl}\ncontent:\n  - path: docs\n`,
  );
  for (let n = 1; n <= pages; n++) writePage(folder, n);
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** The bare server in a process of its own, as a platform would be. */
export async function startBareServer() {
  const child = spawn(
    process.execPath,
    [fileURLToPath(new URL('bare-server.js', import.meta.url))],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const [line] = await once(child.stdout, 'data');
  return { baseUrl: String(line).trim(), stop: () => child.kill() };
}
