import { HAS_CONTRACT } from './contract/file.ts';
import type { PlatformOptions } from '../../src/platform/options.ts';
import { startPlatform, type RunningPlatform } from '../../src/platform/serve.ts';
import { realClock } from './host.ts';

/**
 * A platform in memory with nothing in it and everything allowed, but for what `options` say. With `DOCS_CONTRACT` its closing fails if it
 * was asked by the tool, or answered as the revision 2026, what the published file does not allow.
 */
export async function platformWith(options: Partial<PlatformOptions>): Promise<RunningPlatform> {
  const watch = await watchFor(options.api ?? 'classic');
  const platform = await startPlatform({
    api: 'classic',
    port: 0,
    folder: null,
    seed: { versions: [], documentations: [], references: [] },
    plan: 'enterprise',
    protection: 'email-invite',
    users: [],
    rateLimits: true,
    remaining: 'consumed',
    takenSlugs: 'refuse',
    reprint: false,
    dates: 'seconds',
    clock: realClock,
    ...(watch && { inFront: watch.inFront }),
    ...options,
  });
  return {
    ...platform,
    close: async () => {
      await platform.close();
      watch?.check();
    },
  };
}

async function watchFor(api: PlatformOptions['api']) {
  if (!HAS_CONTRACT) return undefined;
  const { watchOver } = await import('./contract/watch.ts');
  return watchOver(api);
}
