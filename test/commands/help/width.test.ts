import { expect, test } from 'vitest';
import { pathOf, visible } from '../../../tools/commands-doc.js';
import { programIn } from '../../support/command-lines.ts';

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
