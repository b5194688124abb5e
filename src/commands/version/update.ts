import { Command } from 'commander';
import type { Context } from '../../context.ts';
import { Failure } from '../../model/failure.ts';
import type { Slug } from '../../model/ids.ts';
import type { Version } from '../../model/resources.ts';
import { writing } from '../../consent.ts';

interface UpdateOptions {
  readonly name?: string;
  readonly slug?: string;
  readonly dryRun: boolean;
}

export const versionUpdateCommand = (context: Context): Command =>
  writing(new Command('update'))
    .summary('change the name or the slug of a version')
    .description(
      'Changes the name or the slug of a version. A new slug changes the URL of every page in it. Asks first; ' +
        'without a terminal it wants --yes.',
    )
    .argument('<version>', 'slug, name or id, or `latest`')
    .option('--name <name>', 'its new name')
    .option('--slug <slug>', 'its new slug')
    .option('-n, --dry-run', 'show it as it would be, and stop', false)
    .addHelpText(
      'after',
      '\nExamples:\n  $ docs version update v1.0 --name "Version 1.0 (LTS)"\n  $ docs version update 1234 --slug v1.0',
    )
    .action((name: string, options: UpdateOptions) => updateVersion(context, name, options));

/** Renames a version. The slug is always sent, so that the platform does not make one of a new name. */
async function updateVersion(
  context: Context,
  which: string,
  options: UpdateOptions,
): Promise<void> {
  const { name, slug } = options;
  if (name === undefined && slug === undefined) {
    throw new Failure('usage', 'There is nothing to change.', {
      hint: 'give --name, --slug or both',
    });
  }
  if (slug !== undefined && !/^[A-Za-z0-9._-]+$/.test(slug)) {
    throw new Failure('usage', `"${slug}" is no slug.`, {
      hint: 'letters, digits, -, _ and . make a slug',
    });
  }
  const { ui } = context;
  const api = await context.api();
  const { resolveVersion } = await import('../resolve-version.ts');
  const version = await resolveVersion(api, which);
  const moves = slug !== undefined && slug !== version.slug;
  const change = {
    slug: moves ? (slug as Slug) : version.slug,
    ...(name === undefined ? {} : { name }),
  };
  const report = async (changed: Version): Promise<void> => {
    const { versionsView } = await import('../../ui/views/versions.ts');
    await ui.result([changed], versionsView(false));
  };
  if (options.dryRun) return report({ ...version, ...change });
  await ui.agree(
    moves
      ? `Every page of ${version.slug} gets another URL. Go on?`
      : `Rename ${version.slug} to "${name ?? version.name}"?`,
  );
  await report(await api.versions.update(version.id, change));
}
