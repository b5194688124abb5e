import type { PlatformOptions } from '../../../src/platform/options.ts';
import type { RunningPlatform } from '../../../src/platform/serve.ts';
import { platformWith } from '../../support/platform.ts';
import { FixedClock } from '../../support/fixed-clock.ts';
import { SEED } from './seed.ts';

export const start = (options: Partial<PlatformOptions> = {}): Promise<RunningPlatform> =>
  platformWith({ seed: SEED, clock: new FixedClock(), ...options });
