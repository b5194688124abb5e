// The floor of `docs check`: reads every page below a folder and parses it with markdown-it.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { argv } from 'node:process';
import MarkdownIt from 'markdown-it';

const [, , folder = '.'] = argv;
const markdownIt = new MarkdownIt();
for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
  if (file.endsWith('.md')) markdownIt.parse(readFileSync(join(folder, file), 'utf8'), {});
}
