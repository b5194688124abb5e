/** Changes page files without changing any other byte, and creates new page files. */
import { Failure } from '../../model/failure.ts';
import { bodiesOf, headerValue, normalBody, parsePageFile, printPageFile } from './page-file.ts';
import type { PageTexts } from '../../model/local.ts';
import type { PageFile, FileSection } from './page-file.ts';
import { continuesValue, rankOf } from './page-header.ts';
import type { HeaderEntry, SectionName } from './page-header.ts';

export type HeaderValues = Readonly<Record<string, string>>;

/**
 * Become spaces in headers, because terminals interpret control characters and headers have no
 * escapes.
 */
const CONTROL = /(?![\t\n])\p{Cc}/gu;

/** A value as header lines. If its line ends would not read back, they become spaces. */
function headerLine(key: string, value: string, eol: string): string {
  const [first = '', ...rest] = value.replaceAll('\r\n', '\n').replaceAll(CONTROL, ' ').split('\n');
  const separator = rest.every(continuesValue) ? eol : ' ';
  return `${key}: ${[first, ...rest].join(separator)}${eol}`;
}

/** The text of a new page file: the header in its fixed order, the sections, a final `\n`. */
export function newPageText(header: HeaderValues, { draft, published }: PageTexts): string {
  const keys = Object.keys(header).toSorted((a, b) => rankOf(a) - rankOf(b));
  const head = keys.map((key) => headerLine(key, header[key] ?? '', '\n')).join('');
  const section = (marker: string, body: string): string =>
    `${marker}\n${body === '' ? '' : `\n${body}\n`}`;
  const text =
    draft === null
      ? section('---', normalBody(published ?? ''))
      : section('---draft', normalBody(draft)) +
        (published === null ? '' : `\n${section('---published', normalBody(published))}`);
  return checked(`---\n${head}${text}`, { draft, published });
}

/** The file with `key` set, in its line or else in the header's order. Adds a missing header. */
export function withHeaderValue(text: string, key: string, value: string): string {
  const file = parsePageFile(text);
  const { eol } = file;
  const source = headerLine(key, value, eol);
  if (!file.header) {
    const [first] = file.sections;
    const marker = `---${eol}${first.lead === '' ? eol : ''}`;
    const header = { open: `---${eol}`, entries: [{ key, value, source, line: 2 }] };
    return printPageFile({ ...file, header, sections: [{ ...first, marker }] });
  }
  const { open, entries } = file.header;
  const at = entries.findIndex((entry) => entry.key === key);
  if (at !== -1 && entries[at]?.value === value) return text;
  const entry: HeaderEntry = { key, value, source, line: 0 };
  const before = entries.findIndex((other) => rankOf(other.key) > rankOf(key));
  const next =
    at === -1
      ? entries.toSpliced(before === -1 ? entries.length : before, 0, entry)
      : entries.with(at, entry);
  return printPageFile({ ...file, header: { open, entries: next } });
}

/** The file with another title. Also changes the title in the sidebar if both were the same. */
export function withTitle(text: string, title: string): string {
  const file = parsePageFile(text);
  const before = headerValue(file, 'title');
  const follows = before !== undefined && headerValue(file, 'index_title') === before;
  const titled = withHeaderValue(text, 'title', title);
  return follows ? withHeaderValue(titled, 'index_title', title) : titled;
}

/** Replaces the body of a section; the empty lines around it stay. */
function filled(section: FileSection, body: string, eol: string): FileSection {
  const source = withEndsOf(section.source, body, eol);
  if (section.source !== '') return { ...section, source };
  if (section.marker === '') return { ...section, source, tail: section.tail || eol };
  const marker = section.marker.endsWith('\n') ? section.marker : section.marker + eol;
  return { ...section, marker, lead: eol, source, tail: section.lead.slice(eol.length) || eol };
}

