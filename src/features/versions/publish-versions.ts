import type { Context } from '../../context.ts';
import { Failure } from '../../model/failure.ts';
import type { Version } from '../../model/resources.ts';
import type { ChangedVersions } from '../../ui/documents/versions.ts';
import { resolveVersion } from '../names/version-names.ts';
import { guardLinks } from '../inventory/broken-links.ts';
import { publishVersion } from './publish-version.ts';
import { changedVersionsView } from '../../ui/views/versions.ts';

export interface PublishVersionsOptions {
  readonly dryRun: boolean;
  /** Publish even if links are broken. */
  readonly force?: boolean;
}

/**
 * Publishes or unpublishes the versions that `names` name. Skips those that are already in that state; one failure spares the others, unless
 * it would affect them as well. Rejects with `guard` if readers would get broken links, with `partial` if some versions were not changed.
 */
export async function setPublished(
  context: Context,
  names: readonly string[],
  { published, dryRun, force = false }: PublishVersionsOptions & { readonly published: boolean },
): Promise<void> {
  const { ui, host } = context;
  const api = await context.api();
  const found = new Map<number, Version>();
  const typed = new Map<number, string>();
  for (const name of names) {
    const version = await resolveVersion(context, name);
    found.set(version.id, version);
    typed.set(version.id, name);
  }
  const unchanged = [...found.values()].filter((version) => version.published === published);
  const wanted = [...found.values()].filter((version) => version.published !== published);
  const changed: Version[] = [];
  const failed: ChangedVersions['failed'][number][] = [];
  const report = async (planned: readonly Version[] = []): Promise<void> => {
    await ui.result({ changed, unchanged, failed, planned }, changedVersionsView);
  };
  if (published) await guardLinks(context, wanted, { force, dryRun });
  if (dryRun) return report(wanted);
  const list = wanted.map(({ slug }) => slug).join(', ');
  const question = published ? `Let readers see ${list}?` : `Hide ${list} from readers?`;
  if (wanted.length > 0) await ui.agree(question);
  const failures: Failure[] = [];
  for (const version of wanted) {
    try {
      changed.push(await publishVersion(api, version, published, host.signal));
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      failures.push(error);
      const name = typed.get(version.id) ?? version.slug;
      if (error.code !== 'interrupted') failed.push({ name, reason: error.message });
      if (error.endsRun) break;
    }
  }
  const [first] = failures;
  if (first !== undefined && wanted.length === 1) throw first;
  await report();
  if (first === undefined) return;
  const last = failures.at(-1);
  if (last?.code === 'interrupted') throw last;
  if (changed.length === 0) throw first;
  const left = wanted.length - changed.length;
  const state = published ? 'published' : 'hidden';
  throw new Failure('partial', `${left} of ${wanted.length} versions were not ${state}.`, {
    hint: 'The others are done; run the same command again for the rest',
    cause: first,
  });
}
