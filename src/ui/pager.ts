import { spawn } from 'node:child_process';
import type { Host } from '../host.ts';
import { withoutSecrets } from '../programs/environment.ts';
import { safePath } from '../programs/find-program.ts';

/**
 * Shows `text` through `$PAGER` (default: `less -FRX`) and resolves after the reader has closed it. Resolves to `false` if no pager could be
 * started: then the caller has to write the text.
 */
export async function page(text: string, host: Host): Promise<boolean> {
  const command = host.env['PAGER'] ?? 'less';
  if (command === '' || command === 'cat') return false;
  // The pager handles Ctrl-C itself, so it gets the terminal while it runs.
  const pager = spawn(command, {
    shell: true,
    cwd: host.cwd,
    env: {
      // Otherwise cmd.exe looks in the working folder first.
      NoDefaultCurrentDirectoryInExePath: '1',
      ...withoutSecrets(host.env),
      PATH: safePath(host, []),
      LESS: host.env['LESS'] ?? 'FRX',
    },
    stdio: ['pipe', 'inherit', 'inherit'],
  });
  // A reader who leaves early closes the pipe: that is not an error.
  pager.stdin.on('error', () => undefined);
  pager.stdin.end(text);
  const code = await new Promise<number | null>((resolve) => {
    pager.on('error', () => resolve(null));
    pager.on('close', resolve);
  });
  // 126, 127: the shell could not run it.
  return code !== null && code !== 126 && code !== 127;
}
