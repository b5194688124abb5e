/** Opens an address in the browser of the system. */
import type { Host } from '../../host.ts';
import { ALONE, loadExeca, withoutSecrets } from '../../system/programs/start-program.ts';
import { findProgram } from '../../system/programs/find-program.ts';
import type { Ui } from '../../ui/ui.ts';

/** Programs that open addresses, by system, with the arguments before the address. */
const OPENERS: Readonly<
  Partial<Record<NodeJS.Platform, readonly [program: string, ...before: string[]]>>
> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/**
 * Resolves once the address is opened, or after two seconds. Reports a failure, and does not
 * reject.
 */
export async function openBrowser(url: string, host: Host, root: string, ui: Ui): Promise<void> {
  const [name, ...before] = OPENERS[host.platform] ?? ['xdg-open'];
  const program = findProgram(name, host, [root, host.cwd]);
  const started = program === undefined ? false : await start(program, [...before, url], host);
  if (!started)
    ui.warn(
      `The browser could not be opened: ${name} was not found or did not start.`,
      `Open ${url}`,
    );
}

/**
 * Starts the program. Its exit code shows whether there is a browser; if it is the browser itself,
 * it does not exit.
 */
async function start(
  program: string,
  args: readonly string[],
  { env, clock, signal }: Host,
): Promise<boolean> {
  const execa = await loadExeca();
  const child = execa(program, args, {
    ...ALONE,
    env: withoutSecrets(env),
    stdio: 'ignore',
    detached: true,
  });
  child.unref();
  const ended = new AbortController();
  const stays = clock.sleep(MAX_WAIT_MS, AbortSignal.any([signal, ended.signal])).then(
    () => true,
    () => true,
  );
  const answered = child.then(({ exitCode }) => exitCode === 0);
  return Promise.race([answered, stays]).finally(() => ended.abort());
}

/** How long to wait for a program to report that it cannot open anything. */
const MAX_WAIT_MS = 2_000;
