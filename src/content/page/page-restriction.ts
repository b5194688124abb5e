/** Whether a page file says that not every reader is to find the page. */
import type { LocalPage } from '../../model/local.ts';
import { MOST_HEADER_LINES } from './page-header.ts';
import type { PageFile } from './page-file.ts';

type Key = 'audience' | 'hidden' | 'listed';

const OFF: ReadonlySet<string> = new Set(['', '0', 'false', 'n', 'no', 'null', 'off', '~']);
const ON: ReadonlySet<string> = new Set(['', '1', 'true', 'y', 'yes', 'null', 'on', '~']);

/** The value as YAML would have it, though the header is not YAML: people write quotes and comments. */
const plain = (value: string): string =>
  value
    .replace(/(?:^|\s)#.*$/, '')
    .trim()
    .replace(/^(["'])(.*)\1$/, '$2')
    .trim()
    .toLowerCase();

/** Whether a value of `hidden` hides the page. A value that is neither true nor false does, too: nobody writes one for a page that all may see. */
export const isHiding = (value: string): boolean => !OFF.has(plain(value));

/** Whether a value of `listed` takes the page off the list. */
export const isUnlisting = (value: string): boolean => !ON.has(plain(value));

const RESTRICTS: Readonly<Record<Key, (value: string) => boolean>> = {
  audience: (value) => plain(value) !== '',
  hidden: isHiding,
  listed: isUnlisting,
};

const says = (lines: readonly Said[], key: Key): boolean =>
  lines.some((said) => said.key === key && RESTRICTS[key](said.value));

/** Whether readers can open the page once its version is published, as far as its file says. */
export const isListed = (file: PageFile): boolean => !says(saidIn(file), 'listed');

/** Whether the page is kept out of navigation and search, as far as its file says. */
export const isHidden = (file: PageFile): boolean => says(saidIn(file), 'hidden');

/** Whom the page is for: an audience's id, or `null` for everybody. A line that says so in another spelling counts as well. */
export function audienceOf(file: PageFile): string | null {
  const said = saidIn(file).find(
    ({ key, value }) => key === 'audience' && RESTRICTS.audience(value),
  );
  return said === undefined ? null : plain(said.value);
}

/**
 * What keeps readers from the page, as far as its file says. A line that the platform would not read as this key counts as well: what a person
 * meant to hide is not to be shown because of a capital letter.
 */
export function restrictionOf(file: PageFile): LocalPage['restricted'] {
  const lines = saidIn(file);
  if (says(lines, 'audience')) return 'audience';
  if (says(lines, 'hidden')) return 'hidden';
  return says(lines, 'listed') ? 'unlisted' : null;
}

interface Said {
  readonly key: string;
  readonly value: string;
}

const LINE = /^[ \t]*["']?(audience|hidden|listed)["']?[ \t]*:(.*)$/i;

function saidIn({ header, sections }: PageFile): readonly Said[] {
  if (header === null) return linesSaying(headerInText(sections[0].source));
  return header.entries.flatMap((entry) => {
    if (!entry.value.includes('\n')) return [entry];
    const [value = '', ...more] = entry.value.split('\n');
    return [{ key: entry.key, value }, ...linesSaying(more)];
  });
}

const linesSaying = (lines: readonly string[]): readonly Said[] =>
  lines.flatMap((line) => {
    const [, key, value] = LINE.exec(line) ?? [];
    return key === undefined || value === undefined ? [] : [{ key: key.toLowerCase(), value }];
  });

/** Text that was meant as a header, judging by its first line, and is not one. */
function headerInText(text: string): readonly string[] {
  if (!/^---[ \t]*\r?\n/.test(text)) return [];
  const lines = text.split(/\r?\n/, MOST_HEADER_LINES + 2).slice(1);
  const end = lines.findIndex((line) => /^---(?:draft|published)?[ \t]*$/.test(line));
  return end === -1 ? [] : lines.slice(0, end);
}
