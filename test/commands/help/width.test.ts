import { expect, test } from 'vitest';
import { pathOf, visible } from '../../../tools/commands-doc.js';
import { programIn } from '../../support/command-lines.ts';
import { runDocs } from '../../support/host.ts';

test('help of every command is within 60 columns, but for single words', () => {
  const program = programIn('/');
  const help = program.createHelp();
  help.prepareContext({ helpWidth: 60 });
  const children = visible(program);
  const commands = [program, ...children, ...children.flatMap(visible)];
  expect(commands.length).toBeGreaterThan(40);
  const long = commands.flatMap((command) =>
    help
      .formatHelp(command, help)
      .split('\n')
      .filter((line) => line.length > 60 && line.trim().includes(' ') && !line.startsWith('Usage:'))
      .map((line) => `${pathOf(command)}: ${line}`),
  );

  expect(long).toEqual([]);
});

test('what stands below the options of a command is within 60 columns, and examples can be told apart', async () => {
  for (const argv of [['--help'], ['access', 'grant', '--help'], ['platform', 'start', '--help']]) {
    const { stdout } = await runDocs(argv, { cwd: '/', terminal: true, columns: 60 });
    const lines = stdout.split('\n');
    expect(lines.filter((line) => line.length > 60 && line.trim().includes(' '))).toEqual([]);
    const wide = (await runDocs(argv, { cwd: '/', terminal: true, columns: 100 })).stdout;
    const examples = (text: string): readonly string[] =>
      text
        .replaceAll(/\n {6,}(?=\S)/g, ' ')
        .split('\n')
        .filter((line) => line.startsWith('  $ '));
    expect(examples(stdout)).toEqual(examples(wide));
  }
});

test('help in a pipe is not wrapped', async () => {
  const { stdout } = await runDocs(['platform', 'start', '--help'], { cwd: '/' });
  expect(stdout).toContain(
    '$ docs platform start --database postgres://docs@db.example.com/docs --port 4000 --metrics-port 9464 --log json --drain 10\n',
  );
});
