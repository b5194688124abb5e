/** All that a command may do to be seen. Results go to stdout, talk to stderr. */
import type * as Inquirer from '@inquirer/prompts';
import type { Style } from './style.ts';

/** From a result to what people read. Ends without a newline. Pure. */
export type View<T> = (value: T, style: Style) => string;

/** Text, or what makes it of where it goes. */
export type Text = string | ((style: Style) => string);

export interface ResultOptions {
  /** The text may be long: on a terminal it goes through `$PAGER`. */
  readonly long?: boolean;
}

export interface ProgressLine {
  update(text: string): void;
  /** Takes the line away again. */
  stop(): void;
}

export interface Annotation {
  readonly level: 'error' | 'warning' | 'notice';
  readonly message: string;
  /** Relative to the working folder. */
  readonly file?: string | undefined;
  readonly line?: number | undefined;
  readonly column?: number | undefined;
}

export type Prompts = typeof Inquirer;

/** Second argument of every function of `Prompts`. */
export interface PromptContext {
  readonly input: NodeJS.ReadableStream;
  readonly output: NodeJS.WritableStream;
  readonly signal: AbortSignal;
}

/** Asks with one of `Prompts`. */
export type Ask<T> = (prompts: Prompts, context: PromptContext) => Promise<T>;

export interface Ui {
  /** For stdout. */
  readonly style: Style;
  readonly json: boolean;
  /** Whether someone is there to answer: on the streams or past them on the terminal, without `--no-input`, and not in a pipeline (`CI`). */
  readonly interactive: boolean;

  /** The command's one result: `value` as one JSON document with `--json`, else the view's text. */
  result<T>(value: T, view: View<T>, options?: ResultOptions): Promise<void>;
  /** One of a stream of results: a JSON line with `--json`, else the view's text. Throws `ClosedPipe` if nobody reads any more. */
  item<T>(value: T, view: View<T>): Promise<void>;
  /** Content as it is (a page, an export): bytes in a pipe; on a terminal without control sequences. No newline is added. */
  raw(chunk: string | Uint8Array, options?: ResultOptions): Promise<void>;

  /** Talk. Not with `--quiet`. */
  say(text: Text): void;
  /** Talk that `--verbose` asks for. */
  detail(text: Text): void;
  /** Something that the user should know although the run continues. Also with `--quiet`. */
  warn(text: string, hint?: string): void;
  /** A line that changes, from one second on, on a terminal only. */
  progress(text: string): ProgressLine;
  /** Takes away what is left of a progress: the run is over, however it ended. */
  close(): void;
  /** On GitHub Actions: marks `file:line` in the pull request. Nothing elsewhere. */
  annotate(annotation: Annotation): void;
  /** On GitHub Actions: Markdown for the job's summary, of 100 columns and no colours. Nothing elsewhere. */
  summarize(markdown: Text): Promise<void>;

  /**
   * Asks before something is written to the platform. Rejects with `Failure('declined')` and `otherwise` if the answer is "no", with
   * `usage` if nobody can answer. `--yes` is an answer.
   */
  agree(question: string, otherwise?: string): Promise<void>;
  /** As `agree`, but a person has to type `name`: for what cannot be undone. */
  agreeByName(question: string, name: string, otherwise?: string): Promise<void>;
  /** Whether `agree` was answered with yes in this run: the client writes to the platform only then. */
  readonly agreed: boolean;
  /** Throws `Failure('usage')` if `agree` would, whatever it is asked. */
  requireAnswers(): void;
  /** Asks before files are written; like `agree`, but if nobody can answer, the command itself is the answer. */
  confirm(question: string, otherwise?: string): Promise<void>;
  /** Rejects with `Failure('usage')` and `otherwise` as its hint if nobody can answer. */
  ask<T>(ask: Ask<T>, otherwise: string): Promise<T>;
  /** Milliseconds that went by so far until questions were answered: a run that tells how long it took leaves them out. */
  readonly askingMs: number;
}

/** Nobody reads our output any more: the command ends, and that is no error. */
export class ClosedPipe extends Error {
  override readonly name = 'ClosedPipe';
}
