import type { Context } from '../../context.ts';
import { Failure } from '../../model/failure.ts';
import type { Slug } from '../../model/ids.ts';
import type { Version } from '../../model/resources.ts';
import { resolveVersion } from '../shared/names/version-names.ts';
import { runBatch } from '../shared/batch/batch.ts';
import type { UpdatedVersion } from './document.ts';

export interface UpdateVersionOptions {
  readonly name?: string;
  readonly slug?: string;
  readonly dryRun: boolean;
}

/** Changes name or slug of a version. Sends nothing if both are as wanted. Always sends the slug, because the platform would otherwise generate one from a new name. */
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
  const api = await context.api();
  const version = await resolveVersion(context, which);
  const moves = slug !== undefined && slug !== version.slug;
  const to = { name: name ?? version.name, slug: moves ? (slug as Slug) : version.slug };
  const isAsWanted = !moves && to.name === version.name;
  const named = `named "${to.name}"${moves ? `, with the slug ${to.slug}` : ''}`;
  await runBatch<Version, UpdatedVersion>(context, {
    dryRun: options.dryRun,
    plan: [
      {
        of: version,
        item: {
          name: version.slug,
          state: isAsWanted ? 'unchanged' : 'planned',
          reason: null,
          id: version.id,
          version,
          to,
        },
      },
    ],
    question: moves
      ? `Every page of ${version.slug} gets a new URL. Continue?`
      : `Rename ${version.slug} to "${to.name}"?`,
    send: async ({ id }) => {
      const change = { slug: to.slug, ...(name === undefined ? {} : { name }) };
      return { version: await api.versions.update(id, change, context.host.signal) };
    },
    words: { one: 'version', done: named, says: { done: () => `is now ${named}` } },
  });
}
