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
 * process. The only place where an error is caught for good and the only one that prints it: ADR 60.
 */
export async function main(argv: readonly string[], host: Host): Promise<number> {
  // Every request and every wait listens to it, and there are many at once.
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
    // A group of commands without a verb: its help is on stderr already.
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

/** `undefined`: a bug of ours. */
function asFailure(error: unknown, host: Host, called: string): Failure | undefined {
  if (error instanceof Failure) return error;
  if (error instanceof CommanderError) return usageFailure(error, called);
  // Whatever was cut short by Ctrl-C says so in its own way.
  if (host.signal.aborted) return new Failure('interrupted', 'Interrupted.', { cause: error });
  // A full disk, a folder without rights: where no command says it better. Node leaves the path out where the file was open already.
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
