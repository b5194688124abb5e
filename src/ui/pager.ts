import type { Host } from '../host.ts';
import { ALONE, loadExeca, withoutSecrets } from '../system/programs/start-program.ts';
import { safePath } from '../system/programs/find-program.ts';

/**
 * Shows `text` through `$PAGER` (default: `less -FRX`) and resolves after the reader has closed it.
 * Resolves to `false` if no pager could be started: then the caller has to write the text.
 */
export async function page(text: string, host: Host): Promise<boolean> {
  const command = host.env['PAGER'] ?? 'less';
  if (command === '' || command === 'cat') return false;
  const execa = await loadExeca();
  // The pager handles Ctrl-C itself, so it gets the terminal while it runs.
  const { exitCode } = await execa(command, {
    ...ALONE,
    shell: true,
    cwd: host.cwd,
    env: {
      // Otherwise cmd.exe looks in the working folder first.
      NoDefaultCurrentDirectoryInExePath: '1',
      ...withoutSecrets(host.env),
      PATH: safePath(host, []),
      LESS: host.env['LESS'] ?? 'FRX',
    },
    // A reader who leaves early closes the pipe: that is not an error.
    input: text,
    stdout: 'inherit',
    stderr: 'inherit',
  });
  // 126, 127: the shell could not run it.
  return exitCode !== undefined && exitCode !== 126 && exitCode !== 127;
}
