import {
  platformWith,
  type TestPlatform,
  type TestPlatformOptions,
} from '../../support/platform.ts';
import { FixedClock } from '../../support/clocks.ts';
import { SEED } from './seed.ts';

export const start = (options: Partial<TestPlatformOptions> = {}): Promise<TestPlatform> =>
  platformWith({ seed: SEED, clock: new FixedClock(), ...options });
