/**
 * What docs reports to a job of GitHub Actions: commands, outputs and summary. Also lines for other
 * CI.
 */
import type { ListedFinding } from '../system/findings/finding.ts';
import type { Annotation, JobOutputs } from './ui.ts';
import { cleanBlock, cleanLine } from '../model/text/clean.ts';
import type { Host } from '../host.ts';

/**
 * A workflow command of GitHub Actions, without its newline:
 * https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-commands
 */
export function workflowCommand({ severity, message, place }: Annotation): string {
  const { file, line, column } = place ?? {};
  const properties = Object.entries({ file, line, col: column })
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${escapeProperty(String(value))}`);
  const where = properties.length === 0 ? '' : ` ${properties.join(',')}`;
  return `::${severity}${where}::${escapeMessage(cleanBlock(message))}`;
}

/**
 * Findings in the form of compilers, which problem matchers of editors and pipelines read: a line
 * each, whatever is in them.
 */
export const unixLines = (findings: readonly ListedFinding[]): string =>
  findings
    .map(({ severity, rule, message, place: { file, line, column } }) =>
      cleanLine(`${file}:${line}:${column}: ${message} [${severity}/${rule}]`),
    )
    .map((line) => `${line}\n`)
    .join('');

/** Also breaks what the runner would take for a command in its old form. */
const escapeMessage = (text: string): string =>
  text
    .replaceAll('##[', '## [')
    .replaceAll('%', '%25')
    .replaceAll('\r', '%0D')
    .replaceAll('\n', '%0A');

const escapeProperty = (text: string): string =>
  escapeMessage(text).replaceAll(':', '%3A').replaceAll(',', '%2C');

/** A workflow command at the start of a line, or in its old form, anywhere. */
const COMMAND = /^[\s\u0085]*::|##\[/m;

/**
 * On GitHub Actions: output that must not be changed. If it contains workflow commands, it is put
 * between two lines that make the runner ignore them. Nobody can guess the word in the second line.
 */
export function withCommandsStopped(
  output: string | Uint8Array,
  env: Readonly<Record<string, string | undefined>>,
): string | Uint8Array {
  if (env['GITHUB_ACTIONS'] !== 'true') return output;
  const text = typeof output === 'string' ? output : Buffer.from(output).toString();
  if (!COMMAND.test(text)) return output;
  const word = globalThis.crypto.randomUUID();
  const end = `${text.endsWith('\n') ? '' : '\n'}::${word}::\n`;
  return Buffer.concat(
    [`::stop-commands::${word}\n`, output, end].map((part) => Buffer.from(part)),
  );
}

/**
 * On GitHub Actions: `text` without what the runner would take for a workflow command, at the start
 * of a line or, in its old form, anywhere: others' texts must neither hide nor forge annotations.
 */
export const withoutCommands = (
  text: string,
  env: Readonly<Record<string, string | undefined>>,
): string =>
  env['GITHUB_ACTIONS'] === 'true'
    ? text.replaceAll('##[', '## [').replace(/^(\s*):(?=:)/gm, '$1: ')
    : text;

/**
 * Adds to the outputs of a step on GitHub Actions; does nothing elsewhere. A repeated name has its
 * last value. Failing to write does not fail the run:
 * https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-commands#setting-an-output-parameter
 */
export async function appendOutputs(env: Host['env'], outputs: JobOutputs): Promise<void> {
  const file = env['GITHUB_OUTPUT'];
  if (env['GITHUB_ACTIONS'] !== 'true' || !file) return;
  const { appendFile } = await import('node:fs/promises');
  const text = Object.entries(outputs).map(([name, value]) => outputText(name, String(value)));
  await appendFile(file, text.join('')).catch(() => undefined);
}

/** The end mark does not occur in the value, so no value can end its own part or begin another. */
export function outputText(name: string, value: string): string {
  let end = 'END';
  while (value.includes(end)) end += '_';
  return `${name}<<${end}\n${value}\n${end}\n`;
}

/**
 * Adds Markdown to the job's summary on GitHub Actions; does nothing elsewhere. Failing to write
 * does not fail the run:
 * https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-commands#adding-a-job-summary
 */
export async function appendSummary(env: Host['env'], markdown: () => string): Promise<void> {
  const file = env['GITHUB_STEP_SUMMARY'];
  if (env['GITHUB_ACTIONS'] !== 'true' || !file) return;
  // Few runs write a summary, and Node takes long to load this module: ADR 61.
  const { appendFile } = await import('node:fs/promises');
  await appendFile(file, `${markdown()}\n\n`).catch(() => undefined);
}
