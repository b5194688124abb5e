import { Command } from 'commander';
import type { Context } from '../../context.ts';
import type { DevFlags } from './dev.run.ts';
import { portNumber, several } from '../arguments.ts';

export const devCommand = (context: Context): Command =>
  new Command('dev')
    .aliases(['preview', 'serve'])
    .summary('show the folder as a site that changes as files are saved')
    .description(
      'Shows the pages of this folder in a browser as readers would see them after docs push --publish, until Ctrl-C or SIGTERM. ' +
        'Saved changes appear in place. Needs no key and no platform. Only this machine can read the site, unless --host says ' +
        'otherwise. Not shown: CSS and HTML of _theme/, links and groups of the top navigation, and what glossary terms mean.',
    )
    .option('--drafts', 'show drafts and unpublished pages', false)
    .option('--audience <id>', 'also show pages for this audience; may be repeated', several, [])
    .option(
      '--port <number>',
      'port; 0: any free one; default: 4400, or any if that is in use',
      portNumber,
    )
    .option('--host <address>', 'listen on this address, so that others can read it')
    .option('--open', 'open it in the browser', false)
    .addHelpText(
      'after',
      `
Examples:
  $ docs dev
  $ docs dev --drafts --open
  $ docs dev --port 8080 --host 192.168.1.20`,
    )
    .action(async (flags: DevFlags) => {
      const { runDev } = await import('./dev.run.ts');
      await runDev(context, flags);
    });
