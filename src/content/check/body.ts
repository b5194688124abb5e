/** A page's bodies by themselves: syntax, and links without text. */
import { inlinesOf } from '../darkdown/inline.ts';
import { markdownOf } from '../darkdown/check.ts';
import type { Document } from '../darkdown/model.ts';
import { placed } from '../darkdown/place.ts';
import { normalBody } from '../page-file.ts';
import type { PageFile } from '../page-file.ts';
import type { FilePath } from '../../model/ids.ts';
import { parse } from '../darkdown/parse.ts';
import { finding } from './finding.ts';
import type { Finding } from './finding.ts';
import type { CheckedBody } from './site.ts';

export const bodiesOf = ({ sections }: PageFile): CheckedBody[] =>
  sections.map((section) => ({ section, document: parse(normalBody(section.source)) }));

/** Lines of a file from lines of a body in it. */
export const lineIn = ({ section }: CheckedBody, line: number): number => section.line + line - 1;

export function checkBody(file: FilePath, body: CheckedBody): Finding[] {
  const { document } = body;
  const syntax = document.diagnostics.map(({ code, message, line, column }) =>
    finding(code, { file, line: lineIn(body, line), column, message }),
  );
  return [...syntax, ...emptyLinks(file, body), ...straySections(file, body)];
}

function emptyLinks(file: FilePath, body: CheckedBody): Finding[] {
  const found = inlines(body.document, 'empty');
  return placed(body.document.source, found).map(({ line, column, length }) => {
    const edit = { line: lineIn(body, line), column, length, text: '' };
    return finding('empty-link', {
      file,
      line: edit.line,
      column,
      message: 'This link has no text: readers do not see it.',
      hint: 'Give it a text, or take it away.',
      fix: { kind: 'edits', edits: [edit] },
    });
  });
}

const inlines = (document: Document, kind: string): { offset: number; length: number }[] =>
  markdownOf(document)
    .flatMap((span) => inlinesOf(document.source, span))
    .filter((inline) => inline.kind === kind)
    .map(({ start, end }) => ({ offset: start, length: end - start }));

const MARKER = /^---(?:draft|published)$/gm;

function straySections(file: FilePath, body: CheckedBody): Finding[] {
  const { source } = body.document;
  if (!source.includes('---draft') && !source.includes('---published')) return [];
  const found = markdownOf(body.document).flatMap(({ start, end }) =>
    Array.from(source.slice(start, end).matchAll(MARKER), ({ index, 0: marker }) => ({
      offset: start + index,
      marker,
    })),
  );
  return placed(source, found).map(({ line, column, marker }) =>
    finding('stray-section', {
      file,
      line: lineIn(body, line),
      column,
      message: `\`${marker}\` begins no section here: readers see it as text.`,
      hint: 'Sections begin at the header: its last line is `---draft`, and `---published` follows once.',
    }),
  );
}
