import type { PlatformOptions } from '../../../src/platform/options.ts';
import { platformWith, type TestPlatform } from '../../support/platform.ts';
import { FixedClock } from '../../support/clocks.ts';
import { SEED } from './seed.ts';

export const start = (options: Partial<PlatformOptions> = {}): Promise<TestPlatform> =>
  platformWith({ seed: SEED, clock: new FixedClock(), ...options });
