/** Refuses writes with a key of another project than this folder's. */
import type { OwnProject, SeenVersions } from './api/owner.ts';
import type { Config } from './config/config.ts';
import { placeOfSetting } from './config/setting-place.ts';
import type { Host } from './host.ts';
import { Failure } from './model/failure.ts';
import type { VersionId } from './model/ids.ts';
import type { Project } from './model/project.ts';

const NOTHING = 'Nothing was written.';

/**
 * This folder's project: the setting `project` or, without it and if `byLock` is set, the versions
 * in the lock, of which the key must see at least one. Commands whose runs judge the lock do not
 * set `byLock`.
 */
export const ownProject = (
  host: Host,
  config: Config,
  folder: () => Promise<Project>,
  byLock: boolean,
): OwnProject => ({
  isNamed: config.project.value !== null,
  async judge(versions) {
    const named = config.project.value;
    if (named === null && !byLock) return;
    const { readLastShared } = await import('./sync/reader.ts');
    const project = await folder();
    if (named === null) {
      const lock = await readLastShared(project);
      refuseOthersLock([...lock.versions.values()], versions, project);
    } else if (!versions.has(named)) {
      throw await otherThanNamed(host, config, named, versions, project);
    }
  },
});

function refuseOthersLock(
  known: readonly VersionId[],
  versions: SeenVersions,
  { lockFile }: Project,
): void {
  if (known.length === 0 || known.some((id) => versions.has(id))) return;
  throw new Failure(
    'guard',
    `The key sees none of the versions in ${lockFile}: the key, or the lock file, is of another project. ${NOTHING}`,
    {
      hint: 'Use a key of this project; another project gets a profile, with a lock file of its own (docs config --help)',
    },
  );
}

async function otherThanNamed(
  host: Host,
  { project: setting }: Config,
  named: VersionId,
  versions: SeenVersions,
  project: Project,
): Promise<Failure> {
  const { readLastShared } = await import('./sync/reader.ts');
  const lock = await readLastShared(project).catch(() => null);
  const slug = [...(lock?.versions ?? [])].find(([, id]) => id === named)?.[0];
  const meant = slug === undefined ? `version ${named}` : `version ${slug} (${named})`;
  const [first] = versions;
  const instead =
    first === undefined ? '' : `: project: ${first[0]} (${first[1].slug ?? first[1].name})`;
  return new Failure(
    'guard',
    `The key is of another project: it does not see ${meant}, by which \`project\` names the project of this folder. ${NOTHING}`,
    {
      hint: `Use a key of that project (DOCS_API_KEY, or docs login); if this key is right, correct the setting${instead}`,
      place: await placeOfSetting(setting, { path: ['project'], from: host.cwd }),
    },
  );
}
