/** The hints of the sources: what they tell a user to type. */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

export const ROOT = fileURLToPath(new URL('../../', import.meta.url));

export interface Hint {
  readonly file: string;
  readonly line: number;
  /** Its text, with `…` for each expression in it. */
  readonly text: string;
  /** Part of help, of a schema, or of the list of rules: prose about commands, given in no situation of its own. */
  readonly isProse: boolean;
}

/** `docs` and a word, or an option, as people type them. */
const NAMES = /(?<![\w/.@:-])docs [a-z…]|(?<![^\s"'(`/])--[a-z]/;

/** An option alone is a part of a hint, or a label. */
const OPTION_ALONE = /^--[a-z-]+$/;

/** What a person is told to type, in a situation. */
export const isHint = ({ isProse, text }: Hint): boolean => !isProse && !OPTION_ALONE.test(text);

/** Options in these are those of other programs, and properties of style sheets. */
const FOREIGN = [
  /^src\/system\/git\/(?!changed-files)/,
  /^src\/commands\/completion\/scripts\.ts$/,
  /^src\/config\/system-keys\.ts$/,
  /^src\/site\/curl-sample\.ts$/,
];

/** Recipes. `pipeline.all`, `company.all` and `recipes.all` among the tests of commands run them line by line. */
const RECIPES = /^src\/commands\/init\/(?:pipelines|github-workflow|gitlab-pipeline)\.ts$/;

/** A line of git, whose options are its own. */
const OF_GIT = /\bgit [a-z]+(?: --[a-z-]+)+/g;
const NOT_OURS =
  /--[a-z-]+:|var\(--|^(?:curl|echo|npm|create database) |^--(?:verify|quiet|stdin|format=)/;

const PROSE_FILES = [
  /\/document\.ts$/,
  /^src\/commands\/(?:help|completion)\//,
  /^src\/content\/check\/rules\//,
  /^src\/program\.ts$/,
  /^src\/commands\/(?:init\/templates|config\/config)\.ts$/,
];

/** What declares a command, and what describes a setting or a field. */
const DECLARES = new Set(
  (
    'option addOption requiredOption Option Command Argument argument conflicts usage ' +
    'description summary addHelpText described'
  ).split(' '),
);

/** Every text of the sources that names a command or an option. */
export function hintsOfSources(): Hint[] {
  return readdirSync(`${ROOT}src`, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .map((path) => `src/${path.replaceAll('\\', '/')}`)
    .filter((file) => !RECIPES.test(file) && !FOREIGN.some((each) => each.test(file)))
    .toSorted()
    .flatMap(hintsOf);
}

function hintsOf(file: string): Hint[] {
  const source = readFileSync(`${ROOT}${file}`, 'utf8');
  if (!/\bdocs |--[a-z]/.test(source)) return [];
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true);
  const hints: Hint[] = [];
  const visit = (node: ts.Node): void => {
    const text = textOf(node);
    if (text !== undefined && NAMES.test(text.replaceAll(OF_GIT, '')) && !NOT_OURS.test(text)) {
      const line = tree.getLineAndCharacterOfPosition(node.getStart(tree)).line + 1;
      hints.push({ file, line, text, isProse: isProse(file, node) });
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return hints;
}

function textOf(node: ts.Node): string | undefined {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return undefined;
  return node.head.text + node.templateSpans.map(({ literal }) => `…${literal.text}`).join('');
}

function isProse(file: string, node: ts.Node): boolean {
  if (PROSE_FILES.some((each) => each.test(file))) return true;
  for (let at = node.parent; !ts.isSourceFile(at); at = at.parent) {
    if (!ts.isCallExpression(at) && !ts.isNewExpression(at)) continue;
    const called = at.expression;
    const name = ts.isPropertyAccessExpression(called) ? called.name.text : called.getText();
    if (DECLARES.has(name)) return true;
  }
  return false;
}
