/** A header below the first line, or below another header. Readers see it as text. */
import { HEADER_KEYS, MAX_HEADER_LINES } from '../../page/page-header.ts';
import type { PageFile, FileSection } from '../../page/page-file.ts';
import type { FilePath } from '../../../model/ids.ts';
import { finding } from '../finding.ts';
import type { Edit, CheckFinding, Fix } from '../finding.ts';
import { listValue, plainValue } from '../fixes/header-values.ts';

/** The limit for lines; a header has fewer. */
const MAX_LINES = 40;
const KEY = /^([A-Za-z][\w-]{0,40}):(?:[ \t]+(.*))?$/;

/** The lines and values of such a header. */
interface Stray {
  readonly lines: readonly string[];
  /** Its values by key; null if it contains any other line. */
  readonly values: ReadonlyMap<string, string> | null;
}

/** A header at the beginning of the first text of a page. */
export function checkHeaderInText(file: FilePath, page: PageFile): CheckFinding[] {
  const [first] = page.sections;
  const stray = strayHeader(first.source);
  if (!stray) return [];
  const { line } = first;
  if (page.header === null) {
    // At the beginning of the file, the rules about headers report it.
    if (first.lead === '') return [];
    const message = 'A header must begin on the first line of its file: readers see this one.';
    const edits = [{ line: 1, column: 1, length: first.lead.length, text: '' }];
    const hint = 'Delete the lines above it';
    const fix = stray.values ? ({ kind: 'edits', edits } as const) : null;
    return [finding('header-in-text', { file, line, message, hint, fix })];
  }
  const message = 'This second header is read as text: readers see it.';
  const hint = 'Move its lines into the header of the page';
  const fix = stray.values && merged(page, first, stray, stray.values);
  return [finding('header-in-text', { file, line, message, hint, fix })];
}

function strayHeader(source: string): Stray | null {
  if (!/^---[ \t]*\r?\n/.test(source)) return null;
  const lines = source.split('\n', MAX_LINES + 2).map((line) => line.replace(/\r$/, ''));
  const end = lines.findIndex((line, index) => index > 0 && /^---[ \t]*$/.test(line));
  const inner = lines.slice(1, end);
  if (end < 2 || !KEY.test(inner[0] ?? '')) return null;
  const isHeader = inner.every((line) => KEY.test(line) || /^(?:[ \t]+\S|- |#|[ \t]*$)/.test(line));
  if (!isHeader) return null;
  const values = new Map<string, string>();
  for (const line of inner) {
    const [, key, value = ''] = KEY.exec(line) ?? [];
    if (key === undefined || value === '' || values.has(key)) {
      return { lines: lines.slice(0, end + 1), values: null };
    }
    values.set(key, value);
  }
  return { lines: lines.slice(0, end + 1), values };
}

/** The fix that moves its values into the header above. Null if a value would be lost. */
function merged(
  { header, eol }: PageFile,
  section: FileSection,
  { lines }: Stray,
  values: ReadonlyMap<string, string>,
): Fix | null {
  const known = new Map((header?.entries ?? []).map(({ key, value }) => [key, value.trim()]));
  const added: string[] = [];
  for (const [key, written] of values) {
    const value = listValue(key, written) ?? plainValue(written);
    if (!HEADER_KEYS.has(key) || value === null) return null;
    const own = known.get(key);
    if (own === undefined) added.push(`${key}: ${value}${eol}`);
    else if (own !== value && own !== written.trim()) return null;
  }
  if (known.size + added.length > MAX_HEADER_LINES) return null;
  const marker = section.line - section.lead.split('\n').length;
  const text = lines.join(eol);
  const after = /^(?:[ \t]*\r?\n)*/.exec(section.source.slice(text.length))?.[0] ?? '';
  const length = text.length + after.length;
  const edits: Edit[] = [{ line: section.line, column: 1, length, text: '' }];
  if (added.length > 0) edits.push({ line: marker, column: 1, length: 0, text: added.join('') });
  return { kind: 'edits', edits };
}
