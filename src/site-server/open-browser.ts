/** Opens an address in the browser of the system. */
import { spawn } from 'node:child_process';
import type { Host } from '../host.ts';
import { withoutSecrets } from '../programs/environment.ts';
import { findProgram } from '../programs/find-program.ts';
import type { Ui } from '../ui/ui.ts';

/** What opens addresses, by system, with what stands before the address. */
const OPENERS: Readonly<
  Partial<Record<NodeJS.Platform, readonly [program: string, ...before: string[]]>>
> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/** Resolves once it is opened, or after two seconds. Says so if it cannot be done; what was to be shown is there all the same. */
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

function start(
  program: string,
  args: readonly string[],
  { env, clock, signal }: Host,
): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      env: withoutSecrets(env),
      stdio: 'ignore',
      detached: true,
    });
    child.once('error', () => {
      resolve(false);
    });
    // It says by its exit code whether there is a browser; or it is the browser, and stays.
    child.once('exit', (code) => {
      resolve(code === 0);
    });
    child.once('spawn', () => {
      child.unref();
      clock.sleep(LONGEST_MS, signal).then(
        () => resolve(true),
        () => resolve(true),
      );
    });
  });
}

/** How long a program may take to say that it cannot open anything. */
const LONGEST_MS = 2_000;
