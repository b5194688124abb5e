import type { Api } from '../../api/api.ts';
import type { Context } from '../../context.ts';
import { Failure } from '../../model/failure.ts';
import type { Slug } from '../../model/ids.ts';
import type { Version } from '../../model/resources.ts';
import type { ClonedVersion } from '../../ui/documents/versions.ts';
import { clonedVersionView } from '../../ui/views/versions.ts';
import { guardLinks } from '../inventory/broken-links.ts';
import { chooseVersion, resolveVersion } from '../names/version-names.ts';
import { publishVersion } from './publish-version.ts';

export interface CloneVersionOptions {
  readonly name: string;
  readonly slug?: string;
  readonly publish: boolean;
  readonly force: boolean;
  readonly dryRun: boolean;
}

/**
 * Copies a version with all that is in it. Three requests; two more to publish it. Rejects with `usage` if there is a version of that
 * name or slug, and with `guard` if links are broken and it is to be published.
 */
export async function cloneVersion(
  context: Context,
  which: string,
  options: CloneVersionOptions,
): Promise<void> {
  const { ui, host } = context;
  const { name, slug, publish, dryRun, force } = options;
  requireSlug(slug);
  const api = await context.api();
  const versions = await api.versions.list(host.signal);
  const source =
    which === 'latest' ? await resolveVersion(context, which) : chooseVersion(versions, which);
  refuseTaken(versions, name, slug);
  if (publish) await guardLinks(context, [source], { force, dryRun });
  if (dryRun) {
    const planned = { name, slug: slug ?? null, published: publish };
    await ui.result<ClonedVersion>(
      { from: source.slug, version: null, planned },
      clonedVersionView,
    );
    return;
  }
  const then = publish ? ', and let readers see it' : '';
  await ui.agree(
    `Copy ${source.slug} as "${name}", which comes first in the project then${then}?`,
    'Nothing was copied.',
  );
  const copy = await clone(context, api, { source, versions, options });
  const report = (version: Version): Promise<void> =>
    ui.result<ClonedVersion>({ from: source.slug, version, planned: null }, clonedVersionView);
  if (!publish) {
    await report(copy);
    tellSlug(context, copy, options);
    return;
  }
  try {
    await report(await publishVersion(api, copy, true, host.signal));
  } catch (error) {
    await report(copy);
    throw error;
  }
}

function requireSlug(slug: string | undefined): void {
  if (slug === undefined || /^[A-Za-z0-9-]+$/.test(slug)) return;
  throw new Failure('usage', `"${slug}" cannot be the slug of a copy.`, {
    hint: 'Letters, digits and dashes; docs version update gives it another one afterwards',
  });
}

/** A second copy by accident is as large as the first. */
function refuseTaken(versions: readonly Version[], name: string, slug: string | undefined): void {
  const taken = versions.find(
    (version) =>
      version.name.toLowerCase() === name.toLowerCase() ||
      (slug !== undefined && version.slug === slug),
  );
  if (taken === undefined) return;
  throw new Failure('usage', `There is a version "${taken.name}" (${taken.slug}) already.`, {
    hint: 'Give another --name or --slug; if an earlier run was cut off, it may be the copy that you asked for',
  });
}

interface Cloning {
  readonly source: Version;
  /** All versions before. */
  readonly versions: readonly Version[];
  readonly options: CloneVersionOptions;
}

/** A copy whose answer was lost is looked for by its name among the versions that were not there before. */
async function clone(
  { host: { signal } }: Context,
  api: Api,
  { source, versions, options: { name, slug } }: Cloning,
): Promise<Version> {
  const create = { name, ...(slug === undefined ? {} : { slug: slug as Slug }) };
  const written = await api.versions.clone(source.id, create, signal);
  if (written.kind === 'done') return written.value;
  if (written.kind === 'lost') {
    const before = new Set(versions.map(({ id }) => id));
    const now = await api.versions.list(signal);
    const made = now.find((version) => version.name === name && !before.has(version.id));
    if (made) return made;
  }
  throw written.failure;
}

/** The folder of a version is called by its slug. */
function tellSlug(
  { ui }: Context,
  { slug }: Version,
  { name, slug: wanted }: CloneVersionOptions,
): void {
  if (wanted === slug || name === slug) return;
  if (wanted !== undefined) ui.warn(`The platform gave it the slug ${slug}, not ${wanted}.`);
  ui.say(
    (style) =>
      `Its slug, and the name of its folder, is ${style.text(slug)}; docs version update ${style.text(slug)} --slug gives it another.`,
  );
}
