/** What an import lists for review. Pure. */
import { lineNaming } from './config/data.ts';
import { issueIn } from './model.ts';
import type { ImportIssue, IssueKind, SourceFolder, SourceSite } from './model.ts';
import { byCodeUnit } from '../model/order.ts';
import type { LostEntry } from './place-pages.ts';
import { short } from './read/phrases.ts';

/** The last sentence of issues about pages that a tool generates from API definitions. */
export const UPLOADS = 'docs ref upload uploads definitions.';

const LOST = {
  nowhere: 'which is not a page of the source',
  twice: 'whose pages already have a place',
  empty: 'which leads to nothing',
} as const satisfies Record<LostEntry['why'], string>;

/** The issue of a navigation entry that was left out, with its place in the settings. */
export function lostEntry(
  { entry, why }: LostEntry,
  { settings, dialect }: SourceSite,
  folder: SourceFolder,
): ImportIssue {
  const places = settings.map((each) => ({
    file: each,
    line: lineNaming(folder.text(each) ?? '', entry),
  }));
  const [first = { file: '.', line: null }] = places;
  const { file, line } = places.find((each) => each.line !== null) ?? first;
  const says = dialect.operation?.test(entry)
    ? `${entry} is an operation in an API definition: ${UPLOADS}`
    : `The navigation has "${short(entry)}", ${LOST[why]}: it was left out.`;
  return issueIn(file, line, 'navigation', says);
}

/** Adds an issue about a settings file, on the line where `value` is written. */
export type TellSetting = (value: string, kind: IssueKind, says: string) => void;

export const settingsTeller =
  (folder: SourceFolder, file: string, issues: ImportIssue[]): TellSetting =>
  (value, kind, says) => {
    const line = lineNaming(folder.text(file) ?? '', value);
    issues.push(issueIn(file, line, kind, says));
  };

/** Adds an issue about a file that is named in settings and was not read. */
export const tellUnread = (
  tell: TellSetting,
  named: string,
  problem = 'it is not in the source',
): void => tell(named, 'config', `"${named}" was not read: ${problem}.`);

/**
 * At most this many issues of one kind are reported per file, because more would hide the others.
 */
const MAX_ISSUES = 100;

/** Each issue once, in the order of files and lines. Issues above the limit become one. */
export const sortedIssues = (issues: readonly ImportIssue[]): ImportIssue[] => {
  const seen = new Set<string>();
  const counts = new Map<string, number>();
  return issues
    .flatMap((issue): readonly ImportIssue[] => {
      const key = JSON.stringify(issue);
      if (seen.has(key)) return [];
      seen.add(key);
      const { rule, place } = issue;
      const group = `${place.file}\n${rule}`;
      const number = (counts.get(group) ?? 0) + 1;
      counts.set(group, number);
      if (number <= MAX_ISSUES) return [issue];
      const says = `There are more than ${MAX_ISSUES} of this kind here; the others are not listed.`;
      return number === MAX_ISSUES + 1 ? [issueIn(place.file, null, rule, says)] : [];
    })
    .toSorted(
      ({ place: a }, { place: b }) => byCodeUnit(a.file, b.file) || (a.line ?? 0) - (b.line ?? 0),
    );
};

const SHOWN_WORDS = 10;

/** The text of an issue about words that are missing in the imported page. */
export function wordsGone(words: readonly string[]): string {
  const shown = words.slice(0, SHOWN_WORDS).map((word) => `"${short(word)}"`);
  const more = words.length - shown.length;
  const named = more > 0 ? `${shown.join(', ')} and ${more} more` : shown.join(', ');
  return `These words are not in the imported page, or not as often: ${named}.`;
}
