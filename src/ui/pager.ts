import { spawn } from 'node:child_process';
import type { Host } from '../host.ts';
import { withoutSecrets } from '../programs/environment.ts';
import { safePath } from '../programs/find-program.ts';

/**
 * Shows `text` through `$PAGER` (`less -FRX` if there is none) and resolves once the reader has left it. Resolves to
 * `false` if no pager could be started: then the text is still to be written.
 */
export async function page(text: string, host: Host): Promise<boolean> {
  const command = host.env['PAGER'] ?? 'less';
  if (command === '' || command === 'cat') return false;
  // The pager takes Ctrl-C for itself, so the terminal is its own while it runs.
  const pager = spawn(command, {
    shell: true,
    cwd: host.cwd,
    env: {
      // cmd.exe looks in the working folder first otherwise.
      NoDefaultCurrentDirectoryInExePath: '1',
      ...withoutSecrets(host.env),
      PATH: safePath(host, []),
      LESS: host.env['LESS'] ?? 'FRX',
    },
    stdio: ['pipe', 'inherit', 'inherit'],
  });
  // A reader who leaves early closes the pipe: no error.
  pager.stdin.on('error', () => undefined);
  pager.stdin.end(text);
  const code = await new Promise<number | null>((resolve) => {
    pager.on('error', () => resolve(null));
    pager.on('close', resolve);
  });
  // 126, 127: the shell could not run it.
  return code !== null && code !== 126 && code !== 127;
}
