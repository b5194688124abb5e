import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Host } from '../host.ts';
import { Failure } from '../model/failure.ts';
import type { FailurePlace } from '../model/failure.ts';
import { MASKED } from '../model/text/mask.ts';
import type { Mask } from '../model/text/mask.ts';
import { repositoryPaths } from '../system/programs/repository-path.ts';
import { appendSummary, withoutCommands, workflowCommand } from './github-actions.ts';
import { cleanOutput } from '../model/text/clean.ts';
import { safeJson } from './json-text.ts';
import { markdownCell } from './markdown.ts';
import { createStyle, wantsColour } from './style.ts';
import type { TerminalFlags } from './ui.ts';
import { wrapLines } from './width.ts';

const REPORT_TO = 'this is a bug in docs: report it with the lines above';

/** Facts about the run that were known before it failed. */
interface Run {
  /** Absolute path of the project's folder. */
  readonly root: string;
  /** Whether errors were already annotated. */
  readonly hasMarkedErrors: boolean;
  /** Hides the keys of the run. Left out: it had none. */
  readonly mask?: Mask;
}

/**
 * Prints on stderr how a run failed: one line that says what happened and one that says what to do,
 * or, with `--json`, one JSON document. An error that is not a `Failure` is a bug and shows its
 * stack. On GitHub Actions, it is also in the job's summary and, without `--json`, an annotation,
 * unless it has no place and only sums up annotated errors.
 */
export async function printFailure(
  error: unknown,
  host: Host,
  flags: Pick<TerminalFlags, 'json' | 'color'>,
  { root, hasMarkedErrors, mask }: Run = { root: host.cwd, hasMarkedErrors: false },
): Promise<void> {
  const { stderr, env, clock } = host;
  const report = masked(describe(error), mask);
  if (flags.json) {
    stderr.write(`${safeJson({ error: report })}\n`);
  } else {
    const colour = wantsColour(env, stderr.isTTY === true, flags.color);
    const style = createStyle({ colour, width: Number.POSITIVE_INFINITY, now: clock.now() });
    const hint = report.hint === undefined ? '' : `\n  ${style.dim(style.text(report.hint))}`;
    // A line break in a name must not begin what looks like a message. A bug's stack has several
    // lines.
    const message =
      error instanceof Failure ? style.text(report.message) : style.block(report.message);
    const width = stderr.isTTY === true ? (stderr.columns ?? 80) : Number.POSITIVE_INFINITY;
    // Somebody copies them, so they are not broken.
    const lines = (report.lines ?? []).map((line) => `\n${style.text(line)}`).join('');
    const text = `${wrapLines(`${style.red('error')} ${message}`, width, 'error '.length)}${wrapLines(hint, width)}${lines === '' ? '' : `\n${lines}`}`;
    stderr.write(`${withoutCommands(cleanOutput(text, colour), env)}\n`);
  }
  const place = error instanceof Failure ? error.place : undefined;
  const isSummary = hasMarkedErrors && error instanceof Failure && place === undefined;
  if (env['GITHUB_ACTIONS'] === 'true' && !flags.json && !isSummary) {
    const named = place && { ...place, file: fileOf(place, host, root) };
    const message =
      report.hint === undefined ? report.message : `${report.message}\n${report.hint}`;
    stderr.write(`${workflowCommand({ severity: 'error', message, place: named })}\n`);
  }
  await appendSummary(env, () => summary(report));
}

/** Without the keys of the run, and without the passwords of addresses, which people type as names. */
function masked(report: FailureReport, mask: Mask = (text) => text): FailureReport {
  const { message, hint } = report;
  const hide = (text: string): string => mask(text).replaceAll(PASSWORD, `$1:${MASKED}@`);
  return { ...report, message: hide(message), hint: hint === undefined ? hint : hide(hint) };
}

/** What is behind a user's name in an address; it may have a sign that should be escaped. Not a port. */
const PASSWORD = /(\/\/[^\s"/?#@:]*):(?!\d{1,5}\/)[^\s"]+@/g;

/** The value of `error` in the document of a failure. */
export interface FailureReport {
  readonly code: string;
  readonly exitCode: number;
  readonly message: string;
  readonly hint: string | undefined;
  readonly lines: readonly string[] | undefined;
  readonly status: number | undefined;
  readonly retryAt: string | undefined;
}

function describe(error: unknown): FailureReport {
  if (error instanceof Failure) {
    const { code, exitCode, located, hint, status, retryAt } = error;
    const lines = error.lines.length === 0 ? undefined : error.lines;
    const again = retryAt === undefined ? undefined : new Date(retryAt).toISOString();
    return { code, exitCode, message: located, hint, lines, status, retryAt: again };
  }
  const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return {
    code: 'bug',
    exitCode: 1,
    message,
    hint: REPORT_TO,
    lines: undefined,
    status: undefined,
    retryAt: undefined,
  };
}

const summary = ({ message, hint, lines = [] }: FailureReport): string =>
  `**error** ${[message, hint ?? [], lines].flat().map(markdownCell).join('<br>')}`;

/** Files are named from the working folder or, in messages about pages, from the project. */
function fileOf({ file }: FailurePlace, host: Host, root: string): string {
  const base = existsSync(resolve(host.cwd, file)) ? host.cwd : root;
  return repositoryPaths(host, root)(resolve(base, file));
}
