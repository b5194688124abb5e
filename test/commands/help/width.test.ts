import { once } from 'node:events';
import { expect, test } from 'vitest';
import { main } from '../../../src/main.ts';
import { widthOf } from '../../../src/ui/width.ts';
import { pathOf, visible } from '../../../tools/commands-doc.js';
import { programIn } from '../../support/command-lines.ts';
import { createHost, runDocs } from '../../support/host.ts';
import { openWorld } from '../../support/world.ts';

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

const NARROW = { terminal: true, columns: 60 };

test('docs whoami and docs platform start fit into 60 columns and cut nothing, but for lines to copy', async () => {
  const files = Object.fromEntries(
    ['v1', 'v2', 'v3'].map((version) => [`docs/${version}/guide/a.md`, 'Text']),
  );
  const world = await openWorld(files);
  const { stdout } = await world.runAs(NARROW, 'whoami');
  expect(stdout).not.toContain('…');
  expect(stdout.split('\n').filter((line) => widthOf(line) > 60)).toEqual([]);
  expect(stdout.replaceAll(/\s+/g, ' ')).toContain(
    'v3 (published), v2 (published) and v1 (published)',
  );

  const stop = new AbortController();
  const started = createHost({ cwd: world.folder, ...NARROW, signal: stop.signal });
  const serving = main(
    ['platform', 'start', '--site', '--from', '.', '--data', 'kept/in/a/folder'],
    started.host,
  );
  await Promise.race([once(started.host.stdout, 'data'), serving]);
  stop.abort();
  expect(await serving).toBe(0);
  const lines = started.stdout().split('\n');
  expect(lines.filter((line) => widthOf(line) > 60 && !line.includes('export '))).toEqual([]);
});
