/**
 * Shows the findings of docs check after the blocks that they are about, for the writer of the
 * page.
 */
import { element } from '../element.ts';
import { keepPlace } from './parts.ts';
import type { ShownProblem } from './writer-panel.ts';

const CLASS = 'finding';

/** Puts each finding after its block, and removes earlier ones. */
export function markBlocks(findings: readonly ShownProblem[]): void {
  const body = document.querySelector('[data-part=body]');
  if (!body) return;
  const place = keepPlace();
  for (const mark of body.querySelectorAll(`:scope > .${CLASS}`)) mark.remove();
  // The title, the description and a note of the site's own are not blocks of the text.
  const blocks = [...body.children].filter((each) => !each.matches('h1, .lead, .run-html-note'));
  // Starts with the last one, so that findings of the same block stay in order.
  for (const finding of findings.toReversed()) {
    if (finding.block !== null) blocks[finding.block]?.after(markOf(finding));
  }
  place();
}

function markOf({ severity, rule, message, line }: ShownProblem): HTMLElement {
  const mark = element(
    'p',
    { class: `${CLASS} ${CLASS}-${severity}`, role: 'note', lang: 'en' },
    element('strong', {}, severity === 'error' ? 'Error' : 'Warning'),
    ` ${message} `,
  );
  if (rule !== null) mark.append(element('code', {}, rule));
  if (line !== null) mark.append(element('span', { class: 'finding-line' }, ` line ${line}`));
  return mark;
}
