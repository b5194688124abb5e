/** Opens an address in the browser of the system. */
import type { Host } from '../../../host.ts';
import { ALONE, loadExeca, withoutSecrets } from '../../../system/programs/start-program.ts';
import { findProgram } from '../../../system/programs/find-program.ts';
import type { Ui } from '../../../ui/ui.ts';

/** What opens addresses, by system, with what stands before the address. */
const OPENERS: Readonly<
  Partial<Record<NodeJS.Platform, readonly [program: string, ...before: string[]]>>
> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/** Resolves once it is opened, or after two seconds. If it cannot be done, only says so. */
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

/** It says by its exit code whether there is a browser; or it is the browser, and stays. */
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

/** How long a program may take to say that it cannot open anything. */
const MAX_WAIT_MS = 2_000;
