import { homedir, tmpdir } from 'node:os';
import { describe, expect, test } from 'vitest';
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

    expect(timers()).toBeLessThanOrEqual(before);
  },
);

/** Set where tests may write to the key store of whoever runs them, as in the macOS job of `test.yml`. */
const MAY_WRITE = process.env['DOCS_TEST_KEY_STORE'] === 'true';

describe.skipIf(!MAY_WRITE)(
  'the store of this system (skipped without DOCS_TEST_KEY_STORE)',
  () => {
    test('keeps, replaces and removes a key, and knows one origin from another', async () => {
      const { env, platform } = process;
      const keys = systemKeys({ platform, env, home: homedir(), cwd: tmpdir() });
      const origin = `https://${process.pid}.docs.example`;

      expect(await keys?.read(origin)).toBeUndefined();
      expect(await keys?.write(origin, 'key-0123456789')).toBe(true);
      expect(await keys?.write(origin, 'key-9876543210')).toBe(true);
      expect(await keys?.read(origin)).toBe('key-9876543210');
      expect(await keys?.read(`${origin}:8443`)).toBeUndefined();
      expect(await keys?.remove(origin)).toBe(true);
      expect(await keys?.read(origin)).toBeUndefined();
    });
  },
);
