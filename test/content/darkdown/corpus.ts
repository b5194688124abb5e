/** The bodies of real pages. */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { CORPUS, hasCorpus } from '../../support/corpus.ts';
import type { LayoutName } from '../../support/corpus.ts';

interface RealPage {
  readonly file: string;
  readonly layout: LayoutName;
  readonly body: string;
}

/** Bodies of all pages, the header cut off. Empty without a corpus. */
export function realPages(): RealPage[] {
  if (!hasCorpus) return [];
  return readdirSync(CORPUS, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md') && file.includes('/'))
    .toSorted()
    .map((file) => ({
      file,
      layout: file.slice(0, file.indexOf('/')) as RealPage['layout'],
      body: withoutHeader(readFileSync(join(CORPUS, file), 'utf8')),
    }));
}

function withoutHeader(text: string): string {
  const lines = text.split('\n');
  if (lines[0] !== '---') return text;
  const end = lines.findIndex((line, at) => at > 0 && line.startsWith('---'));
  return lines.slice(end + (lines[end + 1] === '' ? 2 : 1)).join('\n');
}
