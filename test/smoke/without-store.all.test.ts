/** The tool where the packages beside its bundle are missing, as after an install for another system. */
import { cp, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { execa } from 'execa';
import { expect, test } from 'vitest';
import { builtTool } from '../support/built.ts';
import { temporaryFolder } from '../support/folder.ts';

const tool = builtTool();

/** The tool alone, and with a package whose binary is for another system. */
async function installed(packages: Readonly<Record<string, string>>): Promise<string> {
  const folder = await temporaryFolder({ 'docs/v1/guide/a.md': '---\ntitle: A\n---\n\nText\n' });
  const root = dirname(dirname(tool.docs));
  for (const part of ['bin', 'dist', 'package.json']) {
    await cp(join(root, part), join(folder, 'tool', part), { recursive: true });
  }
  for (const [name, code] of Object.entries(packages)) {
    const at = join(folder, 'tool/node_modules', name);
    await mkdir(at, { recursive: true });
    await writeFile(join(at, 'index.js'), code);
  }
  return folder;
}

test.each([
  ['is missing', {}, "Cannot find module 'libsql'"],
  [
    'has no binary for this system',
    { libsql: "require('@libsql/linux-riscv64-gnu');" },
    "Cannot find module '@libsql/linux-riscv64-gnu'",
  ],
  [
    'has a binary that this system cannot load',
    {
      libsql:
        "throw Object.assign(new Error('libm.so.6: version GLIBC_2.34 not found'), { code: 'ERR_DLOPEN_FAILED' });",
    },
    'libm.so.6: version GLIBC_2.34 not found',
  ],
])('commands of the platform say that its store %s; the others work', async (_, packages, why) => {
  const folder = await installed(packages);
  const docs = (line: string) =>
    execa(process.execPath, ['tool/bin/docs.js', ...line.split(' ')], {
      cwd: folder,
      reject: false,
    });

  for (const line of ['platform start', 'platform key create --data data', 'demo']) {
    const { exitCode, stdout, stderr } = await docs(line);
    expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' });
    expect(stderr).toBe(
      `error The embedded platform cannot run here: ${why}.\n` +
        '  Install the tool again on this system, with its dependencies; other commands do without them',
    );
  }
  expect(await docs('check')).toMatchObject({ exitCode: 0 });
});
