/** The output interface of commands. Results go to stdout, messages to stderr. */
import type * as Inquirer from '@inquirer/prompts';
import type { FailurePlace } from '../model/failure.ts';
import type { Mask } from '../model/text/mask.ts';
import type { Finding } from '../system/findings/finding.ts';
import type { Style } from './style.ts';

/** Converts a result to text for people. Ends without a newline. Pure. */
export type View<T> = (value: T, style: Style) => string;

/** The options of every command that concern what is shown and asked. */
export interface TerminalFlags {
  readonly json: boolean;
  readonly quiet: boolean;
  readonly verbose: boolean;
  /** `false`: `--no-color`. Otherwise terminal and environment decide. */
  readonly color: boolean;
  /** `false`: `--no-input`. */
  readonly input: boolean;
  readonly yes: boolean;
}

/** Text, or a function that produces it for a style. */
export type Text = string | ((style: Style) => string);

export interface ResultOptions {
  /** The text may be long: on a terminal it goes through `$PAGER`. */
  readonly long?: boolean;
  /** Writes the content unchanged: an archive, or commands for the runner of a pipeline. */
  readonly asIs?: boolean;
}

/** What a progress line shows about waits for rate limits. */
export interface Pause {
  /** Milliseconds until requests continue; 0 if none waits. */
  readonly nextMs: number;
  /** How often requests have waited since the line started. */
  readonly count: number;
  /** Milliseconds since the line started. */
  readonly sinceMs: number;
}

/**
 * A function is called repeatedly, to count down. A text is followed by the time that requests
 * wait.
 */
export type ProgressText = string | ((pause: Pause) => string);

export interface ProgressLine {
  update(text: ProgressText): void;
  /** Removes the line. */
  stop(): void;
}

/** A finding, as far as it is known, for a pull request: its message is all that it says. */
export interface Annotation extends Pick<Finding, 'severity' | 'message'> {
  /** In the repository: the file relative to its top. */
  readonly place?: Partial<FailurePlace> | undefined;
}

/** Values by name for later steps of a job. */
export type JobOutputs = Readonly<Record<string, string | number>>;

export type Prompts = typeof Inquirer;

/** Second argument of every function of `Prompts`. */
export interface PromptContext {
  readonly input: NodeJS.ReadableStream;
  readonly output: NodeJS.WritableStream;
  readonly signal: AbortSignal;
  /** The width of the terminal. Prompts break longer lines within words. */
  readonly columns: number;
}

/** Asks with one of `Prompts`. */
export type Ask<T> = (prompts: Prompts, context: PromptContext) => Promise<T>;

export interface Ui {
  /** The style of results, for stdout. */
  readonly style: Style;
  readonly json: boolean;
  /** Whether somebody can answer: not with `--no-input` or `--json`, nor in a pipeline (`CI`). */
  readonly interactive: boolean;

  /** Hides this key in all that is shown from now on, except in files that were asked for. */
  hide(key: string): void;
  /** Hides the keys of this run in a text. */
  readonly mask: Mask;

  /** The command's one result: `value` as one JSON document with `--json`, else the view's text. */
  result<T>(value: T, view: View<T>, options?: ResultOptions): Promise<void>;
  /**
   * One of many results: a JSON line with `--json`, else text. Throws `ClosedPipe` if the reader of
   * stdout has gone.
   */
  item<T>(value: T, view: View<T>): Promise<void>;
  /**
   * Content as it is (a page, an export): bytes in a pipe; on a terminal without control sequences.
   * Adds no newline. On GitHub Actions, unless it goes to a file, workflow commands in it are put
   * between two lines that make the runner ignore them.
   */
  raw(chunk: string | Uint8Array, options?: ResultOptions): Promise<void>;

  /** A message. Not with `--quiet`, nor, like all messages, with `--json` without `--verbose`. */
  say(text: Text): void;
  /** A message that only `--verbose` shows. */
  detail(text: Text): void;
  /** Something that the user should know although the run continues. Shown with `--quiet` too. */
  warn(text: string, hint?: string): void;
  /** A changing line, after one second, only on a terminal. */
  progress(text: ProgressText): ProgressLine;
  /** Reports that requests wait for this time. Progress lines count it down. */
  waiting(ms: number): void;
  /** Removes a remaining progress line: the run is over, however it ended. */
  close(): void;
  /**
   * On GitHub Actions, without `--json`: annotates `file:line`. `isPrinted`: the result already
   * contains the annotation.
   */
  annotate(annotation: Annotation, isPrinted?: boolean): void;
  /**
   * Whether an error was annotated. The failure that ends the run is then annotated only if it has
   * a place.
   */
  readonly hasMarkedErrors: boolean;
  /** On GitHub Actions: sets values for later steps of the job. Nothing elsewhere. */
  output(values: JobOutputs): Promise<void>;
  /** On GitHub Actions: adds Markdown to the job's summary, 100 columns wide, without colours. */
  summarize(markdown: Text): Promise<void>;

  /**
   * Asks before something is written to the platform. Rejects with `Failure('declined')` and
   * `otherwise` if the answer is "no", with `usage` if nobody can answer. `--yes` is an answer.
   * With `look` there is a third answer, which calls it and asks again.
   */
  agree(question: string, otherwise?: string, look?: () => Promise<void>): Promise<void>;
  /** The same as `agree`, but the user has to type `name`: for changes that cannot be undone. */
  agreeByName(question: string, name: string, otherwise?: string): Promise<void>;
  /** Whether `agree` was answered with yes in this run. The client writes to the platform only then. */
  readonly agreed: boolean;
  /**
   * Whether a question was answered with yes. Before that, a command that asks has not changed
   * anything.
   */
  readonly consented: boolean;
  /** Throws `Failure('usage')` if `agree` could not be answered. */
  requireAnswers(): void;
  /** Asks before files are written. The same as `agree`, but if nobody can answer, it proceeds. */
  confirm(question: string, otherwise?: string): Promise<void>;
  /**
   * Asks a question. Rejects with `Failure('usage')` and `hint` if nobody can answer, and with
   * `declined` if the input ends.
   */
  ask<T>(ask: Ask<T>, hint: string, otherwise?: string): Promise<T>;
  /** Milliseconds spent waiting for answers so far. They do not count for the duration of the run. */
  readonly askingMs: number;
}

/** The reader of stdout has gone: the command ends without an error. */
export class ClosedPipe extends Error {
  override readonly name = 'ClosedPipe';
}
