/** Whether a page file says that some readers should not find the page. */
import type { LocalPage } from '../../model/local.ts';
import { MAX_HEADER_LINES } from './page-header.ts';
import type { PageFile } from './page-file.ts';

type Key = 'audience' | 'hidden' | 'listed';

const OFF: ReadonlySet<string> = new Set(['', '0', 'false', 'n', 'no', 'null', 'off', '~']);
const ON: ReadonlySet<string> = new Set(['', '1', 'true', 'y', 'yes', 'null', 'on', '~']);

/** The value as YAML reads it: the header is not YAML, but people write quotes and comments. */
const plain = (value: string): string =>
  /^[a-z]+$/.test(value)
    ? value
    : value
        .replace(/(?:^|\s)#.*$/, '')
        .trim()
        .replace(/^(["'])(.*)\1$/, '$2')
        .trim()
        .toLowerCase();

/** Whether a value of `hidden` hides the page. One that is neither true nor false hides it, too. */
export const isHiding = (value: string): boolean => !OFF.has(plain(value));

/** Whether a value of `listed` makes the page unlisted. */
export const isUnlisting = (value: string): boolean => !ON.has(plain(value));

const RESTRICTS: Readonly<Record<Key, (value: string) => boolean>> = {
  audience: (value) => plain(value) !== '',
  hidden: isHiding,
  listed: isUnlisting,
};

const says = (lines: readonly HeaderLine[], key: Key): boolean =>
  lines.some((said) => said.key === key && RESTRICTS[key](said.value));

/** What a header says about who sees its page. */
export interface Restrictions {
  /** Whether readers can open the page once its version is published. */
  readonly listed: boolean;
  /** Whether the page is left out of navigation and search. */
  readonly hidden: boolean;
  /** The id of the audience that the page is for; `null`: everybody. */
  readonly audience: string | null;
}

/** The restrictions in the file. A line with another spelling of a key counts as well. */
export const restrictionsOf = (file: PageFile): Restrictions => restrictionsIn(headerLinesIn(file));

/** The restrictions in a header that is stored as fields. */
export const storedRestrictions = (fields: Readonly<Record<string, string>>): Restrictions =>
  restrictionsIn(linesOfEntries(Object.entries(fields).map(([key, value]) => ({ key, value }))));

function restrictionsIn(lines: readonly HeaderLine[]): Restrictions {
  const said = lines.find(({ key, value }) => key === 'audience' && RESTRICTS.audience(value));
  return {
    listed: !says(lines, 'listed'),
    hidden: says(lines, 'hidden'),
    audience: said === undefined ? null : plain(said.value),
  };
}

/**
 * What hides the page. A misspelled key counts, too: a page that somebody meant to hide must not
 * become visible because of a capital letter.
 */
export function restrictionOf(file: PageFile): LocalPage['restricted'] {
  const { audience, hidden, listed } = restrictionsOf(file);
  if (audience !== null) return 'audience';
  if (hidden) return 'hidden';
  return listed ? null : 'unlisted';
}

interface HeaderLine {
  readonly key: string;
  readonly value: string;
}

const LINE = /^[ \t]*["']?(audience|hidden|listed)["']?[ \t]*:(.*)$/i;

function headerLinesIn({ header, sections }: PageFile): readonly HeaderLine[] {
  if (header === null) return linesSaying(headerInText(sections[0].source));
  return linesOfEntries(header.entries);
}

function linesOfEntries(entries: readonly HeaderLine[]): readonly HeaderLine[] {
  // The fast path of nearly all headers: `docs dev` reads 10,000 before it shows a page.
  if (entries.every(({ value }) => !value.includes('\n'))) return entries;
  return entries.flatMap((entry) => {
    const [first = '', ...more] = entry.value.split('\n');
    // As YAML has it: a value may begin on the line after its key.
    const value = first.trim() === '' ? more.join('\n').trim() : first;
    return [{ key: entry.key, value }, ...linesSaying(more)];
  });
}

const linesSaying = (lines: readonly string[]): readonly HeaderLine[] =>
  lines.flatMap((line) => {
    const [, key, value] = LINE.exec(line) ?? [];
    return key === undefined || value === undefined ? [] : [{ key: key.toLowerCase(), value }];
  });

/** The lines of a text that is not a header, but was meant as one, judging by its first line. */
function headerInText(text: string): readonly string[] {
  if (!/^---[ \t]*\r?\n/.test(text)) return [];
  const lines = text.split(/\r?\n/, MAX_HEADER_LINES + 2).slice(1);
  const end = lines.findIndex((line) => /^---(?:draft|published)?[ \t]*$/.test(line));
  return end === -1 ? [] : lines.slice(0, end);
}
