/**
 * Who may see a page, according to its header and the settings above it. All code uses this rule.
 */
import type { DocumentationPlace } from '../../model/ids.ts';
import type {
  LocalDocumentation,
  LocalVersion,
  PageTexts,
  Restriction,
} from '../../model/local.ts';
import { UNKNOWN_ABOVE } from '../../model/local.ts';
import { openGateIn } from '../darkdown/gates.ts';
import { HEADER_KEYS, MAX_HEADER_LINES } from './page-header.ts';
import type { PageFile } from './page-file.ts';
import { UNSEEN, isReaderKey, plainly, saidIn, verdictOf } from '../settings/reader-keys.ts';
import type { KeyVerdict } from '../settings/reader-keys.ts';

/** Who may see a page, according to one header. */
export interface Restrictions {
  /** Whether readers can open the page once its version is published. */
  readonly listed: boolean;
  /** Whether the page is left out of navigation and search. */
  readonly hidden: boolean;
  /** The id of the audience that the page is for; `null`: all readers. */
  readonly audience: string | null;
  /** Audiences of pages above it: a reader has to belong to these as well. */
  readonly above: readonly string[];
  /** Why it is held back, the weightiest reason first. Empty: all readers may see it. */
  readonly reasons: readonly Restriction[];
}

/** For all readers. */
export const UNRESTRICTED: Restrictions = {
  listed: true,
  hidden: false,
  audience: null,
  above: [],
  reasons: [],
};

/** For nobody yet: of a page whose file cannot be used, for the pages below it. */
export const UNKNOWN_READERS: Restrictions = {
  ...UNRESTRICTED,
  reasons: [{ kind: 'not-yet', says: UNKNOWN_ABOVE }],
};

/** A line of a header that restricts readers, or says that it does not. */
export interface ReaderLine extends KeyVerdict {
  /** Its text in the file, on one line. */
  readonly said: string;
  readonly key: string;
  readonly value: string;
  /** The line of the file, from 1, that has the key. */
  readonly line: number;
}

/** If a page has several of these, the first one decides how it is held back. */
const WEIGHT: readonly Restriction['kind'][] = [
  'not-yet',
  'audience',
  'hidden',
  'unlisted',
  'gate',
];

const byWeight = (reasons: readonly Restriction[]): readonly Restriction[] =>
  reasons.toSorted((a, b) => WEIGHT.indexOf(a.kind) - WEIGHT.indexOf(b.kind));

/** The restrictions in the file. A line with another spelling of a key counts as well. */
export const restrictionsOf = (file: PageFile): Restrictions => restrictionsIn(readerLines(file));

/** The restrictions in a header that is stored as fields. */
export const storedRestrictions = (fields: Readonly<Record<string, string>>): Restrictions =>
  restrictionsIn(
    Object.entries(fields).flatMap(([key, value]) =>
      LINE_END.test(value)
        ? linesSaying(`${key}: ${value}`.split(LINE_END), 2)
        : lineSaying(key, value, 2),
    ),
  );

function restrictionsIn(lines: readonly ReaderLine[]): Restrictions {
  const held = lines.filter(({ says }) => says !== 'open');
  if (held.length === 0) return UNRESTRICTED;
  const gate = held.find(({ kind }) => kind === 'audience');
  return {
    listed: !held.some(({ kind }) => kind === 'unlisted'),
    hidden: held.some(({ kind }) => kind === 'hidden'),
    audience: gate === undefined ? null : plainly(gate.value),
    above: [],
    reasons: byWeight(held.map(({ kind, said }) => ({ kind, says: said }))),
  };
}

/** A page above another, or a section, with its name for people. */
export interface Above {
  readonly name: string;
  readonly restrictions: Restrictions;
}

/**
 * The restrictions of a page below these: pages below a restricted page have its restrictions, too.
 */
