import type { PermissionFinding } from './document.ts';
import type { Api } from '../../api/api.ts';
import { Failure } from '../../model/failure.ts';
import type { FailureCode } from '../../model/failure.ts';
import type { PageId, ReferenceId } from '../../model/ids.ts';
import type { Permission } from '../../model/operations.ts';
import { PERMISSIONS } from '../../model/operations.ts';

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
export async function findPermissions(api: Api, signal: AbortSignal): Promise<PermissionFinding[]> {
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
