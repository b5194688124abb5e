/** Redirect rules for addresses of readers that a plan or a run changes. */
import { fullPath, REDIRECTS_FILE, rulesOf } from '../../../content/redirects/redirects.ts';
import type { MovedAddress } from '../../../content/redirects/redirects.ts';
import type { Change } from '../../../model/change.ts';
import type { PageKey } from '../../../model/ids.ts';
import { groupBy } from '../../../model/group-by.ts';
import { count, grouped } from '../../../model/text/sentences.ts';
import type { Style } from '../../../ui/style.ts';
import { wrap } from '../../../ui/width.ts';
import { nameLines } from './name-lines.ts';

/** The addresses that these changes move or delete and leave without a page, each once. */
export const movedAddressesIn = (changes: readonly Change[]): readonly MovedAddress[] =>
  leftOf(changes.map(redirectOf), changes);

/** A rule from an address that a page has would hide that page, and two such rules are a loop. */
function leftOf(
  redirects: readonly (MovedAddress | null)[],
  changes: readonly Change[],
): readonly MovedAddress[] {
  const found = new Map<string, MovedAddress>();
  for (const redirect of redirects) if (redirect !== null) found.set(redirect.from, redirect);
  const all = [...found.values()];
  // As readers type them: a slug of a hostile platform may contain more than its address shows.
  const taken = new Set(
    [...all.map(({ to }) => to), ...changes.map(keyAfter)].map((key) => key && fullPath(key)),
  );
  return all.filter(({ from }) => !taken.has(fullPath(from)));
}

/** Where these changes leave the page. Null: they do not say that there is one. */
function keyAfter(change: Change): PageKey | null {
  if (change.kind === 'pull') return change.to ?? change.key;
  return change.kind === 'create' || change.kind === 'update' ? change.key : null;
}

function redirectOf(change: Change): MovedAddress | null {
  if (change.kind === 'update')
    return change.isShown && change.from !== null ? { from: change.from, to: change.key } : null;
  if (change.kind === 'pull')
    return change.isShown && change.to !== undefined ? { from: change.key, to: change.to } : null;
  if (change.kind === 'orphan')
    return change.movedTo !== undefined && change.isShown !== false
      ? { from: change.key, to: change.movedTo }
      : null;
  if (change.kind !== 'delete' || !change.isShown) return null;
  return { from: change.key, to: change.movedTo ?? null };
}

/** Rules with the sentence above them; null if there is none. */
interface RuleBlock {
  readonly said: string | null;
  readonly rules: ReadonlySet<string>;
}

/** The rules for any version, those for the default version only, and those without a target. */
function blocksOf(addresses: readonly MovedAddress[]): readonly RuleBlock[] {
  const moved = addresses.filter(({ to }) => to !== null).map(rulesOf);
  const deleted = addresses.filter(({ to }) => to === null).map(rulesOf);
  const blocks: RuleBlock[] = [
    { said: null, rules: new Set(moved.map(({ versioned }) => versioned)) },
  ];
  for (const [version, same] of groupBy(moved, (rule) => rule.version)) {
    const which = same.length === 1 ? 'this one' : 'these';
    const said = `if ${version} is the default version, ${which} as well:`;
    blocks.push({ said, rules: new Set(same.map(({ short }) => short)) });
  }
  const which = deleted.length === 1 ? 'this address' : 'these addresses';
  const said = `where ${which} should lead, a person decides:`;
  blocks.push({ said, rules: new Set(deleted.map(({ versioned }) => `${versioned} …`)) });
  return blocks.filter(({ rules }) => rules.size > 0);
}

function headingOf(addresses: readonly MovedAddress[]): string {
  const rules = addresses.filter(({ to }) => to !== null).length;
  if (rules > 0)
    return `${count(rules, 'redirect rule')} to paste into the platform’s hosting settings`;
  return addresses.length === 1
    ? '1 address of readers loses its page'
    : `${grouped(addresses.length)} addresses of readers lose their pages`;
}

/** The rules for people. Empty if there are none. */
export function redirectsSection(
  addresses: readonly MovedAddress[],
  style: Style,
  verbose: boolean,
): string {
  if (addresses.length === 0) return '';
  const lines = wrap(headingOf(addresses).split(' '), style.width, 0).map(style.bold);
  for (const { said, rules } of blocksOf(addresses)) {
    if (said !== null) {
      const words = style.text(said).split(' ');
      lines.push(...wrap(words, Math.min(style.width, 80), 6).map(style.dim));
    }
    lines.push(...nameLines(rules, style, (rule) => rule, verbose));
  }
  return lines.join('\n');
}

/** The most addresses in Markdown, and the most characters of all their keys. */
const MAX_SHOWN = 50;
const MAX_CHARACTERS = 1000;

function firstOf(addresses: readonly MovedAddress[]): readonly MovedAddress[] {
  let left = MAX_CHARACTERS;
  return addresses.slice(0, MAX_SHOWN).filter(({ from, to }) => {
    left -= from.length + (to?.length ?? 0);
    return left >= 0;
  });
}

/**
 * The rules as Markdown: a block that can be pasted. `rest`: the command that shows those without
 * room.
 */
export function redirectsMarkdown(addresses: readonly MovedAddress[], rest: string): string {
  if (addresses.length === 0) return '';
  const lines: string[] = [];
  const shown = firstOf(addresses);
  for (const { said, rules } of blocksOf(shown)) {
    if (said !== null) lines.push(`# ${said}`);
    for (const rule of rules) lines.push(rule.endsWith('…') ? `# ${rule}` : rule);
  }
  const left = addresses.length - shown.length;
  if (left > 0) lines.push(`# … and ${grouped(left)} more: ${rest}`);
  return `#### ${headingOf(addresses)}\n\n\`\`\`text\n${lines.join('\n')}\n\`\`\``;
}

/** The addresses that a run changed. A page that still exists is answered at its former address. */
export function redirectsDone(applied: readonly Change[]): readonly MovedAddress[] {
  const published = new Set(applied.flatMap((each) => (each.kind === 'publish' ? each.key : [])));
  const moved = applied.map((each) =>
    each.kind === 'create' && each.movedFrom !== undefined && published.has(each.key)
      ? { from: each.movedFrom, to: each.key }
      : null,
  );
  return leftOf([...applied.map(redirectOf), ...moved], applied);
}

/** The message after the file was written. */
export const redirectsWritten = (redirects: readonly MovedAddress[]): string =>
  `${REDIRECTS_FILE} has ${redirects.length === 1 ? 'the redirect rule' : 'the redirect rules'}: commit it.`;
