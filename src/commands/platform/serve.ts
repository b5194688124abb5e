import { once } from 'node:events';
import { resolve } from 'node:path';
import type { Context } from '../../context.ts';
import type { Seed } from '../../platform/options.ts';
import { startPlatform } from '../../platform/serve.ts';
import { platformView } from '../../ui/views/platform.ts';
import { seedFrom } from './seed.ts';
import type { StartFlags } from './start.ts';

const EMPTY: Seed = { versions: [], documentations: [], references: [] };

/** Serves until the host's signal is aborted, then closes the database and resolves. */
export async function serve({ host, ui }: Context, flags: StartFlags): Promise<void> {
  const { clock, cwd, pid, signal } = host;
  const { from, data, user: users, ...rest } = flags;
  const folder = data === undefined ? null : resolve(cwd, data);
  const seed = from === undefined ? EMPTY : await seedFrom(resolve(cwd, from), host);
  const onBug = (error: unknown): void => {
    ui.warn(`The platform made a mistake: ${error instanceof Error ? error.stack : String(error)}`);
  };
  const platform = await startPlatform({ ...rest, folder, seed, users, clock, onBug });
  try {
    const { baseUrl, apiKey } = platform;
    const view = platformView({ folder, seed, from: from !== undefined });
    await ui.item({ baseUrl, apiKey, pid }, view);
    if (!signal.aborted) await once(signal, 'abort');
  } finally {
    await platform.close();
  }
  ui.say('Stopped.');
}
