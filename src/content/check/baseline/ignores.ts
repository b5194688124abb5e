/** Lines in a file that exempt a part of it from a rule. Pure. */
import {
  MAX_LINE_LENGTH,
  commentPattern,
  continuesText,
  textLines,
} from '../../darkdown/comment-lines.ts';
import type { FilePath } from '../../../model/ids.ts';
import { didYouMean, nearest } from '../../../model/text/nearest.ts';
import { finding, quoted } from '../finding.ts';
import type { CheckFinding } from '../finding.ts';
import { RULES } from '../rules.ts';
import type { RuleCode } from '../rules.ts';

/** The text that every such line contains, in all formats. */
const MARK = 'docs-check-ignore';

/** Whether a text may have such lines. */
export const mayIgnore = (text: string): boolean => text.includes(MARK);

/** One such line. */
interface Ignore {
  readonly line: number;
  readonly rules: readonly string[];
  /** The lines that it applies to, both included. */
  readonly from: number;
  readonly to: number;
}

/**
 * In Markdown such a line is a link definition, which is not shown. An HTML comment would be shown.
 */
const IN_MARKDOWN = commentPattern('docs-check-ignore(?:-file)?');
const AS_HTML =
  /^([ \t>]*)<!--[ \t]*(docs-check-ignore(?:-file)?)(?![\w-])[ \t]*(.*?)[ \t]*-->[ \t]*$/;
const IN_YAML = /(?:^|[ \t])#[ \t]*(docs-check-ignore(?:-file)?)(?![\w-])[ \t]*(.*)$/;

/** Its findings are known only in runs that send requests to other sites. */
const ONLY_IF_ASKED: RuleCode = 'external-link';

/**
 * The findings that the file does not ignore, and a finding for each such line that ignores
 * nothing.
 *
 * @param whole whether `findings` contains all findings of the file; if not, lines that ignore
 * nothing are not reported
 */
export function withoutIgnored(
  file: FilePath,
  text: string,
  findings: readonly CheckFinding[],
  whole = true,
): CheckFinding[] {
  if (!mayIgnore(text)) return [...findings];
  const lines = text.replace(/^\u{feff}/u, '').split(/\r?\n/);
  const { ignores, wrong } = file.endsWith('.md') ? inMarkdown(file, lines) : inYaml(file, lines);
  const used = new Set<string>();
  const left = findings.filter(({ rule, place: { line } }) => {
    let isIgnored = false;
    for (const ignore of ignores) {
      if (line < ignore.from || line > ignore.to || !ignore.rules.includes(rule)) continue;
      used.add(`${ignore.line} ${rule}`);
      isIgnored = true;
    }
    return !isIgnored;
  });
  if (!whole) return left;
  for (const { line, rules } of ignores) {
    for (const rule of rules) {
      if (used.has(`${line} ${rule}`) || rule === ONLY_IF_ASKED) continue;
      const message = `Nothing here breaks the rule ${quoted(rule)}: this line has no effect.`;
      wrong.push(finding('unused-ignore', { file, line, message, hint: 'Delete the line' }));
    }
  }
  return [...left, ...wrong];
}

interface Read {
  readonly ignores: Ignore[];
  readonly wrong: CheckFinding[];
}

function inMarkdown(file: FilePath, lines: readonly string[]): Read {
  const ignores: Ignore[] = [];
  const wrong: CheckFinding[] = [];
  const isText = textLines(lines);
  for (const [index, text] of lines.entries()) {
    if (text.length > MAX_LINE_LENGTH || !text.includes(MARK) || !isText.has(index)) continue;
    const line = index + 1;
    const html = AS_HTML.exec(text);
    if (html) {
      const [, before = '', kind = MARK, rest = ''] = html;
      const instead = `${before}[//]: # (${kind} ${rest})`;
      const message = 'Readers see this comment, and it has no effect.';
      const hint = `Write ${quoted(instead.trim())}`;
      const edits = [{ line, column: 1, length: text.length, text: instead }];
      wrong.push(
        finding('bad-ignore', { file, line, message, hint, fix: { kind: 'edits', edits } }),
      );
      continue;
    }
    const found = IN_MARKDOWN.exec(text);
    if (!found) continue;
    const [, , kind, rest = ''] = found;
    if (continuesText(lines[index - 1])) {
      const message = 'This line continues the text above it: readers see it.';
      const edits = [{ line, column: 1, length: 0, text: '\n' }];
      const hint = 'Leave an empty line before it';
      wrong.push(
        finding('bad-ignore', { file, line, message, hint, fix: { kind: 'edits', edits } }),
      );
    }
    const rules = rulesIn(rest, { file, line, wrong });
    const reach = kind === MARK ? blockAfter(lines, index) : EVERYTHING;
    ignores.push({ line, rules, ...reach });
  }
  return { ignores, wrong };
}

const EVERYTHING = { from: 0, to: Number.POSITIVE_INFINITY };

/** The next lines with text, up to an empty one: a paragraph, a list or a table. */
function blockAfter(lines: readonly string[], index: number): { from: number; to: number } {
  const isEmpty = (at: number): boolean =>
    /^[ \t>]*$/.test((lines[at] ?? '').slice(0, MAX_LINE_LENGTH));
  let from = index + 1;
  while (
    from < lines.length &&
    (isEmpty(from) || IN_MARKDOWN.test((lines[from] ?? '').slice(0, MAX_LINE_LENGTH)))
  )
    from += 1;
  let to = from;
  while (to + 1 < lines.length && !isEmpty(to + 1)) to += 1;
  return { from: from + 1, to: to + 1 };
}

/** A comment applies to its own line or, if it is alone on its line, to the next line. */
function inYaml(file: FilePath, lines: readonly string[]): Read {
  const ignores: Ignore[] = [];
  const wrong: CheckFinding[] = [];
  for (const [index, text] of lines.entries()) {
    if (text.length > MAX_LINE_LENGTH || !text.includes(MARK)) continue;
    const found = IN_YAML.exec(text);
    if (!found) continue;
    const line = index + 1;
    const [, kind, rest = ''] = found;
    const rules = rulesIn(rest, { file, line, wrong });
    let to = line;
    if (/^\s*#/.test(text)) while (/^\s*(?:#|$)/.test(lines[to - 1] ?? 'x')) to += 1;
    ignores.push({ line, rules, ...(kind === MARK ? { from: line, to } : EVERYTHING) });
  }
  return { ignores, wrong };
}

/** The rules that such a line names. Adds a finding for each name that is not a rule. */
function rulesIn(
  text: string,
  {
    file,
    line,
    wrong,
  }: { readonly file: FilePath; readonly line: number; readonly wrong: CheckFinding[] },
): string[] {
  const names = text.split(/[\s,]+/).filter((name) => name !== '');
  if (names.length === 0) {
    const message = 'This line does not name a rule, so it has no effect.';
    const hint = 'Name the rule: its name is at the end of each finding';
    wrong.push(finding('bad-ignore', { file, line, message, hint }));
  }
  return names.filter((name) => {
    if (Object.hasOwn(RULES, name)) return true;
    const near = nearest(name, Object.keys(RULES));
    const hint = didYouMean(near && `\`${near}\``, 'docs check --rules lists them');
    const message = `There is no rule ${quoted(name)}.`;
    wrong.push(finding('bad-ignore', { file, line, message, hint }));
    return false;
  });
}