export function restrictionsBelow(own: Restrictions, above: readonly Above[]): Restrictions {
  const hiding = above.filter(({ restrictions }) => restrictions.reasons.length > 0);
  if (hiding.length === 0) return own;
  const all = [own, ...hiding.map(({ restrictions }) => restrictions)];
  const audiences = [...new Set(all.flatMap(({ audience }) => audience ?? []))];
  return {
    listed: all.every(({ listed }) => listed),
    hidden: all.some(({ hidden }) => hidden),
    audience: audiences[0] ?? null,
    above: audiences.slice(1),
    reasons: byWeight([
      ...own.reasons,
      ...hiding.flatMap(({ name, restrictions }) =>
        restrictions.reasons.map((reason) => ({ ...reason, by: name })),
      ),
    ]),
  };
}

/** A version or a documentation that is held back by its settings. */
export interface HeldSection extends Above {
  readonly what: 'version' | 'documentation';
}

/**
 * Returns a function that finds the sections above a page that are not for readers. The parameters
 * must contain all sections of the project.
 */
export function heldSections({
  versions,
  documentations,
}: {
  readonly versions: readonly LocalVersion[];
  readonly documentations: readonly LocalDocumentation[];
}): (page: DocumentationPlace) => readonly HeldSection[] {
  const held = new Map<string, HeldSection>();
  const hold = (what: HeldSection['what'], name: string, says: string | undefined): void => {
    const reasons = [{ kind: 'not-yet', says: says ?? 'published: false' }] as const;
    if (!held.has(name)) held.set(name, { what, name, restrictions: { ...UNRESTRICTED, reasons } });
  };
  for (const { slug, published, heldBy } of versions) if (!published) hold('version', slug, heldBy);
  for (const { version, slug, published, heldBy } of documentations) {
    if (published === false) hold('documentation', `${version}/${slug}`, heldBy);
  }
  if (held.size === 0) return () => NONE;
  return ({ version, documentation }) =>
    [`${version}/${documentation}`, version].flatMap((name) => held.get(name) ?? []);
}

const NONE: readonly HeldSection[] = [];

/** The lines about readers in a header, or in text that was meant as a header. */
export function readerLines({ header, sections }: PageFile): readonly ReaderLine[] {
  const [{ source, line: from }] = sections;
  if (header === null) return linesInText(source, 1);
  const second = /^(?:---|\+\+\+)/.test(source) ? linesInText(source, from) : [];
  if (second.length > 0) return second;
  const { entries } = header;
  // The fast path of nearly all headers: `docs dev` reads 10,000 before it shows a page.
  if (entries.every(({ value }) => !value.includes('\n') && !value.includes('\r'))) {
    return entries.flatMap(({ key, value, line }) => lineSaying(key, value, line));
  }
  return linesSaying(
    entries.flatMap((entry) => entry.source.replace(/\r?\n$/, '').split(LINE_END)),
    2,
  );
}

/**
 * Known keys that have nothing to do with readers: none is a misspelling of one that has. Nearly
 * all keys are among them, and need no comparison.
 */
const SILENT: ReadonlySet<string> = new Set([...HEADER_KEYS].filter((key) => !isReaderKey(key)));

function lineSaying(key: string, value: string, line: number): readonly ReaderLine[] {
  if (SILENT.has(key)) return [];
  const verdict = verdictOf(key, value);
  return verdict ? [{ ...verdict, key, value, line, said: saidIn(key, value) }] : [];
}

