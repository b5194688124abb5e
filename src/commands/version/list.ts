import { Command } from 'commander';
import type { Context } from '../../context.ts';

interface ListOptions {
  readonly published: boolean;
  readonly exact: boolean;
}

export const versionListCommand = (context: Context): Command =>
  new Command('list')
    .summary('list versions')
    .description('Lists the versions that the key may see, in the order of the project.')
    .option('--published', 'only those that readers can see', false)
    .option('--exact', 'show dates instead of "3 days ago"', false)
    .addHelpText(
      'after',
      '\nExamples:\n  $ docs version list\n  $ docs version list --published --json',
    )
    .action((options: ListOptions) => listVersions(context, options));

/** Prints the versions. One request. */
async function listVersions(context: Context, options: ListOptions): Promise<void> {
  const api = await context.api();
  // What is needed next is loaded while the platform answers.
  const [listed, { inOrder }, { rememberPlaces }, { versionsView }] = await Promise.all([
    api.versions.list(),
    import('../resolve-version.ts'),
    import('../completion/names.ts'),
    import('../../ui/views/versions.ts'),
  ]);
  const versions = inOrder(listed);
  const shown = options.published ? versions.filter(({ published }) => published) : versions;
  await rememberPlaces(
    context,
    versions.map(({ slug }) => slug),
  );
  await context.ui.result(shown, versionsView(options.exact), { long: true });
}
