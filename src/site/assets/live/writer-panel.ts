/** A problem of the page that is shown, for its writer. */
import { element } from '../element.ts';

export interface ShownProblem {
  readonly file: string;
  readonly line: number | null;
  readonly column: number | null;
  readonly message: string;
  readonly hint: string | null;
  readonly severity: 'error' | 'warning';
  /** The code of a rule of `docs check`; `null`: the file cannot be shown. */
  readonly rule: string | null;
  /** The index of the element that it is about, from 0; `null`: it is about none that is shown. */
  readonly block: number | null;
}

export interface ShownProblems {
  /** Files that cannot be shown. */
  readonly broken: readonly ShownProblem[];
  /** Findings of `docs check` about the page. */
  readonly findings: readonly ShownProblem[];
}

let panel: HTMLDetailsElement | undefined;

export function showProblems({ broken, findings }: ShownProblems): void {
  const problems = [...broken, ...findings];
  if (problems.length === 0) {
    panel?.remove();
    panel = undefined;
    return;
  }
  const summary = element('summary', {}, titleOf(broken.length, findings));
  const list = element('ol', {}, ...problems.map((problem) => itemOf(problem)));
  panel ??= element('details', {
    class: 'writer',
    lang: 'en',
    'aria-label': 'What docs check says',
  });
  const close = element('button', { type: 'button' }, 'Close');
  close.addEventListener('click', () => {
    panel?.remove();
  });
  panel.replaceChildren(summary, list, close);
  panel.classList.toggle('broken', broken.length > 0);
  if (!panel.isConnected) document.querySelector('main')?.append(panel);
}

function titleOf(broken: number, findings: readonly ShownProblem[]): string {
  if (broken > 0) return `${broken} ${broken === 1 ? 'file' : 'files'} cannot be shown`;
  const errors = findings.filter(({ severity }) => severity === 'error').length;
  const warnings = findings.length - errors;
  const parts = [
    errors > 0 ? `${errors} ${errors === 1 ? 'error' : 'errors'}` : '',
    warnings > 0 ? `${warnings} ${warnings === 1 ? 'warning' : 'warnings'}` : '',
  ];
  return parts.filter((part) => part !== '').join(', ');
}

function itemOf({ file, line, column, message, hint, severity, rule }: ShownProblem): HTMLElement {
  const place = [file, line, column].filter((part) => part !== null).join(':');
  const item = element(
    'li',
    {},
    element('span', { class: 'place' }, place),
    element('span', { class: `severity-${severity}` }, severity === 'error' ? 'Error' : 'Warning'),
    ` ${message}`,
  );
  if (hint !== null) item.append(` ${hint}`);
  if (rule !== null) item.append(' ', element('code', {}, rule));
  return item;
}
