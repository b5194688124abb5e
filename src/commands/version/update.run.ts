import type { Context } from '../../context.ts';
import { Failure } from '../../model/failure.ts';
import type { Slug } from '../../model/ids.ts';
import type { Version } from '../../model/resources.ts';
import { resolveVersion } from '../shared/names/version-names.ts';
import { versionsView } from './view.ts';

export interface UpdateVersionOptions {
  readonly name?: string;
  readonly slug?: string;
  readonly dryRun: boolean;
}

/** Changes name or slug of a version. Always sends the slug, because the platform would otherwise generate one from a new name. */
export async function updateVersion(
  context: Context,
  which: string,
  options: UpdateVersionOptions,
): Promise<void> {
  const { name, slug } = options;
  if (name === undefined && slug === undefined) {
    throw new Failure('usage', 'Nothing to change was given.', {
      hint: 'Give --name or --slug',
    });
  }
  if (slug !== undefined && !/^[A-Za-z0-9._-]+$/.test(slug)) {
    throw new Failure('usage', `"${slug}" is not a slug.`, {
      hint: 'A slug has only letters, digits and the characters . _ -',
    });
  }
  const { ui } = context;
  const api = await context.api();
  const version = await resolveVersion(context, which);
  const moves = slug !== undefined && slug !== version.slug;
  const change = {
    slug: moves ? (slug as Slug) : version.slug,
    ...(name === undefined ? {} : { name }),
  };
  const report = async (changed: Version): Promise<void> => {
    await ui.result([changed], versionsView(false));
  };
  if (options.dryRun) return report({ ...version, ...change });
  await ui.agree(
    moves
      ? `Every page of ${version.slug} gets a new URL. Continue?`
      : `Rename ${version.slug} to "${name ?? version.name}"?`,
  );
  await report(await api.versions.update(version.id, change));
}
