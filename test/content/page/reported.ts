/** What `docs check` says of a page by itself. */
import { checkPage } from '../../../src/content/check/check.ts';
import { parsedBodies } from '../../../src/content/check/body.ts';
import { parsePageFile } from '../../../src/content/page/page-file.ts';
import type { FilePath } from '../../../src/model/ids.ts';

/** What formatting puts right. */
const FIXED_BY_FORMAT = new Set(['bom', 'crlf', 'header-blank', 'tab-in-code']);

/** Code and message of each finding, but for what formatting puts right. Lines may change. */
export function reported(text: string): string[] {
  const page = parsePageFile(text);
  const file = 'page.md' as FilePath;
  return checkPage({ file, page, bodies: parsedBodies(page) }, text)
    .filter(({ rule }) => !FIXED_BY_FORMAT.has(rule))
    .map(({ rule, message }) => `${rule}: ${message}`);
}
