// npm run words: checks the rules of docs/messages.md about words in comments and texts of the source, in comments of the tests, and in the documentation.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { globbySync } from 'globby';
import ts from 'typescript';

const root = fileURLToPath(new URL('..', import.meta.url));
const RULES = 'docs/messages.md';

/** Where a listed word is right: a line without text, "there is no", "is no longer" or "more". */
const ALLOWED =
  /blank lines?|header-blank|(?:[Tt]here|[Hh]ere|that|which|it|who|what) (?:is|are) no\b|(?:is|are) no (?:longer|more|other|larger|older|newer|less|one|two)\b/g;

/** The words of the table, each with what is said instead. */
function readRules() {
  const [, table = ''] = readFileSync(join(root, RULES), 'utf8').split('\n| --- | --- |\n');
  return table
    .trim()
    .split('\n')
    .map((row) => row.split('|').map((cell) => cell.trim()))
    .map(([, not = '', but = '']) => ({
      not: new RegExp(`\\b${eitherCase(not)}\\b`),
      but,
    }));
}

/**
 * Comments and texts of a module, each with the position where it begins.
 *
 * @param {string} text
 * @returns {{ at: number, words: string, isHint: boolean }[]}
 */
function saidIn(text) {
  const source = ts.createSourceFile('module.ts', text, ts.ScriptTarget.Latest, true);
  /** @type {Map<number, { at: number, words: string, isHint: boolean }>} */
  const said = new Map();
  /** @param {ts.Node} node */
  const visit = (node) => {
    for (const { pos, end } of ts.getLeadingCommentRanges(text, node.getFullStart()) ?? []) {
      said.set(pos, { at: pos, words: text.slice(pos, end), isHint: false });
    }
    if (
      ts.isStringLiteralLike(node) ||
      ts.isTemplateHead(node) ||
      ts.isTemplateMiddleOrTemplateTail(node)
    ) {
      const isHint = ts.isPropertyAssignment(node.parent) && node.parent.name.getText() === 'hint';
      said.set(node.getStart(), { at: node.getStart(), words: node.text, isHint });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return [...said.values()];
}

/** @param {string} text @param {number} at */
const lineOf = (text, at) => text.slice(0, at).split('\n').length;

/** A pattern that takes either case of the first letter. @param {string} words */
const eitherCase = ([first = '', ...rest]) =>
  `[${first.toLowerCase()}${first.toUpperCase()}]${rest.join('').replaceAll(' ', '\\s+')}`;

const rules = readRules();
/** @type {string[]} */
const found = [];

/** @param {string} file @param {string} text @param {number} at @param {string} words */
function judge(file, text, at, words) {
  const judged = words
    .replace(/\n\s*(?:\*|\/\/)?/g, (gap) => ' '.repeat(gap.length))
    .replace(ALLOWED, (match) => '_'.repeat(match.length));
  for (const { not, but } of rules) {
    const match = not.exec(judged);
    if (match)
      found.push(`${file}:${lineOf(text, at + match.index)}: not "${match[0]}" but "${but}"`);
  }
}

for (const file of globbySync('{src,bin,tools,bench,test}/**/*.{ts,js}', { cwd: root })) {
  const text = readFileSync(join(root, file), 'utf8');
  const said = saidIn(text);
  // The texts of tests are also pages and answers of others.
  const ours = file.startsWith('test/') ? said.filter(({ at }) => text[at] === '/') : said;
  for (const { at, words, isHint } of ours) {
    judge(file, text, at, words);
    if (isHint && /[^.]\.$/.test(words))
      found.push(`${file}:${lineOf(text, at)}: a hint ends without a period`);
  }
}
for (const file of globbySync(['*.md', 'docs/**/*.md', 'manual/**/*.md'], { cwd: root })) {
  if (file === RULES || file === 'CHANGELOG.md') continue;
  const text = readFileSync(join(root, file), 'utf8');
  judge(
    file,
    text,
    0,
    text.replace(/^```[\s\S]*?^```/gm, (code) => code.replace(/\S/g, '_')),
  );
}

for (const each of found) console.log(each);
console.log(
  found.length === 0
    ? 'The words are those of docs/messages.md.'
    : `${found.length} places (docs/messages.md)`,
);
process.exitCode = found.length === 0 ? 0 : 1;
