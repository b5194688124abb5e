import type { Source } from '../../config/config.ts';
import type { KeySource } from '../../config/credentials.ts';
import { requireKey } from '../../connect.ts';
import type { Context } from '../../context.ts';
import { whoamiView } from '../../ui/views/whoami.ts';
import type { Finding } from './permissions.ts';
import { findPermissions } from './permissions.ts';
import { tryKey } from '../login/try-key.ts';

/** What `--json` prints: `docs/json/whoami.schema.json`. */
export interface WhoAmI {
  readonly baseUrl: string;
  readonly baseUrlFrom: Source;
  readonly keyFrom: KeySource;
  readonly profile: string | null;
  readonly permissions: readonly Finding[];
}

/** Prints what is known of the key at hand, but never the key. Six requests. */
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
