/** The client of the configured platform, with its key, and the project that it may write to. */
import { createApi, type Api } from './api/api.ts';
import type { OwnProject, SeenVersions } from './api/owner.ts';
import type { Config, Setting } from './config/config.ts';
import {
  keyPlaceWords,
  openKeyStore,
  resolveKey,
  variableOf,
  type FoundKey,
} from './config/credentials.ts';
import { placeOfSetting } from './config/setting-place.ts';
import type { Host } from './host.ts';
import { DEFAULT_BASE_URL, isLoopback, restartedTrial } from './model/address.ts';
import { Failure } from './model/failure.ts';
import type { VersionId } from './model/ids.ts';
import { inPipeline } from './model/pipeline.ts';
import type { Project } from './model/project.ts';
import { listOf } from './model/text/sentences.ts';
import { reportRequests } from './commands/shared/request-report.ts';
import type { Ui } from './ui/ui.ts';

/**
 * The client of the configured platform. Rejects with `auth-required` if there is no key for its
 * origin, with `config` if there is one that may not be sent there.
 */
export async function connect(host: Host, config: Config, ui: Ui, own?: OwnProject): Promise<Api> {
  const { key } = await requireKey(host, config);
  return connectWith(host, config, ui, key, own);
}

/** The key that requests with these settings send, and its source. Rejects like `connect`. */
export async function requireKey(host: Host, { baseUrl, profile }: Config): Promise<FoundKey> {
  const url = new URL(baseUrl.value);
  const chosenByUser = !isOutOfFile(baseUrl) || baseUrl.value === DEFAULT_BASE_URL;
  const of = { url, chosenByUser, profile: profile.value };
  const store = openKeyStore(host);
  const found = await resolveKey(of, host.env, store);
  if (found !== undefined) return found;
  const own = profile.value === null ? '' : ` or ${variableOf(profile.value)}`;
  if (inPipeline(host.env)) throw noKey(url, `Pass the secret to this step as DOCS_API_KEY${own}`);
  const stored = await store.origins();
  const options = stored.some((place) => place.includes('#'))
    ? '--base-url, --profile'
    : '--base-url';
  const set =
    stored.length === 0
      ? 'Set'
      : `A key is stored for ${listOf(stored.map(keyPlaceWords), 3)} (${options}); for this address, set`;
  throw noKey(url, `${set} DOCS_API_KEY${own}, or run: docs login`);
}

const noKey = ({ origin }: URL, hint: string): Failure =>
  new Failure('auth-required', `No API key is set for ${origin}.`, { hint });

/** Whether the value comes from a file, which anyone may have written. */
export const isOutOfFile = ({ source }: Setting<unknown>): boolean =>
  source.kind === 'file' || source.kind === 'profile';

/** The client of the configured platform with a key that is not stored yet. */
export function connectWith(
  host: Host,
  config: Config,
  ui: Ui,
  key: string,
  own?: OwnProject,
): Api {
  ui.hide(key);
  const url = new URL(config.baseUrl.value);
  // Node prints a warning of its own, but only if its warnings are not switched off.
  if (host.env[UNCHECKED] === '0' && url.protocol === 'https:') {
    ui.warn(
      `${UNCHECKED}=0 switches off the check of certificates: whoever is on the way to the platform can read the key.`,
      'Unset it; NODE_EXTRA_CA_CERTS names a certificate to trust',
    );
  }
  // A server that never answers must not look like a program that does nothing.
  const line = ui.progress(`Waiting for ${url.host}`);
  const report = reportRequests(ui, host.clock, isLoopback(url));
  return createApi({
    baseUrl: config.baseUrl.value,
    key,
    clock: host.clock,
    timeoutMs: config.timeoutMs.value,
    maxWaitMs: config.maxWaitMs.value ?? Number.POSITIVE_INFINITY,
    env: host.env,
    userAgent: `docs-cli/${host.version}`,
    onEvent(event) {
      if (event.type === 'waiting' || (event.type === 'request' && event.status !== null))
        line.stop();
      report(event);
    },
    mayWrite: () => ui.agreed,
    ownProject: own,
    signal: host.signal,
    random: host.random,
  });
}

const UNCHECKED = 'NODE_TLS_REJECT_UNAUTHORIZED';

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
      const known = [...lock.versions.values()];
      refuseOthersLock(known, versions, project, config.baseUrl.value);
    } else if (!versions.has(named)) {
      throw await otherThanNamed(host, config, named, versions, project);
    }
  },
});

function refuseOthersLock(
  known: readonly VersionId[],
  versions: SeenVersions,
  { lockFile }: Project,
  baseUrl: string,
): void {
  if (known.length === 0 || known.some((id) => versions.has(id))) return;
  const trial = restartedTrial(baseUrl);
  const message = trial
    ? `The platform has none of the versions in ${lockFile}: ${trial.why}. ${NOTHING}`
    : `The key sees none of the versions in ${lockFile}: the key, or the lock file, is of another project. ${NOTHING}`;
  throw new Failure('guard', message, {
    hint:
      trial?.pushAgain ??
      'Use a key of this project; another project gets a profile, with a lock file of its own (docs config --help)',
  });
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
      hint: `${inPipeline(host.env) ? 'Pass the secret of that project to this step as DOCS_API_KEY' : 'Use a key of that project (DOCS_API_KEY, or docs login)'}; if this key is right, correct the setting${instead}`,
      place: await placeOfSetting(setting, { path: ['project'], from: host.cwd }),
    },
  );
}
