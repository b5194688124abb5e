/** What a comparison of definitions means to those who read the reference. */
import { postText } from '../../../content/changelog/changelog-files.ts';
import type { MarkdownFlow, Phrase } from '../../../content/darkdown/markdown/flow.ts';
import { printFlows } from '../../../content/darkdown/print/print-markdown.ts';
import type { RuleName } from '../../../definitions/diff/rules.ts';
import type { Judged } from './accepted.ts';
import type { PlacedChange } from '../../../definitions/places/definition-places.ts';
import { changeRows, phrasesIn } from './rows.ts';

/** The lines below one title. Names are in backticks. */
export interface ReaderSection {
  readonly title: string;
  readonly lines: readonly string[];
}

/** New, deprecated and removed endpoints, what clients must change, and what they need now. */
export function forReaders(changes: readonly Judged<PlacedChange>[]): readonly ReaderSection[] {
  const named = (rules: ReadonlySet<RuleName>) => changes.filter(({ rule }) => rules.has(rule));
  const subjects = (rules: ReadonlySet<RuleName>) =>
    named(rules).map(({ subject }) => `\`${subject}\``);
  const sentences = (own: typeof changes) =>
    changeRows({ kind: 'breaking', changes: own }, false).map((row) => {
      const side = row.direction === null ? '' : ` (${row.direction})`;
      return `\`${row.part}\`${side}: ${phrasesIn(row, (phrase) => phrase).join('; ')}`;
    });
  const breaking = changes.filter(
    ({ severity, rule }) => severity === 'breaking' && !REMOVED.has(rule) && !NEEDED.has(rule),
  );
  return [
    { title: 'New', lines: subjects(ADDED) },
    { title: 'Deprecated', lines: [...subjects(DEPRECATED), ...sentences(named(PART_DEPRECATED))] },
    { title: 'Removed', lines: subjects(REMOVED) },
    { title: 'What clients must change', lines: sentences(breaking) },
    { title: 'What clients need now', lines: sentences(named(NEEDED)) },
  ].filter(({ lines }) => lines.length > 0);
}

const ADDED = new Set<RuleName>(['operation-added']);
const DEPRECATED = new Set<RuleName>(['operation-deprecated']);
const PART_DEPRECATED = new Set<RuleName>([
  'parameter-deprecated',
  'property-deprecated',
  'header-deprecated',
]);
const REMOVED = new Set<RuleName>(['operation-removed', 'deprecated-operation-removed']);
const NEEDED = new Set<RuleName>([
  'security-tightened',
  'security-scheme-changed',
  'oauth-url-changed',
  'oauth-flow-removed',
  'oauth-scope-removed',
]);

/** The post of a changelog, not published. `now`: milliseconds since 1970. */
export function readerPost(title: string, sections: readonly ReaderSection[], now: number): string {
  const flows = sections.flatMap(({ title: name, lines }): MarkdownFlow[] => [
    { kind: 'heading', level: 2, phrases: [{ kind: 'text', text: name }], lines: NOWHERE },
    { kind: 'list', start: undefined, items: lines.map((line) => [itemOf(line)]), lines: NOWHERE },
  ]);
  const date = Math.floor(now / 1000);
  return postText({ title: visible(title), date, published: false, content: printFlows(flows) });
}

/** A definition's own text, for one line, with nothing that hides or turns it. */
const visible = (text: string): string => text.replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ');

const NOWHERE = [0, 0] as const;

const itemOf = (line: string): MarkdownFlow => ({
  kind: 'paragraph',
  isTight: true,
  phrases: line.split('`').map((part, at): Phrase => {
    const text = visible(part);
    return at % 2 === 1 && text.trim() !== ''
      ? { kind: 'code-span', code: text }
      : { kind: 'text', text };
  }),
  lines: NOWHERE,
});