/** The body with the line ends of the text before it, line by line, or with `eol` if it has more or fewer lines. */
function withEndsOf(before: string, body: string, eol: string): string {
  const ends = before.match(/\r?\n/g) ?? [];
  const lines = body.split('\n');
  return lines.length === ends.length + 1
    ? lines.map((line, at) => line + (ends[at] ?? '')).join('')
    : lines.join(eol);
}

function replaced(section: FileSection, bodies: PageTexts, eol: string): FileSection {
  const body = bodies[section.name ?? 'published'];
  if (body === null || normalBody(section.source) === normalBody(body)) return section;
  return filled(section, normalBody(body), eol);
}

const isDirty = ({ draft, published }: PageTexts): boolean => draft !== null && published !== null;

/**
 * The file with other bodies; `null` keeps that body, and an equal body changes no byte. If an
 * unnamed body gets a draft, the file gets two sections.
 *
 * Throws `Failure('content')` if the file would not be parsed as these bodies.
 */
export function withBodies(text: string, bodies: PageTexts): string {
  const file = parsePageFile(text);
  const had = bodiesOf(file);
  const want: PageTexts = {
    draft: bodies.draft ?? had.draft,
    published: bodies.published ?? had.published,
  };
  const needsSections = isDirty(want) && file.sections.length === 1;
  const next = needsSections ? twoSections(file, want) : oneForOne(file, want);
  return checked(printPageFile(next), want);
}

/** The file with each body replaced by the result of `change`. */
export function withEachBody(text: string, change: (body: string) => string): string {
  const had = bodiesOf(parsePageFile(text));
  const changed = (body: string | null): string | null => (body === null ? null : change(body));
  const [draft, published] = [changed(had.draft), changed(had.published)];
  const isSame = draft === had.draft && published === had.published;
  return isSame ? text : withBodies(text, { draft, published });
}

const oneForOne = (file: PageFile, bodies: PageTexts): PageFile => {
  const [first, ...rest] = file.sections.map((section) => replaced(section, bodies, file.eol));
  return first ? { ...file, sections: [first, ...rest] } : file;
};

const newSection = (name: SectionName, body: string, eol: string, tail: string): FileSection => {
  const empty: FileSection = {
    name,
    marker: `---${name}${eol}`,
    lead: '',
    source: '',
    tail: '',
    line: 0,
  };
  return { ...filled(empty, normalBody(body), eol), tail };
};

function twoSections(file: PageFile, { draft, published }: PageTexts): PageFile {
  const { eol } = file;
  const header = file.header ?? { open: `---${eol}`, entries: [] };
  const tail = file.sections[0].tail || eol;
  return {
    ...file,
    header,
    sections: [
      newSection('draft', draft ?? '', eol, eol + eol),
      newSection('published', published ?? '', eol, tail),
    ],
  };
}

/**
 * Returns `text` if it is parsed as `want`: what is written must be what will be sent. Throws
 * `content` if not.
 */
function checked(text: string, want: PageTexts): string {
  const got = bodiesOf(parsePageFile(text));
  const same = (side: SectionName): boolean =>
    (got[side] ?? '') === normalBody(want[side] ?? '') || want[side] === null;
  if (same('draft') && same('published')) return text;
  throw new Failure(
    'content',
    'The text has a line that its file would read as a header or as the start of a section.',
    {
      hint: 'Put the line `---`, `---draft` or `---published` in the text into a code block',
    },
  );
}

/**
 * The page file with only one text, below `---`: the published one or, if there is none, the draft.
 */
export function withoutDraft(text: string): string {
  const file = parsePageFile(text);
  const kept = file.sections.find(({ name }) => name === 'published') ?? file.sections[0];
  if (kept.name === null) return text;
  const marker = kept.marker.replace(kept.name, '');
  const { tail } = file.sections.at(-1) ?? kept;
  return printPageFile({ ...file, sections: [{ ...kept, name: null, marker, tail }] });
}
