import type { WhoAmI } from './document.ts';
import type { Api } from '../../api/api.ts';
import { requireKey } from '../../connect.ts';
import type { Context } from '../../context.ts';
import { Failure } from '../../model/failure.ts';
import type { FailureCode } from '../../model/failure.ts';
import { whoamiView } from './whoami.view.ts';
import { versionsInOrder } from '../../names/version-names.ts';
import { findPermissions } from './permissions.ts';
import { tryKey } from './try-key.ts';

/** Prints what is known about the current key and its project, but of the key only the end. Seven requests. */
export async function whoami(context: Context): Promise<void> {
  const { host, ui } = context;
  const config = await context.config();
  const { from, key } = await requireKey(host, config);
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
  await ui.result(document, whoamiView);
}

/** Below this length the end would tell too much of the key. */
const LONG_ENOUGH = 16;

/** Tells keys of the same project apart, as pages that list keys do. */
const endOf = (key: string): string | null => (key.length < LONG_ENOUGH ? null : key.slice(-4));

/** In the order for readers. Null if they cannot be listed now: what the key may do is told all the same. */
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
