import { once } from 'node:events';
import { canAnswer, hasTerminal, isAttended } from './console.ts';
import { isWatched, type Host, type Output } from '../host.ts';
import { Failure } from '../model/failure.ts';
import { type Mask, maskOf } from '../model/text/mask.ts';
import {
  appendOutputs,
  appendSummary,
  withCommandsStopped,
  withoutCommands,
  workflowCommand,
} from './github-actions.ts';
import {
  type Annotation,
  type Ask,
  type JobOutputs,
  type ProgressLine,
  type ProgressText,
  type ResultOptions,
  type TerminalFlags,
  type Text,
  type Ui,
  type View,
  ClosedPipe,
} from './ui.ts';
import { cleanOutput } from '../model/text/clean.ts';
import { jsonText, safeJson } from './json-text.ts';
import { noProgress, startProgress, Waits, type Line } from './progress.ts';
import { createStyle, wantsColour, type Style } from './style.ts';
import { wrapLines } from './width.ts';

const SHORTEST_HIDDEN = 8;

/** The real `Ui`, on the streams of `host`. */
export class Terminal implements Ui {
  readonly style: Style;
  readonly json: boolean;
  readonly #host: Host;
  readonly #flags: TerminalFlags;
  readonly #talk: Style;
  readonly #colour: boolean;
  readonly #talkColour: boolean;
  #mask: Mask = (text) => text;
  #askingMs = 0;
  #agreed = false;
  #consented = false;
  #interactive: boolean | undefined;
  #closed = false;
  #hasMarkedErrors = false;
  #progress: Line = noProgress;
  readonly #waits: Waits;

