/** The comparison as one HTML file that loads nothing: for a person who decides, and for an archive. */
import { createHash } from 'node:crypto';
import type { DiffReport } from '../document.ts';
import type { DefinitionDiff, Severity } from '../../../definitions/diff/changes.ts';
import type { PlacedChange } from '../../../definitions/places/change-places.ts';
import { count, grouped } from '../../../ui/count.ts';
import { htmlText } from './html-text.ts';
import { groupChanges, otherOperations, type ChangeGroup } from './groups.ts';
import { HTML_STYLE } from './html-style.ts';
import { placesOfChange } from './places-of-change.ts';
import { inventory, ruleCounts } from './totals.ts';
import { changePhrases } from './words.ts';

const SEVERITIES = ['breaking', 'risky', 'safe'] as const;

const TITLES: Readonly<Record<Severity, string>> = {
  breaking: 'Breaks clients',
  risky: 'May break clients',
  safe: 'Safe',
};

/** Changes of one severity beyond this number are folded, so that the important ones stay visible. */
const MOST_OPEN = 30;
/** The most operations to list for one schema; others are counted. */
const MOST_OPERATIONS = 100;

/** A whole document. It lists every change, runs no code and loads nothing. */
export function diffHtml(diff: DiffReport): string {
  const severities = SEVERITIES.filter((severity) => diff.counts[severity] > 0);
  const title = `API changes: ${diff.old} → ${diff.new}`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${htmlText(title)}</title>
<style>${HTML_STYLE}</style>
</head>
<body>
<header>
<h1>API changes</h1>
<p>${code(diff.old)} <span aria-label="became">→</span> ${code(diff.new)}</p>
</header>
<main>
${totals(diff, severities)}
${severities.map((severity) => section(severity, diff)).join('\n')}
</main>
</body>
</html>
`;
}

/** Allows only the style of this document: no scripts, images, links or forms. */
const POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(HTML_STYLE).digest('base64')}'; base-uri 'none'; form-action 'none'`;

const code = (text: string): string => `<code>${htmlText(text)}</code>`;

function totals(diff: DiffReport, severities: readonly Severity[]): string {
  const { counts, operations, schemas, elsewhere } = diff;
  const cards = severities.map(
    (severity) =>
      `<li class="${severity}"><a href="#${severity}"><strong>${grouped(counts[severity])}</strong> ${severity}</a></li>`,
  );
  const nothing = '<p>No changes that clients notice.</p>';
  return `<section aria-labelledby="totals">
<h2 id="totals">Totals</h2>
${cards.length === 0 ? nothing : `<ul class="cards">${cards.join('')}</ul>\n${ruleTable(diff, severities)}`}
<dl>
${inventoryTerm('Operations', operations)}
${inventoryTerm('Schemas', schemas)}
${elsewhere.length === 0 ? '' : `<dt>Also different</dt><dd>${elsewhere.map(code).join(', ')}</dd>`}
</dl>
</section>`;
}

const inventoryTerm = (name: string, names: DefinitionDiff['operations']): string =>
  `<dt>${name}</dt><dd>${inventory(names)}</dd>`;

function ruleTable({ changes }: DiffReport, severities: readonly Severity[]): string {
  const rows = severities.flatMap((severity) =>
    ruleCounts(changes, severity).map(
      ({ rule, direction, count: number }) =>
        `<tr class="${severity}"><th scope="row">${htmlText(rule)}</th><td>${severity}</td><td>${direction ?? 'either'}</td><td class="number">${grouped(number)}</td></tr>`,
    ),
  );
  return table('Changes by rule', ['Rule', 'Severity', 'Side', 'Changes'], rows);
}

/** The region can be scrolled with the keyboard. */
const table = (caption: string, columns: readonly string[], rows: readonly string[]): string =>
  `<div class="scroll" role="region" aria-label="${htmlText(caption)}" tabindex="0"><table>
<caption>${htmlText(caption)}</caption>
<thead><tr>${columns.map((column) => `<th scope="col">${column}</th>`).join('')}</tr></thead>
<tbody>
${rows.join('\n')}
</tbody>
</table></div>`;

function section(severity: Severity, { changes, counts }: DiffReport): string {
  const own = changes.filter((change) => change.severity === severity);
  const isOpen = severity !== 'safe' && own.length <= MOST_OPEN;
  const groups = groupChanges(own).map((group) => groupHtml(group, isOpen));
  return `<section class="${severity}" aria-labelledby="${severity}">
<h2 id="${severity}">${TITLES[severity]} (${grouped(counts[severity])})</h2>
${groups.join('\n')}
</section>`;
}

function groupHtml(group: ChangeGroup<PlacedChange>, isOpen: boolean): string {
  const { owner, direction, changes } = group;
  const side = direction === null ? '' : ` <span class="side">${direction}</span>`;
  const rows = changes.map(
    (change) =>
      `<tr><th scope="row">${code(change.subject)}</th><td>${prose(change.message)}</td><td>${code(change.rule)}</td><td>${placesOfChange(change).map(code).join('<br>')}</td></tr>`,
  );
  const operations = otherOperations(owner, changes);
  return `<details${isOpen ? ' open' : ''}>
<summary>${code(owner)}${side} ${changePhrases(group).map(prose).join('; ')}</summary>
${table(`${count(changes.length, 'change')} of ${owner}`, ['Where', 'What', 'Rule', 'Place'], rows)}
${operations.length === 0 ? '' : operationsHtml(operations)}
</details>`;
}

function operationsHtml(operations: readonly string[]): string {
  const shown = operations.slice(0, MOST_OPERATIONS).map((name) => `<li>${code(name)}</li>`);
  const left = operations.length - shown.length;
  const more = left > 0 ? `<li>and ${grouped(left)} more</li>` : '';
  return `<p>In ${count(operations.length, 'operation')}:</p>\n<ul class="operations">${shown.join('')}${more}</ul>`;
}

/** A phrase with names in backticks. */
const prose = (text: string): string =>
  text
    .split('`')
    .map((part, at) => (at % 2 === 1 && part !== '' ? code(part) : htmlText(part)))
    .join('');
