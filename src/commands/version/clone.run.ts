import type { Api } from '../../api/api.ts';
import type { Context } from '../../context.ts';
import { Failure } from '../../model/failure.ts';
import type { Slug } from '../../model/ids.ts';
import type { Version } from '../../model/resources.ts';
import type { ClonedVersion } from './document.ts';
import { guardLinks } from '../shared/broken-links.ts';
import { chooseVersion, resolveVersion } from '../shared/names/version-names.ts';
import { publishVersion } from './publish.run.ts';
import type { View } from '../../ui/ui.ts';

export interface CloneVersionOptions {
  readonly name: string;
  readonly slug?: string;
  readonly publish: boolean;
  readonly force: boolean;
  readonly dryRun: boolean;
}

/**
 * Copies a version with all its content. Three requests, the last of which checks that the copy
 * exists; two more to publish it. Rejects with `usage` if a version has that name or slug, with
 * `guard` if it should be published and links are broken, and with `outcome-unknown` if the answer
 * was lost and the copy is not there after the request timeout.
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
    `Copy ${source.slug} as "${name}", which then comes first in the project${then}?`,
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
    hint: 'Use letters, digits and dashes; docs version update can change it afterwards',
  });
}

/** Refuses a taken name or slug: an accidental second copy is as large as the first. */
function refuseTaken(versions: readonly Version[], name: string, slug: string | undefined): void {
  const taken = versions.find(
    (version) =>
      version.name.toLowerCase() === name.toLowerCase() ||
      (slug !== undefined && version.slug === slug),
  );
  if (taken === undefined) return;
  throw new Failure('usage', `There already is a version "${taken.name}" (${taken.slug}).`, {
    hint: `Give another --name or --slug; if an earlier run was interrupted and it is the copy, docs version publish ${taken.slug} publishes it`,
  });
}

interface Cloning {
  readonly source: Version;
  /** All versions before the clone. */
  readonly versions: readonly Version[];
  readonly options: CloneVersionOptions;
}

/** After a lost answer, looks for the copy by its name among the new versions, and again after the request timeout. */
async function clone(
  context: Context,
  api: Api,
  { source, versions, options: { name, slug } }: Cloning,
): Promise<Version> {
  const { signal, clock } = context.host;
  const create = { name, ...(slug === undefined ? {} : { slug: slug as Slug }) };
  const before = new Set(versions.map(({ id }) => id));
  const find = async (isCopy: (version: Version) => boolean): Promise<Version | undefined> =>
    (await api.versions.list(signal)).find((version) => !before.has(version.id) && isCopy(version));
  const sentAt = clock.now();
  const written = await api.versions.clone(source.id, create, signal);
  if (written.kind === 'refused' || written.kind === 'interrupted') throw written.failure;
  if (written.kind === 'done' && !before.has(written.value.id)) {
    const { id } = written.value;
    if (await find((version) => version.id === id)) return written.value;
    throw new Failure(
      'platform-refused',
      `The platform answered that it copied ${source.slug}, but it does not have the copy.`,
      { hint: 'docs version list shows what it has' },
    );
  }
  const isNamed = (version: Version): boolean => version.name === name;
  const made = await find(isNamed);
  if (made) return made;
  const { timeoutMs } = await context.config();
  const left = timeoutMs.value - (clock.now() - sentAt);
  if (left > 0) {
    context.ui.say(
      (style) =>
        `The answer about ${style.text(name)} was lost: checking again in ${Math.ceil(left / 1000)} s.`,
    );
    await clock.sleep(Math.min(left, timeoutMs.value), signal);
  }
  const late = await find(isNamed);
  if (late) return late;
  throw new Failure(
    'outcome-unknown',
    `The answer about the copy of ${source.slug} was lost, and the platform does not have it yet.`,
    { hint: 'docs version list shows whether it is there' },
  );
}

/** Tells the slug, because the folder of a version is named by it. */
function tellSlug(
  { ui }: Context,
  { slug }: Version,
  { name, slug: wanted }: CloneVersionOptions,
): void {
  if (wanted === slug || name === slug) return;
  if (wanted !== undefined) ui.warn(`The platform gave it the slug ${slug}, not ${wanted}.`);
  ui.say(
    (style) =>
      `Its slug, and the name of its folder, is ${style.text(slug)}; docs version update ${style.text(slug)} --slug changes it.`,
  );
}

const clonedVersionView: View<ClonedVersion> = ({ from, version, planned }, style) => {
  if (planned !== null)
    return `${style.text(from)} would be copied as ${style.text(`"${planned.name}"`)}`;
  if (version === null) return '';
  const { slug, id, published } = version;
  const state = published ? 'published' : 'not published';
  return `${style.green('✔')} ${style.text(slug)} (${id}) is a copy of ${style.text(from)}, ${state}`;
};
