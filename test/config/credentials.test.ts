import { chmod, mkdir, mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { isKey, openKeyStore, placeOfKey, resolveKey } from '../../src/config/credentials.ts';
import { isLoopback } from '../../src/model/address.ts';
import type { Surroundings } from '../../src/config/folders.ts';

const KEY = 'key-0123456789abcdef';
const OTHER = 'key-of-someone-else';
const ORIGIN = 'https://docs.example';

let home: string;
let surroundings: Surroundings;

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'docs-keys-'));
  // No tools on the path: what follows is about the file, unless a test brings its own.
  surroundings = { env: { PATH: join(home, 'bin') }, home, cwd: '/', platform: 'linux' };
});

afterEach(() => rm(home, { recursive: true, force: true }));

const keysFile = (): string => join(home, '.config/docs-cli/keys.json');

/** A `secret-tool` with secrets in files named by attributes, as the real one's collection. */
async function installSecretTool(): Promise<void> {
  await mkdir(join(home, 'bin'));
  await mkdir(join(home, 'secrets'));
  const script = `#!/bin/sh
verb=$1; shift
case $1 in --label=*) shift;; esac
file="${home}/secrets/$(printf %s "$*" | tr -c 'a-z0-9' _)"
echo "$verb $*" >> "${home}/calls"
case $verb in
  store) cat > "$file";;
  lookup) cat "$file";;
  clear) rm "$file";;
esac
`;
  await writeFile(join(home, 'bin', 'secret-tool'), script, { mode: 0o755 });
  const path = [join(home, 'bin'), process.env['PATH']].join(delimiter);
  surroundings = { ...surroundings, env: { PATH: path } };
}

describe('without a store of the system', () => {
  test('a key is kept in a file that only its user can read', async () => {
    const store = openKeyStore(surroundings);
    expect(await store.keep(ORIGIN, KEY)).toBe('file');
    expect((await stat(keysFile())).mode & 0o777).toBe(0o600);
    expect((await stat(join(keysFile(), '..'))).mode & 0o777).toBe(0o700);
    expect(await store.find(ORIGIN)).toEqual({ key: KEY, from: 'file' });
  });

  test('a key is found for its own origin only', async () => {
    const store = openKeyStore(surroundings);
    await store.keep(ORIGIN, KEY);
    for (const origin of [
      'http://docs.example',
      'https://docs.example:8443',
      'https://docs.example.evil.test',
    ]) {
      expect(await store.find(origin)).toBeUndefined();
    }
  });

  test('forgetting one leaves the others', async () => {
    const store = openKeyStore(surroundings);
    await store.keep(ORIGIN, KEY);
    await store.keep('https://other.example', OTHER);
    expect(await store.forget(ORIGIN)).toBe(true);
    expect(await store.forget(ORIGIN)).toBe(false);
    expect(await store.origins()).toEqual(['https://other.example']);
    expect(await readFile(keysFile(), 'utf8')).not.toContain(KEY);
  });

  test.skipIf(process.platform === 'win32')('a file that others can read is refused', async () => {
    const store = openKeyStore(surroundings);
    await store.keep(ORIGIN, KEY);
    await chmod(keysFile(), 0o640);
    await expect(store.find(ORIGIN)).rejects.toMatchObject({
      code: 'config',
      message: expect.stringContaining('can be read by other users'),
    });
  });

  test.each([
    '',
    '{',
    '{"keys":{"https://docs.example":{"key":"ab"c"}}}',
    '{"keys":{"https://docs.example":1}}',
    '[]',
  ])('a file that holds %j is refused without quoting it', async (text) => {
    const store = openKeyStore(surroundings);
    await store.keep(ORIGIN, KEY);
    await writeFile(keysFile(), text);
    const failure: unknown = await store.find(ORIGIN).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 'config', cause: undefined });
    expect((failure as Error).message).not.toContain('ab"c');
  });

  test('a file that cannot be read is refused with the reason in words', async () => {
    const store = openKeyStore(surroundings);
    await mkdir(keysFile(), { recursive: true, mode: 0o700 });
    await expect(store.find(ORIGIN)).rejects.toMatchObject({
      code: 'config',
      message: `"${keysFile()}" cannot be read: it is a folder.`,
    });
  });
});

