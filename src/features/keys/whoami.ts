import type { WhoAmI } from '../../ui/documents/keys.ts';
import { requireKey } from '../../connect.ts';
import type { Context } from '../../context.ts';
import { whoamiView } from '../../ui/views/keys/whoami.ts';
import { findPermissions } from './permissions.ts';
import { tryKey } from './try-key.ts';

/** Prints what is known about the current key, but never the key. Six requests. */
export async function whoami(context: Context): Promise<void> {
  const { host, ui } = context;
  const config = await context.config();
  const { from } = await requireKey(host, config);
  const api = await context.api();
  await tryKey(api, host.signal);
  const permissions = await findPermissions(api, host.signal);
  const document: WhoAmI = {
    baseUrl: config.baseUrl.value,
    baseUrlFrom: config.baseUrl.source,
    keyFrom: from,
    profile: config.profile.value,
    permissions,
  };
  await ui.result(document, whoamiView);
}
