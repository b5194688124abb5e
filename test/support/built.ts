import { rmSync } from 'node:fs';
import { cp, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundle } from '../../tools/build.js';

export interface BuiltTool {
  /** Absolute path of `bin/docs.js`, beside a bundle of the current sources. */
  readonly docs: string;
}

let built: Promise<BuiltTool> | undefined;

/** The tool in a temporary folder, for tests that need a process. Built once for all files of a worker. */
export function buildTool(): Promise<BuiltTool> {
  built ??= build();
  return built;
}

async function build(): Promise<BuiltTool> {
  const folder = await mkdtemp(join(tmpdir(), 'docs-built-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  await bundle({ write: true, outdir: join(folder, 'dist') });
  await cp('bin', join(folder, 'bin'), { recursive: true });
  await cp('package.json', join(folder, 'package.json'));
  return { docs: join(folder, 'bin/docs.js') };
}