describe.skipIf(process.platform === 'win32')('with a store of the system', () => {
  test('the key is in there, and not in the file or an argument', async () => {
    await installSecretTool();
    const store = openKeyStore(surroundings);
    expect(await store.keep(ORIGIN, KEY)).toBe('system');
    expect(await readFile(keysFile(), 'utf8')).not.toContain(KEY);
    expect(await readFile(join(home, 'calls'), 'utf8')).not.toContain(KEY);
    expect(await store.find(ORIGIN)).toEqual({ key: KEY, from: 'system' });
  });

  test('forgetting removes it there', async () => {
    await installSecretTool();
    const store = openKeyStore(surroundings);
    await store.keep(ORIGIN, KEY);
    await store.forget(ORIGIN);
    expect(await readdir(join(home, 'secrets'))).toEqual([]);
    expect(await store.find(ORIGIN)).toBeUndefined();
  });

  test('one that does not keep what it was given is not relied on', async () => {
    await installSecretTool();
    await writeFile(join(home, 'bin', 'secret-tool'), '#!/bin/sh\ncat > /dev/null\n', {
      mode: 0o755,
    });
    const store = openKeyStore(surroundings);
    expect(await store.keep(ORIGIN, KEY)).toBe('file');
    expect(await store.find(ORIGIN)).toEqual({ key: KEY, from: 'file' });
  });
});

describe('which key goes where', () => {
  const resolve = async (
    url: string,
    chosenByUser: boolean,
    key: string | undefined,
  ): Promise<unknown> => {
    const store = openKeyStore(surroundings);
    return resolveKey({ url: new URL(url), chosenByUser }, { DOCS_API_KEY: key }, store);
  };

  test('a profile has keys of its own, in the environment and in the store', async () => {
    const store = openKeyStore(surroundings);
    const resolveFor = (profile: string | null, env: Record<string, string>): Promise<unknown> =>
      resolveKey({ url: new URL(ORIGIN), chosenByUser: true, profile }, env, store);
    const variable = 'DOCS_API_KEY_HAND_BOOK_2';
    const env = { DOCS_API_KEY: KEY, [variable]: OTHER };
    expect(await resolveFor('hand-book.2', env)).toEqual({
      key: OTHER,
      from: 'environment',
      variable,
    });
    expect(await resolveFor('other', env)).toEqual({ key: KEY, from: 'environment' });
    expect(await resolveFor(null, env)).toEqual({ key: KEY, from: 'environment' });
    await store.keep(ORIGIN, KEY);
    await store.keep(placeOfKey(ORIGIN, 'a "b"'), OTHER);
    expect(placeOfKey(ORIGIN, 'a "b"')).toBe(`${ORIGIN}#a%20%22b%22`);
    expect(await resolveFor('a "b"', {})).toMatchObject({ key: OTHER });
    expect(await resolveFor('other', {})).toMatchObject({ key: KEY });
    await expect(
      resolveKey(
        { url: new URL('https://evil.example'), chosenByUser: false, profile: 'x' },
        { DOCS_API_KEY_X: KEY },
        store,
      ),
    ).rejects.toThrow('DOCS_API_KEY_X is not sent to https://evil.example');
  });

  test('the environment beats the store', async () => {
    await openKeyStore(surroundings).keep(ORIGIN, OTHER);
    expect(await resolve(`${ORIGIN}/api/v1`, true, KEY)).toEqual({ key: KEY, from: 'environment' });
    expect(await resolve(`${ORIGIN}/api/v1`, true, undefined)).toEqual({
      key: OTHER,
      from: 'file',
    });
    expect(await resolve('https://elsewhere.example', true, undefined)).toBeUndefined();
  });

  test('a key of the environment does not follow an address out of a file', async () => {
    await expect(resolve('https://evil.example/api/v1', false, KEY)).rejects.toMatchObject({
      code: 'config',
      message:
        'DOCS_API_KEY is not sent to https://evil.example: the configuration file chose that address.',
      hint: expect.stringContaining('DOCS_BASE_URL=https://evil.example/api/v1'),
    });
  });

  test('but on this machine it does', async () => {
    expect(await resolve('http://127.0.0.1:4000/api/v1', false, KEY)).toMatchObject({ key: KEY });
  });

  test('a key that was kept for that address is used instead', async () => {
    await openKeyStore(surroundings).keep(ORIGIN, OTHER);
    expect(await resolve(ORIGIN, false, KEY)).toEqual({ key: OTHER, from: 'file' });
  });

  test('what cannot be a header is not a key, and is not quoted', async () => {
    const failure: unknown = await resolve(ORIGIN, true, 'a b"c').catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 'config' });
    expect((failure as Error).message).not.toContain('a b');
  });
});

test('loopback is an address, not a name that looks like one', () => {
  for (const url of [
    'http://localhost:1',
    'http://127.0.0.1',
    'http://127.9.9.9',
    'http://[::1]:80',
  ]) {
    expect(isLoopback(new URL(url))).toBe(true);
  }
  for (const url of [
    'http://127.0.0.1.evil.example',
    'http://localhost.evil.example',
    'http://evil.localhost',
    'http://0.0.0.0',
    'http://128.0.0.1',
  ]) {
    expect(isLoopback(new URL(url))).toBe(false);
  }
});

test('every text that is a key goes through a header and a quoted shell word unchanged', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 30 }), (text) => {
      fc.pre(isKey(text));
      expect(new Headers({ 'X-Api-Key': text }).get('x-api-key')).toBe(text);
      expect(text).not.toMatch(/["\\\s]/);
    }),
  );
});
