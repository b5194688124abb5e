import { listOf } from '../../model/text/sentences.ts';
import type { WhoAmI, PermissionFinding } from './document.ts';
import type { Api } from '../../api/api.ts';
import { requireKey } from '../../connect.ts';
import type { Context } from '../../context.ts';
import { Failure } from '../../model/failure.ts';
import type { FailureCode } from '../../model/failure.ts';
import { versionsInOrder } from '../shared/names/version-names.ts';
import { tryKey } from './try-key.ts';
import type { PageId, ReferenceId } from '../../model/ids.ts';
import { PERMISSIONS } from '../../model/operations.ts';
import type { Permission } from '../../model/operations.ts';
import type { Source } from '../../config/config.ts';
import type { KeySource } from '../../config/credentials.ts';
import type { Style } from '../../ui/style.ts';

/** Prints what is known about the current key and its project, but of the key only the end. Seven requests. */
export async function whoami(context: Context): Promise<void> {
  const { host, ui } = context;
  const config = await context.config();
  const { from, key, variable } = await requireKey(host, config);
  const api = await context.api();
  const { site } = await tryKey(api, host.signal);
  const versions = await versionsOf(api, host.signal);
  const permissions = await findPermissions(api, host.signal);
  const document: WhoAmI = {
    baseUrl: config.baseUrl.value,
    baseUrlFrom: config.baseUrl.source,
    keyFrom: from,
    keyEnd: endOf(key),
    profile: config.profile.value,
    project: { site, versions },
    permissions,
  };
  await ui.result(document, whoamiView(variable));
}

/** A shorter key gets no such end, which would reveal too much of it. */
const LONG_ENOUGH = 16;

/** The end of a key, which distinguishes keys of one project, as pages that list keys do. */
const endOf = (key: string): string | null => (key.length < LONG_ENOUGH ? null : key.slice(-4));

/**
 * In the order for readers. Null if they cannot be listed now: the permissions of the key are still
 * printed.
 */
async function versionsOf(api: Api, signal: AbortSignal): Promise<WhoAmI['project']['versions']> {
  try {
    const versions = await api.versions.list(signal);
    return versionsInOrder(versions).map(({ slug, published }) => ({ slug, published }));
  } catch (error) {
    if (error instanceof Failure && UNTOLD.has(error.code)) return null;
    throw error;
  }
}

const UNTOLD = new Set<FailureCode>([
  'forbidden',
  'platform-refused',
  'platform-garbled',
  'rate-limited',
  'not-found',
]);

/** An id that nothing has. If the key may read, the platform answers that it does not exist; if not, it refuses. */
const NO_ID = 2_147_483_647;

/** Reads without side effects, which the platform allows hundreds of times an hour. Never `/export` or `/all`. */
const READS: Readonly<
  Partial<Record<Permission, (api: Api, signal: AbortSignal) => Promise<unknown>>>
> = {
  'page.read': (api, signal) => api.pages.read(NO_ID as PageId, { signal }),
  'project.read': (api, signal) => api.project.users(signal),
  'reference.read': (api, signal) => api.references.definition(NO_ID as ReferenceId, {}, signal),
  'audit.read': (api, signal) => api.project.audit({ hits: 1 }, signal),
  'access.read': (api, signal) => api.access.list(signal),
};

/** The permissions of the key. Rejects with `auth-required` if the platform does not know the key, and also if the platform cannot be reached. */
async function findPermissions(api: Api, signal: AbortSignal): Promise<PermissionFinding[]> {
  const findings: PermissionFinding[] = [];
  for (const permission of PERMISSIONS) {
    const read = READS[permission];
    const found = read
      ? await judge(() => read(api, signal))
      : { may: 'not known' as const, reason: reasonAgainst(permission) };
    findings.push({ permission, ...found });
  }
  return findings;
}

const REASONS: Readonly<Partial<Record<Permission, string>>> = {
  'project.export': 'an export is allowed ten times an hour',
  'changelog.read': 'a read would need the id of a changelog',
};

const reasonAgainst = (permission: Permission): string =>
  REASONS[permission] ?? 'only a write would tell';

async function judge(read: () => Promise<unknown>): Promise<Omit<PermissionFinding, 'permission'>> {
  try {
    await read();
    return { may: 'yes', reason: null };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    if (error.code === 'not-found') return { may: 'yes', reason: null };
    if (error.code === 'forbidden') return { may: 'no', reason: null };
    if (INCONCLUSIVE.has(error.code)) return { may: 'not known', reason: error.message };
    throw error;
  }
}

const INCONCLUSIVE = new Set<FailureCode>(['platform-refused', 'platform-garbled', 'rate-limited']);

const KEPT: Readonly<Record<KeySource, string>> = {
  environment: 'DOCS_API_KEY',
  system: "the system's key store (docs login)",
  file: 'a local key file (docs login)',
};

/** The address, where the key came from, and a line for each permission. */
const whoamiView =
  (variable: string | undefined) =>
  (
    { baseUrl, baseUrlFrom, keyFrom, keyEnd, profile, project, permissions }: WhoAmI,
    style: Style,
  ): string => {
    const rows = permissions.map(({ permission, may, reason }) => [
      permission,
      may === 'yes' ? style.green(may) : may === 'no' ? style.red(may) : style.dim(may),
      reason === null ? '' : style.dim(style.text(reason)),
    ]);
    const head = [
      [
        'base URL',
        `${style.text(baseUrl)} ${style.dim(`(${style.text(sourceText(baseUrlFrom))})`)}`,
      ],
      [
        'key',
        `from ${variable ?? KEPT[keyFrom]}${keyEnd === null ? '' : style.text(`, ends in ${keyEnd}`)}`,
      ],
      ...(profile === null ? [] : [['profile', style.text(profile)]]),
      ['project', style.text(projectText(project))],
    ];
    return `${style.table(head, { whole: true })}\n\n${style.table(rows, { head: ['PERMISSION', 'GRANTED', ''], whole: true })}`;
  };

/** The platform has no name for a project, so its address and its versions identify it. */
function projectText({ site, versions }: WhoAmI['project']): string {
  const names = versions?.map(({ slug, published }) => (published ? `${slug} (published)` : slug));
  const parts = [
    ...(site === null ? [] : [site]),
    ...(names === undefined
      ? []
      : [names.length === 0 ? 'no versions' : `versions: ${listOf(names, SHOWN)}`]),
  ];
  return parts.length === 0 ? 'not known: the platform did not tell' : parts.join(', ');
}

const SHOWN = 6;

function sourceText(source: Source): string {
  switch (source.kind) {
    case 'flag':
    case 'environment':
      return source.name;
    case 'profile':
      return `profile ${source.name}`;
    case 'file':
      return source.file;
    case 'default':
      return 'the default';
    default:
      return source satisfies never;
  }
}
