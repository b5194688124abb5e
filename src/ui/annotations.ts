import type { Annotation } from './ui.ts';
import { cleanBlock, cleanLine } from './clean.ts';

/**
 * A workflow command of GitHub Actions, without its newline:
 * https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-commands
 */
export function workflowCommand({ level, message, file, line, column }: Annotation): string {
  const properties = Object.entries({ file, line, col: column })
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${escapeProperty(String(value))}`);
  const where = properties.length === 0 ? '' : ` ${properties.join(',')}`;
  return `::${level}${where}::${escapeMessage(cleanBlock(message))}`;
}

/** A finding as one line in the form of compilers, which problem matchers of editors and pipelines read. */
export interface UnixFinding {
  readonly severity: 'error' | 'warning';
  readonly rule: string;
  readonly message: string;
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** The line, without its newline. */
export const unixLine = ({ severity, rule, message, file, line, column }: UnixFinding): string =>
  cleanLine(`${file}:${line}:${column}: ${message} [${severity}/${rule}]`);

const escapeMessage = (text: string): string =>
  text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');

const escapeProperty = (text: string): string =>
  escapeMessage(text).replaceAll(':', '%3A').replaceAll(',', '%2C');

/** A workflow command at the start of a line, or in its old form, anywhere. */
const COMMAND = /^[\s\u0085]*::|##\[/m;

/**
 * On GitHub Actions: output that must not be changed. If it contains workflow commands, it is put between two lines that make the runner ignore
 * them. Nobody can guess the word in the second line.
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
 * On GitHub Actions: `text` without anything that the runner would take for a workflow command, at the start of a line or, in its old form,
 * anywhere. Text that others wrote must neither hide nor forge annotations.
 */
export const withoutCommands = (
  text: string,
  env: Readonly<Record<string, string | undefined>>,
): string =>
  env['GITHUB_ACTIONS'] === 'true'
    ? text.replaceAll('##[', '## [').replace(/^(\s*):(?=:)/gm, '$1: ')
    : text;