/** As YAML has them. */
const LINE_END = /\r\n?|\n/;
/** A key with its value, as in YAML and TOML, and as people write them. */
const PAIR =
  /^([ \t]*(?:-[ \t]+)?)["']?([A-Za-z][\w .-]{0,40}?)["']?[ \t]*(?::(?!\/\/)|[：=])(.*)$/;
/** A comment alone is not a value. */
const NO_VALUE = /^[ \t]*(?:#.*)?$/;
const OPEN_LIST = /^[ \t]*\[[^\]]*$/;

/** `from`: the number of the first line in the file. */
function linesSaying(lines: readonly string[], from: number): readonly ReaderLine[] {
  const pairs = lines.map((line) =>
    PAIR.exec(line.replaceAll(UNSEEN, '').replaceAll(/[^\S\t]/g, ' ')),
  );
  return pairs.flatMap((pair, at) => {
    const [, indent = '', key, first = ''] = pair ?? [];
    if (key === undefined) return [];
    const isWhole = !NO_VALUE.test(first) && !OPEN_LIST.test(first);
    if (isWhole) return lineSaying(key, first, at + from);
    // As in YAML, a value may begin or continue below its key; the lines of the value are indented.
    const next = pairs.findIndex(
      (other, index) => index > at && other !== null && (other[1] ?? '').length <= indent.length,
    );
    const below = lines.slice(at + 1, next === -1 ? undefined : next);
    const value = [first.replace(NO_VALUE, ''), ...below].join('\n').trim();
    return lineSaying(key, value, at + from);
  });
}

/** What stands before a first fence and is not seen. Spaces and tabs are, and make code of it. */
export const UNSEEN_START = /^(?:(?![ \t])[\s\p{Cf}\p{DI}])+/u;
/** Headers that other tools know and nothing here reads: with the name of a format, or JSON. */
const FOREIGN = [
  /^(?:---|\+\+\+)[ \t]*(?:ya?ml|json5?|toml|js|javascript|coffee|cson)[ \t]*(?=\n|$)/i,
  /^(?:---[ \t]*\n)?\{\s*["']?[\w-]+["']?\s*:/,
];
/** A header that is not closed soon ends at a blank line, at the latest after this many. */
const MAX_LINES_IN_TEXT = 100;

/** Comments at the top. People put a header into one, and a licence above it. */
const COMMENTS = /^(?:<!--[^]*?-->\s*)+/;
/** What closes a header, and opens one: more or fewer dashes, those of editors, a fence of code. */
const OTHER_FENCE =
  /^[ \t]*(?:-{2,}(?:draft|published)?|[\u2013-\u2015]+|\+{3,}|(?:`{3,}|~{3,})[ \t]*(?:ya?ml|toml)?)[ \t]*$/i;

/**
 * What a text says that is not a header, but was meant as one, judging by its first lines. `from`: the
 * number of the first one in the file.
 */
function linesInText(text: string, from: number): readonly ReaderLine[] {
  const lines = text.replace(UNSEEN_START, '').split(LINE_END, MAX_LINES_IN_TEXT + 1);
  const [first = ''] = lines;
  const start = lines.join('\n');
  const foreign = FOREIGN.map((form) => form.exec(start)?.[0]).find(Boolean);
  if (foreign !== undefined) {
    const said = foreign.replaceAll(/\s+/g, ' ').trim();
    return [{ kind: 'not-yet', says: 'unclear', key: '', value: foreign, line: from, said }];
  }
  const [comments] = COMMENTS.exec(start) ?? [];
  if (comments !== undefined) {
    const said = comments.replaceAll(/<!--+|--+>/g, ' ').split('\n');
    const below = linesInText(start.slice(comments.length), from + said.length - 1);
    return [...linesSaying(said, from), ...below];
  }
  const fence = OTHER_FENCE.test(first) ? first.trim() : undefined;
  if (fence === undefined && !PAIR.test(first)) return [];
  const begin = fence === undefined ? 0 : 1;
  const isUsual = fence === undefined || fence === '---';
  const closing = isUsual ? /^---(?:draft|published)?[ \t]*$/ : OTHER_FENCE;
  const isEnd = (line: string): boolean => line.trim() === '' || closing.test(line);
  const inside = lines.slice(begin);
  const close = inside.findIndex((line) => closing.test(line));
  const soon = inside.findIndex(isEnd);
  // Without its usual first fence, it is one only as far as a fence closes it.
  if (fence === undefined && (close === -1 || close !== soon)) return [];
  if (!isUsual && fence !== '+++' && close === -1) return [];
  const end = close !== -1 && close <= MAX_HEADER_LINES ? close : soon;
  return linesSaying(inside.slice(0, end === -1 ? undefined : end), from + begin);
}

/**
 * The restrictions of a page file, including those in its texts: if a gate is malformed, the
 * platform would show its content to everybody.
 */
export function fileRestrictionsOf(file: PageFile, bodies: PageTexts): Restrictions {
  const own = restrictionsOf(file);
  const gate = [bodies.published, bodies.draft]
    .map((text) => text && openGateIn(text))
    .find(Boolean);
  if (!gate) return own;
  return { ...own, reasons: byWeight([...own.reasons, { kind: 'gate', says: gate }]) };
}
