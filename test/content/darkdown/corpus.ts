/** Real pages, where the machine has them: a folder beside the project that is no part of it. */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../../../../shared/corpus');

interface RealPage {
  readonly file: string;
  readonly layout: 'repository-layout' | 'early-layout' | 'export-layout';
  readonly body: string;
}

export const hasCorpus = existsSync(ROOT);

/** Bodies of all pages, the header cut off. Where there is no corpus a test says that it is skipped. */
export function realPages(): RealPage[] {
  if (!hasCorpus) return [];
  return readdirSync(ROOT, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md') && file.includes('/'))
    .toSorted()
    .map((file) => ({
      file,
      layout: file.slice(0, file.indexOf('/')) as RealPage['layout'],
      body: withoutHeader(readFileSync(join(ROOT, file), 'utf8')),
    }));
}

function withoutHeader(text: string): string {
  const lines = text.split('\n');
  if (lines[0] !== '---') return text;
  const end = lines.findIndex((line, at) => at > 0 && line.startsWith('---'));
  return lines.slice(end + (lines[end + 1] === '' ? 2 : 1)).join('\n');
}
