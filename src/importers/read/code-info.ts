/** The text after the fence of a code block, in the notations of all tools. */
import type { AttributeValue } from '../../content/darkdown/read/model.ts';
import type { CodePiece } from '../model.ts';

const QUOTED = /(?:^|[\s{])(title|filename|label)=(?:"([^"]*)"|'([^']*)')/;
const BRACED_LINES = /\{([\d\s,-]+)\}/;
const HL_LINES = /(?:hl_lines|highlight)=(?:"([\d\s,-]+)"|\{\[?([\d\s,"'-]+)\]?\})/;
const NUMBERS = /(?:^|[\s:])(?:showLineNumbers|line-numbers|lines|lineNumbers|linenums=)/;
const BRACKETS = /\[([^\]]+)\]/;

/** Options of code blocks that are not a title and that readers do not see. */
const OPTION =
  /^(?:[\w-]+=.*|wrap|lines|expandable|copy|theme|twoslash|live|noInline|showLineNumbers|icon|annotate)$/;

export function codeOf(info: string, code: string): CodePiece {
  const attributes = new Map<string, AttributeValue>();
  const { language, rest } = languageOf(info.trim());
  const title = titleOf(rest, info);
  if (title !== '') attributes.set('title', title);
  const lines = HL_LINES.exec(info) ?? BRACED_LINES.exec(info);
  const ranges = (lines?.[1] ?? lines?.[2] ?? '')
    .replaceAll(/["']/g, '')
    .split(/[\s,]+/)
    .filter((range) => /^\d+(?:-\d+)?$/.test(range));
  if (ranges.length > 0) attributes.set('highlightLines', ranges.join(','));
  if (NUMBERS.test(info) && !/no-line-numbers/.test(info)) attributes.set('showLineNumbers', true);
  return { kind: 'code', language, attributes, code };
}

function languageOf(info: string): { language: string; rest: string } {
  // Python-Markdown: `{ .py title="x" }`.
  const braced = /^\{[^}]*?\.([\w+#-]+)/.exec(info);
  if (braced) return { language: braced[1] ?? '', rest: '' };
  const [word = ''] = /^[^\s{[:]*/.exec(info) ?? [];
  if (word.includes('=')) return { language: '', rest: info };
  const language = word.replaceAll(/[^\w+#.-]/g, '');
  return { language, rest: info.slice(word.length) };
}

function titleOf(rest: string, info: string): string {
  const quoted = QUOTED.exec(info);
  if (quoted) return quoted[2] ?? quoted[3] ?? '';
  const bracketed = BRACKETS.exec(rest.replaceAll(/\{[^}]*\}/g, ''));
  if (bracketed) return (bracketed[1] ?? '').trim();
  // The rest after the language may be the title.
  return rest
    .replaceAll(/[\w-]+=(?:\{[^}]*\}|"[^"]*"|'[^']*')/g, ' ')
    .replaceAll(/\{[^}]*\}/g, ' ')
    .split(/\s+/)
    .filter((word) => word !== '' && !word.startsWith(':') && !OPTION.test(word))
    .join(' ');
}
