/** What V8 made of the tool's chunks, kept between runs (ADR 61). */
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink } from 'node:fs/promises';
import { utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { describe, expect, onTestFinished, test } from 'vitest';
import { builtTool } from '../support/built.ts';

const tool = builtTool();

/** Makes Node a later one, which tells the folder that it is to keep compiled code in. */
const LATER_NODE = `
  Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '22.1.0' } });
  require('node:module').enableCompileCache = (folder) => console.error('kept in ' + folder);
`;

/** Runs the tool with a folder of its own for what is temporary. */
async function openTemporary() {
  const folder = await mkdtemp(join(tmpdir(), 'docs-code-cache-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const own = join(folder, `docs-cli-code-${process.getuid?.() ?? 'cache'}`);
  return {
    folder,
    own,
    run: (argv: readonly string[], env: Record<string, string> = {}) =>
      execa(process.execPath, [tool.docs, ...argv], {
        env: { TMPDIR: folder, TEMP: folder, TMP: folder, NO_COLOR: '1', ...env },
        stdin: 'ignore',
        reject: false,
      }),
    kept: (): Promise<readonly string[]> => readdir(own).catch(() => []),
    /** The one file that is kept. */
    only: async (): Promise<string> => {
      const [name = '', ...more] = await readdir(own);
      expect(more).toEqual([]);
      return join(own, name);
    },
  };
}

/** Of the same length, changed at another time. */
async function edit(file: string, from: string, to: string): Promise<void> {
  const text = await readFile(file, 'utf8');
  expect(text).toContain(from);
  await writeFile(file, text.replaceAll(from, to));
  const { mtimeMs } = await stat(file);
  await utimes(file, mtimeMs / 1000, mtimeMs / 1000 + 1);
}

describe.runIf(process.versions.node.startsWith('20.'))('compiled code', () => {
  test('is kept by the first run, a file that nobody else can read, and is enough for the next', async () => {
    const { run, kept, only, own } = await openTemporary();
    const first = await run(['--help']);
    const file = await only();
    const { mode, size } = await stat(file);
    const bytes = await readFile(file);
    const second = await run(['--help']);

    expect(first.stdout).toContain('Usage: docs');
    expect(second).toMatchObject({ exitCode: 0, stdout: first.stdout, stderr: '' });
    expect(mode & 0o777).toBe(0o600);
    expect((await stat(own)).mode & 0o777).toBe(0o700);
    expect(size).toBeGreaterThan(10_000);
    expect(await kept()).toHaveLength(1);
    expect((await readFile(file)).equals(bytes)).toBe(true);
  });

  test('is of no use where the chunk was changed since', async () => {
    const { run } = await openTemporary();
    await run(['--help']);
    const main = join(tool.docs, '../../dist/main.cjs');
    await edit(main, 'Usage:', 'Usaqe:');
    onTestFinished(() => edit(main, 'Usaqe:', 'Usage:'));

    expect((await run(['--help'])).stdout).toContain('Usaqe: docs');
  });

  test.each<[string, (bytes: Buffer) => Buffer]>([
    ['cut off', (bytes) => bytes.subarray(0, bytes.length / 2)],
    ['empty', () => Buffer.alloc(0)],
    ['something else', () => Buffer.from('{"not": "ours"}')],
    // 'Usage:' is a constant in the code: V8 itself would print it as it stands there.
    [
      'changed',
      (bytes) => Buffer.from(bytes.toString('latin1').replace('Usage:', 'XXXXX:'), 'latin1'),
    ],
  ])('that is %s is created again', async (_, damage) => {
    const { run, only } = await openTemporary();
    const { stdout } = await run(['--help']);
    const file = await only();
    const whole = await readFile(file);
    const damaged = damage(whole);
    expect(damaged.equals(whole)).toBe(false);
    await writeFile(file, damaged);

    expect(await run(['--help'])).toMatchObject({ exitCode: 0, stdout, stderr: '' });
    expect((await readFile(file)).length).toBeGreaterThan(10_000);
    expect((await readFile(file)).equals(damaged)).toBe(false);
  });

  test('is neither kept nor used in a folder that others can write to', async () => {
    const { run, kept, own } = await openTemporary();
    await run(['--help']);
    await rm(own, { recursive: true });
    await run(['--help']);
    await chmod(own, 0o777);
    await run(['completion', 'bash']);

    expect(await kept()).toHaveLength(1);
  });

  test.each<[string, readonly string[], Record<string, string>]>([
    ['is not wanted', ['--help'], { NODE_DISABLE_COMPILE_CACHE: '1' }],
    ['is of no command', ['nonsense'], {}],
  ])('is not kept where it %s', async (_, argv, env) => {
    const { run, kept } = await openTemporary();
    await run(argv, env);

    expect(await kept()).toEqual([]);
  });
});

describe('Node 22 and later', () => {
  async function openLater() {
    const { folder, own, run } = await openTemporary();
    const later = join(folder, 'later.cjs');
    await writeFile(later, LATER_NODE);
    return { own, run: () => run(['completion', 'bash'], { NODE_OPTIONS: `--require ${later}` }) };
  }

  test('keep compiled code in a folder that nobody else can write to', async () => {
    const { own, run } = await openLater();

    expect(await run()).toMatchObject({ exitCode: 0, stderr: `kept in ${own}` });
    expect((await stat(own)).mode & 0o777).toBe(0o700);
  });

  test('neither keep nor use it where others can write', async () => {
    const { own, run } = await openLater();
    await mkdir(own);
    await chmod(own, 0o777);

    expect(await run()).toMatchObject({ exitCode: 0, stderr: '' });
  });

  test('neither keep nor use it behind a link', async () => {
    const { own, run } = await openLater();
    await mkdir(`${own}-theirs`);
    await symlink(`${own}-theirs`, own);

    expect(await run()).toMatchObject({ exitCode: 0, stderr: '' });
  });
});
