import { setMaxListeners } from 'node:events';
import { CommanderError, type Command } from 'commander';
import { asksFirst, ownershipOf, readsInput, refuseUnasked } from './consent.ts';
import { Composition } from './context.ts';
import type { Host } from './host.ts';
import { EXIT, Failure, INTERRUPTED } from './model/failure.ts';
import { fileFailure } from './model/file-trouble.ts';
import { buildProgram, calledCommand, globalFlags, onlyComputes, wantsUi } from './program.ts';
import { ClosedPipe } from './ui/ui.ts';
import { type Called, isGroupAlone, usageFailure } from './commands/help/usage-failure.ts';

/**
 * Runs the command line `argv` (without node and script) and resolves to the exit code. Never
 * rejects or ends the process. Only this function catches errors for good and prints them: ADR 60.
 */
export async function main(argv: readonly string[], host: Host): Promise<number> {
  // Many requests and waits listen to the signal at the same time.
  setMaxListeners(0, host.signal);
  const context: Composition = new Composition(host, () => globalFlags(program));
  let asks = false;
  const program: Command = buildProgram(context).hook('preAction', async (_, called) => {
    if (!onlyComputes(called)) host.heedSignals();
    if (!wantsUi(called)) return;
    asks = asksFirst(called);
    const refuse = (): void => refuseUnasked(called, context.ui);
    await context.start(refuse, ownershipOf(called));
    // Refuses before the user types a list that would then be refused.
    if (readsInput(called)) refuse();
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
    const run = await context.untilFailure();
    const untouched = asks && !run.consented;
    const failure = asFailure(error, host, calledCommand(program), untouched);
    const { printFailure } = await import('./ui/failure.ts');
    await printFailure(failure ?? error, host, globalFlags(program), run);
    return failure?.exitCode ?? 1;
  } finally {
    await context.close();
  }
}

/**
 * The error as a `Failure`. Returns undefined for a bug. `untouched`: the command has not asked
 * yet, so it has not changed anything.
 */
function asFailure(
  error: unknown,
  host: Host,
  called: Called,
  untouched: boolean,
): Failure | undefined {
  const isCut = error instanceof Failure ? error.message === INTERRUPTED : host.signal.aborted;
  if (isCut && untouched) return interrupted(`${INTERRUPTED} Nothing was changed.`, error);
  if (error instanceof Failure) return error;
  if (error instanceof CommanderError) return usageFailure(error, called);
  // After Ctrl-C, whatever was interrupted throws an error of its own.
  if (isCut) return interrupted(INTERRUPTED, error);
  const missing = missingPackage(error);
  if (missing) return missing;
  // An error of the system, such as a full disk. Node leaves out the path if the file was open.
  const path = error instanceof Error && 'path' in error ? `"${String(error.path)}"` : 'A file';
  return fileFailure(error, 'failed', `${path} cannot be used`);
}

/**
 * The failure to load what is beside the bundle: the store and the driver of the embedded platform
 * (ADR 2). The store has a binary for each system.
 */
function missingPackage(error: unknown): Failure | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code, message } = error as NodeJS.ErrnoException;
  const isMissing = code === 'MODULE_NOT_FOUND' && /'(?:@?libsql|pg)\b/.test(message);
  if (!isMissing && code !== 'ERR_DLOPEN_FAILED') return undefined;
  const [why = ''] = message.split('\n', 1);
  return new Failure('failed', `The embedded platform cannot run here: ${why}.`, {
    hint: 'Install the tool again on this system, with its dependencies; other commands do without them',
    cause: error,
  });
}

const interrupted = (message: string, cause: unknown): Failure =>
  new Failure('interrupted', message, { cause });
