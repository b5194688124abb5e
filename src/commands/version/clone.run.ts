import type { Api } from '../../api/api.ts';
import type { Context } from '../../context.ts';
import { Failure } from '../../model/failure.ts';
import type { Slug } from '../../model/ids.ts';
import type { Version } from '../../model/resources.ts';
import { runBatch } from '../shared/batch/batch.ts';
import type { BatchWords } from '../shared/batch/view.ts';
import type { ClonedVersion } from './document.ts';
import { guardLinks } from '../shared/broken-links.ts';
import { chooseVersion, resolveVersion } from '../shared/names/version-names.ts';
import { publishVersion } from './publish.run.ts';

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
  const then = publish ? ', and let readers see it' : '';
  await runBatch<Version, ClonedVersion>(context, {
    dryRun,
    plan: [
      {
        of: source,
        item: {
          name,
          state: 'planned',
          reason: null,
          id: null,
          from: source.slug,
          version: null,
          warnings: [],
        },
      },
    ],
    question: `Copy ${source.slug} as "${name}", which then comes first in the project${then}?`,
    nothing: 'Nothing was copied.',
    send: async () => {
      const version = await clone(context, api, { source, versions, options });
      const isOther = slug !== undefined && slug !== version.slug;
      const given = `The platform gave it the slug ${version.slug}, not ${slug}.`;
      const copied = { id: version.id, version, warnings: isOther ? [given] : [] };
      if (isOther) ui.warn(given);
      if (!publish) return copied;
      try {
        return { ...copied, version: await publishVersion(api, version, true, host.signal) };
      } catch (failure) {
        if (!(failure instanceof Failure)) throw failure;
        // The copy exists nevertheless.
        return { ...copied, state: 'done', reason: failure.message, failure };
      }
    },
    words: wordsOf(slug),
  });
}

const wordsOf = (slug: string | undefined): BatchWords<ClonedVersion> => ({
  one: 'version',
  done: 'copied',
  label: ({ name, version }) =>
    version === null ? `"${name}"` : `${version.slug} (${version.id})`,
  says: {
    planned: ({ from }) => `would be a copy of ${from}`,
    done: ({ from, version }) =>
      `is a copy of ${from}, ${version?.published ? 'published' : 'not published'}`,
  },
  // Reports an unexpected slug, because the folder of a version is named after its slug.
  notes: ({ name, version }) =>
    version === null || [slug, name].includes(version.slug)
      ? []
      : [
          `its slug, and the name of its folder, is ${version.slug}; docs version update ${version.slug} --slug changes it`,
        ],
});

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
