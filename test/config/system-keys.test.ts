import { expect, test } from 'vitest';
import { systemKeys } from '../../src/config/system-keys.ts';

const timers = (): number =>
  process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;

test.each(['linux', 'darwin'] as const)(
  'on %s without its tool there is no store, and nothing keeps the process waiting',
  async (platform) => {
    const keys = systemKeys({
      platform,
      env: { PATH: '/nowhere' },
      home: '/nowhere',
      cwd: '/nowhere',
    });
    const before = timers();

    expect(await keys?.read('https://docs.example.com')).toBeUndefined();
    expect(await keys?.write('https://docs.example.com', 'key')).toBe(false);
    expect(await keys?.remove('https://docs.example.com')).toBe(false);

    expect(timers()).toBe(before);
  },
);