  constructor(host: Host, flags: TerminalFlags) {
    this.#host = host;
    this.#flags = flags;
    this.#waits = new Waits(host.clock);
    const { stdout, stderr, env, clock } = host;
    this.#colour = wantsColour(env, stdout.isTTY === true, flags.color);
    this.#talkColour = wantsColour(env, stderr.isTTY === true, flags.color);
    const hide = this.mask;
    this.style = createStyle({
      colour: this.#colour,
      width: widthOf(stdout),
      now: clock.now(),
      hide,
    });
    this.#talk = createStyle({
      colour: this.#talkColour,
      width: widthOf(stderr),
      now: clock.now(),
      hide,
    });
    this.json = flags.json;
    // It is not an error if the reader has gone. `bin/docs.js` reports a full disk.
    stdout.on('error', () => {
      this.#closed = true;
    });
  }

  hide(key: string): void {
    // A shorter one would be found in texts that have nothing to do with it.
    if (key.length < SHORTEST_HIDDEN) return;
    const [before, own] = [this.#mask, maskOf(key)];
    this.#mask = (text) => own(before(text));
  }

  readonly mask: Mask = (text) => this.#mask(text);

  async result<T>(value: T, view: View<T>, { long = false }: ResultOptions = {}): Promise<void> {
    this.close();
    if (this.json) {
      for (const piece of jsonText(value)) await this.#write(this.#mask(piece));
      return;
    }
    const text = view(value, this.style);
    if (text === '') return;
    // Pagers and terminals break long lines within words. Lines of a page are kept as they are.
    const lines = long ? text : wrapLines(text, this.style.width);
    await this.#show(`${this.#clean(lines, this.#colour)}\n`, long);
  }

  async item<T>(value: T, view: View<T>): Promise<void> {
    const text = this.json
      ? this.#mask(safeJson(value))
      : this.#clean(view(value, this.style), this.#colour);
    await this.#write(`${text}\n`);
    if (this.#closed) throw new ClosedPipe();
  }

  async raw(
    chunk: string | Uint8Array,
    { long = false, asIs = false }: ResultOptions = {},
  ): Promise<void> {
    this.close();
    const { stdout, stdoutIsFile, env } = this.#host;
    if (stdout.isTTY !== true && (asIs || stdoutIsFile)) return this.#write(chunk);
    const text = typeof chunk === 'string' ? chunk : new TextDecoder().decode(chunk);
    const masked = this.#mask(text);
    if (stdout.isTTY === true) return this.#show(cleanOutput(masked, false), long);
    return this.#write(withCommandsStopped(masked === text ? chunk : masked, env));
  }

  say(text: Text): void {
    if (!this.#flags.quiet) this.#tell(text);
  }

  detail(text: Text): void {
    if (this.#flags.verbose) this.#tell((style) => style.dim(resolve(text, style)));
  }

  warn(text: string, hint?: string): void {
    this.#tell((style) => {
      const line = `${style.yellow('warning')} ${style.text(text)}`;
      return `${wrapLines(line, style.width, 'warning '.length)}${hintLine(style, hint)}`;
    });
  }

  progress(text: ProgressText): ProgressLine {
    const isStill = !isWatched(this.#host) || this.#host.env['TERM'] === 'dumb';
    if (this.#flags.quiet || this.#flags.verbose || isStill) return noProgress;
    this.#progress.stop();
    this.#progress = startProgress(this.#host, text, this.#waits, this.#talkColour);
    return this.#progress;
  }

  waiting(ms: number): void {
    this.#waits.add(ms);
  }

  close(): void {
    this.#progress.stop();
  }

  annotate(annotation: Annotation, isPrinted = false): void {
    if (this.#host.env['GITHUB_ACTIONS'] !== 'true') return;
    if (annotation.severity === 'error') this.#hasMarkedErrors = true;
    // With --json, stderr has the error as one document, or nothing.
    if (isPrinted || this.json) return;
    const message = this.#mask(annotation.message);
    this.#host.stderr.write(`${workflowCommand({ ...annotation, message })}\n`);
  }

  get hasMarkedErrors(): boolean {
    return this.#hasMarkedErrors;
  }

  output(values: JobOutputs): Promise<void> {
    const masked = Object.entries(values).map(([name, value]) => [name, this.#mask(String(value))]);
    return appendOutputs(this.#host.env, Object.fromEntries(masked));
  }

  async summarize(markdown: Text): Promise<void> {
    const { env, clock } = this.#host;
    const style = createStyle({ colour: false, width: 100, now: clock.now() });
    await appendSummary(env, () => this.#mask(resolve(markdown, style)));
  }

  get interactive(): boolean {
    this.#interactive ??= this.#flags.input && !this.json && canAnswer(this.#host);
    return this.#interactive;
  }

  /** Why no question is asked. Only valid if `interactive` is false. */
  get #whyUnasked(): string {
    if (this.json) return '--json asks nothing';
    if (!hasTerminal(this.#host)) return 'no terminal is available';
    return this.#flags.input ? 'nothing is asked where CI is set' : '--no-input asks nothing';
  }

  requireAnswers(): void {
    if (this.#flags.yes || this.interactive) return;
    throw new Failure('usage', `This command asks for confirmation, and ${this.#whyUnasked}.`, {
      hint: '--yes confirms in advance; --dry-run only shows the plan',
    });
  }

  async agree(
    question: string,
    otherwise = 'Nothing was changed.',
    look?: () => Promise<void>,
  ): Promise<void> {
    this.requireAnswers();
    if (look && !this.#flags.yes) await this.#confirmOrLook(question, otherwise, look);
    else await this.confirm(question, otherwise);
    this.#agreed = true;
    this.#consented = true;
  }

  async agreeByName(
    question: string,
    name: string,
    otherwise = 'Nothing was changed.',
  ): Promise<void> {
    this.requireAnswers();
    if (!this.#flags.yes) {
      const typed = await this.#prompt(
        // No mark of success, because the answer may be wrong.
        (prompts, context) => prompts.input({ message: question, theme: { prefix: '?' } }, context),
        otherwise,
      );
      if (typed.trim() !== name) throw new Failure('declined', otherwise);
    }
    this.#agreed = true;
    this.#consented = true;
  }

  get agreed(): boolean {
    return this.#agreed;
  }

  get consented(): boolean {
    return this.#consented;
  }

  async confirm(question: string, otherwise = 'Nothing was changed.'): Promise<void> {
    if (!this.#flags.yes && this.interactive) {
      const agreed = await this.#prompt(
        (prompts, context) => prompts.confirm({ message: question, default: false }, context),
        otherwise,
      );
      if (!agreed) throw new Failure('declined', otherwise);
    }
    this.#consented = true;
  }

  async #confirmOrLook(
    question: string,
    otherwise: string,
    look: () => Promise<void>,
  ): Promise<void> {
    const { bold, dim } = this.#talk;
    const ways = dim('(y/N; type look to see it in the browser)');
    const settings = {
      message: question,
      transformer: (typed: string, { isFinal }: { readonly isFinal: boolean }) =>
        isFinal ? meaningOf(typed) : typed,
      theme: {
        style: {
          message: (text: string, status: string) =>
            status === 'done' ? bold(text) : `${bold(text)} ${ways}`,
        },
      },
    };
    for (;;) {
      const typed = await this.#prompt(
        (prompts, context) => prompts.input(settings, context),
        otherwise,
      );
      const meaning = meaningOf(typed);
      if (meaning === 'Yes') return;
      if (meaning === 'No') throw new Failure('declined', otherwise);
      await look();
    }
  }

  async ask<T>(ask: Ask<T>, hint: string, otherwise = 'Nothing was changed.'): Promise<T> {
    if (!this.interactive) {
      throw new Failure('usage', `A question has to be answered, and ${this.#whyUnasked}.`, {
        hint,
      });
    }
    return this.#prompt(ask, otherwise);
  }

  async #prompt<T>(ask: Ask<T>, otherwise: string): Promise<T> {
    this.close();
    const { askWith } = await import('./ask.ts');
    const { clock } = this.#host;
    const asked = clock.elapsed();
    try {
      return await askWith(this.#host, ask, otherwise, this.mask);
    } finally {
      this.#askingMs += clock.elapsed() - asked;
    }
  }

  get askingMs(): number {
    return this.#askingMs;
  }

  /**
   * Prints a message. With `--json`, only if `--verbose` is set: otherwise stderr has an error
   * document, or nothing.
   */
  #tell(text: Text): void {
    if (this.json && !this.#flags.verbose) return;
    const lines = wrapLines(resolve(text, this.#talk), this.#talk.width);
    const clean = `${this.#clean(lines, this.#talkColour)}\n`;
    this.#progress.aside(() => this.#host.stderr.write(clean));
  }

  #clean(text: string, colour: boolean): string {
    return withoutCommands(cleanOutput(this.#mask(text), colour), this.#host.env);
  }

  async #show(text: string, long: boolean): Promise<void> {
    if (long && this.#host.stdout.isTTY === true && this.#flags.input && isAttended(this.#host)) {
      const { page } = await import('./pager.ts');
      if (await page(text, this.#host)) return;
    }
    await this.#write(text);
  }

  /** Waits for a slow reader, so that a long stream does not accumulate in memory. */
  async #write(chunk: string | Uint8Array): Promise<void> {
    const { stdout, signal } = this.#host;
    // After Ctrl-C it does not wait: the rest of the output is the report of the interrupted run.
    if (this.#closed || stdout.write(chunk) || signal.aborted) return;
    await once(stdout, 'drain', { signal }).catch((error: unknown) => {
      if (!this.#closed) throw error;
    });
  }
}

/** Anything but a clear answer counts as "No". */
function meaningOf(typed: string): 'Yes' | 'No' | 'Look' {
  const answer = typed.trim();
  if (/^y(?:es)?$/i.test(answer)) return 'Yes';
  return /^l(?:ook)?$/i.test(answer) ? 'Look' : 'No';
}

const resolve = (text: Text, style: Style): string =>
  typeof text === 'string' ? text : text(style);

const hintLine = (style: Style, hint: string | undefined): string =>
  hint === undefined ? '' : `\n  ${style.dim(style.text(hint))}`;

const widthOf = (output: Output): number =>
  output.columns ?? (output.isTTY === true ? 80 : Number.POSITIVE_INFINITY);
