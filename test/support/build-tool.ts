/** Runs before the tests named `*.all.test.ts`: bundles the tool once for all of them (`built.ts`). */
import { rmSync } from 'node:fs';
import { cp, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { bundle } from '../../tools/build.js';

export async function setup({ provide }: TestProject): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'docs-built-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  await bundle({ write: true, outdir: join(folder, 'dist') });
  await cp('bin', join(folder, 'bin'), { recursive: true });
  await cp('package.json', join(folder, 'package.json'));
  provide('builtTool', { docs: join(folder, 'bin/docs.js') });
}
