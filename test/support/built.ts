import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundle } from '../../tools/build.js';

export interface BuiltTool {
  /** Absolute path of `bin/docs.js`, beside a bundle of the current sources. */
  readonly docs: string;
  remove(): Promise<void>;
}

/** Builds the tool into a temporary folder, for tests that need a process. */
export async function buildTool(): Promise<BuiltTool> {
  const folder = await mkdtemp(join(tmpdir(), 'docs-built-'));
  await bundle({ write: true, outdir: join(folder, 'dist') });
  await cp('bin', join(folder, 'bin'), { recursive: true });
  await cp('package.json', join(folder, 'package.json'));
  return {
    docs: join(folder, 'bin/docs.js'),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
