import { setMaxListeners } from 'node:events';
import { CommanderError, type Command } from 'commander';
import { otherWord } from './commands/help/other-words.ts';
import { refuseUnasked } from './consent.ts';
import { Composition } from './context.ts';
import type { Host } from './host.ts';
import { EXIT, Failure } from './model/failure.ts';
import { fileFailure } from './model/file-trouble.ts';
import { buildProgram, calledCommand, globalFlags, onlyComputes, wantsUi } from './program.ts';
import { ClosedPipe } from './ui/ui.ts';

/**
 * Runs the command line `argv` (without node and script) and resolves to the exit code. Never rejects and never ends the
 * process. Only this function catches errors for good and prints them: ADR 60.
 */
export async function main(argv: readonly string[], host: Host): Promise<number> {
  // Many requests and waits listen to it at the same time.
  setMaxListeners(0, host.signal);
  const context: Composition = new Composition(host, () => globalFlags(program));
  const program: Command = buildProgram(context).hook('preAction', async (_, called) => {
    if (!onlyComputes(called)) host.heedSignals();
    if (!wantsUi(called)) return;
    await context.start();
    refuseUnasked(called, context.ui);
  });
  try {
    if (argv.length === 0) program.outputHelp();
    else await program.parseAsync(argv, { from: 'user' });
    return 0;
  } catch (error) {
    if (error instanceof ClosedPipe) return 0;
    if (error instanceof CommanderError && error.exitCode === 0) return 0;
    // The command is a group without a verb: its help is on stderr already.
    if (isGroupAlone(error) && !globalFlags(program).json) return EXIT.usage;
    context.still();
    const failure = asFailure(error, host, calledCommand(program));
    const { printFailure } = await import('./ui/failure.ts');
    const run = await context.untilFailure();
    await printFailure(failure ?? error, host, globalFlags(program), run);
    return failure?.exitCode ?? 1;
  } finally {
    await context.close();
  }
}

/** The failure that an error means; undefined if it is a bug of ours. */
function asFailure(error: unknown, host: Host, called: string): Failure | undefined {
  if (error instanceof Failure) return error;
  if (error instanceof CommanderError) return usageFailure(error, called);
  // After Ctrl-C, whatever was interrupted throws an error of its own.
  if (host.signal.aborted) return new Failure('interrupted', 'Interrupted.', { cause: error });
  // Errors of the system that no command explains, such as a full disk. Node leaves out the path if the file was already open.
  const path = error instanceof Error && 'path' in error ? error.path : 'A file';
  return fileFailure(error, 'failed', `${String(path)} cannot be used`);
}

const isGroupAlone = (error: unknown): boolean =>
  error instanceof CommanderError && error.code === 'commander.help';

/** Commander's text is `error: what` and, on a line of its own, `(Did you mean …?)`. */
function usageFailure(error: CommanderError, called: string): Failure {
  if (isGroupAlone(error)) {
    return new Failure('usage', `${called} is not a command without one of its verbs.`, {
      hint: `${called} --help lists them`,
    });
  }
  const { code, message } = error;
  const [what = '', suggestion] = message.replace(/^error: /, '').split('\n');
  const word = code === 'commander.unknownCommand' ? /'([^']*)'$/.exec(what)?.[1] : undefined;
  const meant = word === undefined ? undefined : otherWord(called, word);
  const text = what.charAt(0).toUpperCase() + what.slice(1);
  return new Failure('usage', text.endsWith('.') ? text : `${text}.`, {
    hint:
      meant ?? suggestion?.replace(/^\((.*)\)$/, '$1') ?? `${called} --help shows how it is used`,
  });
}
