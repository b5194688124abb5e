import type { Flags } from '../config/flags.ts';
import type { Host } from '../host.ts';
import { Failure } from '../model/failure.ts';
import type { FailurePlace } from '../model/failure.ts';
import { withoutCommands, workflowCommand } from './annotations.ts';
import { cleanOutput } from './clean.ts';
import { safeJson } from './json-text.ts';
import { appendSummary } from './job-summary.ts';
import { markdownCell } from './markdown/cell.ts';
import { createStyle, wantsColour } from './style.ts';

const REPORT_TO = 'this is a bug in docs: please report it with the lines above';

/**
 * Prints on stderr how a run failed: one line that says what happened and one that says what to do, or, with `--json`, one
 * JSON document. What is not a `Failure` is a bug and shows its stack. On GitHub Actions it is an annotation too, and in the job's summary.
 */
export async function printFailure(
  error: unknown,
  { stderr, env, clock }: Host,
  flags: Flags,
): Promise<void> {
  const report = describe(error);
  if (flags.json) {
    stderr.write(`${safeJson({ error: report })}\n`);
  } else {
    const colour = wantsColour(env, stderr.isTTY === true, flags.color);
    const style = createStyle({ colour, width: Number.POSITIVE_INFINITY, now: clock.now() });
    const hint = report.hint === undefined ? '' : `\n  ${style.dim(style.text(report.hint))}`;
    // A name in a message may hold a line break, and must not look like a message of its own; the stack of a bug has lines.
    const message =
      error instanceof Failure ? style.text(report.message) : style.block(report.message);
    const text = `${style.red('error')} ${message}${hint}`;
    stderr.write(`${withoutCommands(cleanOutput(text, colour), env)}\n`);
  }
  if (env['GITHUB_ACTIONS'] === 'true') {
    const { file, line, column } = placeOf(error);
    const message =
      report.hint === undefined ? report.message : `${report.message}\n${report.hint}`;
    stderr.write(`${workflowCommand({ level: 'error', message, file, line, column })}\n`);
  }
  await appendSummary(env, () => summary(report));
}

/** The shape of `docs/json/error.schema.json`, under `error`. */
interface Report {
  readonly code: string;
  readonly exitCode: number;
  readonly message: string;
  readonly hint: string | undefined;
  readonly status: number | undefined;
}

function describe(error: unknown): Report {
  if (error instanceof Failure) {
    const { code, exitCode, located, hint, status } = error;
    return { code, exitCode, message: located, hint, status };
  }
  const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return { code: 'bug', exitCode: 1, message, hint: REPORT_TO, status: undefined };
}

const summary = ({ message, hint }: Report): string =>
  `**error** ${markdownCell(message)}${hint === undefined ? '' : `<br>${markdownCell(hint)}`}`;

const placeOf = (error: unknown): Partial<FailurePlace> =>
  (error instanceof Failure ? error.place : undefined) ?? {};
