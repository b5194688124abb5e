import { Command } from 'commander';
import type { Context } from '../../context.ts';
import type { MoveFlags } from './move.run.ts';

export const moveCommand = (context: Context): Command =>
  new Command('move')
    .aliases(['mv', 'rename'])
    .summary('move or rename a page, a folder or a picture, and change the links to it')
    .description(
      'Moves a page with the pages below it, a folder of pages, or a file that pages show, within this folder. Changes the links of all pages, posts and ' +
        'navigations so that they lead where they led, and the lock file so that the pages keep their ids. Pages stay in their documentation. ' +
        'Needs no key and no network: docs push then changes the addresses on the platform. Writes nothing if something is in the way.',
    )
    .argument('<from>', 'a page file or its key, a folder, or another file of a content folder')
    .argument('<to>', 'the new path; if it is a folder, or ends in /, the old name in it')
    .option('-n, --dry-run', 'show what would be done, and write nothing', false)
    .addHelpText(
      'after',
      `
Examples:
  $ docs move docs/v1.0/guide/install.md docs/v1.0/guide/setup.md
  $ docs move docs/v1.0/guide/install.md docs/v1.0/guide/start/
  $ docs move docs/v1.0/guide/start docs/v1.0/guide/begin --dry-run`,
    )
    .action(async (from: string, to: string, flags: MoveFlags) => {
      const { runMove } = await import('./move.run.ts');
      await runMove(context, from, to, flags);
    });
