import { Command } from 'commander';
import type { Context } from '../../context.ts';
import type { PlaceFlags } from './place.ts';
import { onPlatform } from './database-option.ts';

const PLACES = '<version[/documentation]...>';

const publishing = (
  context: Context,
  name: string,
  summary: string,
  description: string,
  published: boolean,
): Command =>
  onPlatform(
    new Command(name)
      .summary(summary)
      .description(
        `${description} A version stands for all documentations in it. Works on the data of docs platform start, even while it runs; the API cannot do it.`,
      )
      .argument(PLACES, 'slugs, as docs list shows them'),
  )
    .addHelpText(
      'after',
      `
Examples:
  $ docs platform ${name} v2-0 --data ~/docs-platform
  $ docs platform ${name} v2-0/guides v2-0/faq --data ~/docs-platform`,
    )
    .action(async (places: readonly string[], flags: PlaceFlags) => {
      const { publishDocumentations } = await import('./publish.run.ts');
      await publishDocumentations(context, places, { ...flags, published });
    });

export const platformPublishCommand = (context: Context): Command =>
  publishing(
    context,
    'publish',
    'let readers see documentations',
    'Publishes documentations, as the editor of the service does: in the copy of a version, none are published.',
    true,
  );

export const platformUnpublishCommand = (context: Context): Command =>
  publishing(
    context,
    'unpublish',
    'hide documentations from readers',
    'Hides documentations from readers, as the editor of the service does.',
    false,
  );
