import type { PlatformOptions } from '../../src/platform/options.ts';
import { startPlatform, type RunningPlatform } from '../../src/platform/serve.ts';
import { realClock } from './host.ts';

/** A platform in memory with nothing in it and everything allowed, but for what `options` say. */
export const platformWith = (options: Partial<PlatformOptions>): Promise<RunningPlatform> =>
  startPlatform({
    port: 0,
    folder: null,
    api: 'classic',
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
    ...options,
  });
