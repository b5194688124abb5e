import type { Api } from '../../api/api.ts';
import type { Context } from '../../context.ts';
import { Failure } from '../../model/failure.ts';
import type { Slug } from '../../model/ids.ts';
import type { Version } from '../../model/resources.ts';
import type { ClonedVersion } from '../../ui/documents/versions.ts';
import { clonedVersionView } from '../../ui/views/versions.ts';
import { guardLinks } from '../inventory/broken-links.ts';
import { chooseVersion, resolveVersion } from '../names/version-names.ts';
import { OpenClones } from './open-clones.ts';
import type { OpenClone } from './open-clones.ts';
import { publishVersion } from './publish-version.ts';

export interface CloneVersionOptions {
  readonly name: string;
  readonly slug?: string;
  readonly publish: boolean;
  readonly force: boolean;
  readonly dryRun: boolean;
}

/**
 * Copies a version with all its content. Three requests, the last of which checks that the copy exists; two more to publish it. First looks
 * for a copy that an earlier run requested without seeing the answer. Rejects with `usage` if a version has that name or slug, and with
 * `guard` if it should be published and links are broken.
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
  const clones = await OpenClones.of(context);
  const open = dryRun ? undefined : clones.find({ source: source.id, name });
  const earlier = open && (await madeEarlier(context, api, { open, versions }));
  if (!earlier) refuseTaken(versions, name, slug);
  if (publish) await guardLinks(context, [source], { force, dryRun });
  if (dryRun) {
    const planned = { name, slug: slug ?? null, published: publish };
    await ui.result<ClonedVersion>(
      { from: source.slug, version: null, planned },
      clonedVersionView,
    );
    return;
  }
  if (earlier) {
    ui.say(
      (style) => `An earlier run asked for ${style.text(name)}, and the platform has created it.`,
    );
    await clones.forget({ source: source.id, name });
  }
  const then = publish ? ', and let readers see it' : '';
  if (!earlier || publish) {
    const what = earlier
      ? `Let readers see ${earlier.slug}?`
      : `Copy ${source.slug} as "${name}", which then comes first in the project${then}?`;
    await ui.agree(what, earlier ? 'Nothing was published.' : 'Nothing was copied.');
  }
  const copy = earlier ?? (await clone(context, api, { source, versions, options, clones }));
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
    hint: 'Give another --name or --slug; if an earlier run was interrupted, it may be the copy that you asked for',
  });
}

interface Cloning {
  readonly source: Version;
  /** All versions before the clone. */
  readonly versions: readonly Version[];
  readonly options: CloneVersionOptions;
  readonly clones: OpenClones;
}

/** After a lost answer, looks for the copy by its name among the new versions, and again after the request timeout. */
async function clone(
  context: Context,
  api: Api,
  { source, versions, options: { name, slug }, clones }: Cloning,
): Promise<Version> {
  const { signal, clock } = context.host;
  const create = { name, ...(slug === undefined ? {} : { slug: slug as Slug }) };
  const before = versions.map(({ id }) => id);
  const intent = { source: source.id, name, at: clock.now(), before };
  await clones.note(intent);
  const written = await api.versions.clone(source.id, create, signal);
  if (written.kind === 'done' && !before.includes(written.value.id)) {
    const { value } = written;
    const isThere = (await api.versions.list(signal)).some(({ id }) => id === value.id);
    await clones.forget(intent);
    if (isThere) return value;
    throw new Failure(
      'platform-refused',
      `The platform answered that it copied ${source.slug}, but it does not have the copy.`,
      { hint: 'docs version list shows what it has' },
    );
  }
  if (written.kind === 'lost' || written.kind === 'done') {
    const now = await api.versions.list(signal);
    const made = await madeEarlier(context, api, { open: intent, versions: now });
    if (made) {
      await clones.forget(intent);
      return made;
    }
    throw new Failure(
      'outcome-unknown',
      `The answer about the copy of ${source.slug} was lost, and the platform does not have it yet.`,
      { hint: 'Run the same command again; it first checks whether the copy is there' },
    );
  }
  if (written.kind !== 'interrupted') await clones.forget(intent);
  throw written.failure;
}

interface Sought {
  readonly open: Omit<OpenClone, 'baseUrl'>;
  readonly versions: readonly Version[];
}

/** The copy that an earlier run requested. Resolves to undefined if it does not exist and the platform can no longer be creating it. */
async function madeEarlier(
  context: Context,
  api: Api,
  { open, versions }: Sought,
): Promise<Version | undefined> {
  const { clock, signal } = context.host;
  const { name, at, before } = open;
  const among = (some: readonly Version[]): Version | undefined =>
    some.find((version) => version.name === name && !before.includes(version.id));
  const made = among(versions);
  if (made) return made;
  const { timeoutMs } = await context.config();
  const left = timeoutMs.value - (clock.now() - at);
  if (left <= 0) return undefined;
  context.ui.say(
    (style) =>
      `The answer about ${style.text(name)} was lost: checking again in ${Math.ceil(left / 1000)} s.`,
  );
  await clock.sleep(Math.min(left, timeoutMs.value), signal);
  return among(await api.versions.list(signal));
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
