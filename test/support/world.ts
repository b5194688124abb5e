import { readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { seedFrom } from '../../src/commands/shared/seed-folder.ts';
import type { StoredPage } from './admin.ts';
import type { TestPlatformOptions } from './platform.ts';
import { temporaryFolder, writeFiles, type AtEnd } from './folder.ts';
import { createHost, runDocs, type HostOptions, type Run } from './host.ts';
import { PassingClock } from './clocks.ts';
import { platformWith, type TestPlatform } from './platform.ts';

export interface World {
  /** Absolute path of the project's folder. */
  readonly folder: string;
  readonly platform: TestPlatform;
  /** Runs `docs` in the folder, with a key for the platform. */
  run(...argv: string[]): Promise<Run>;
  /** The same, with another terminal, environment or clock. */
  runAs(options: Partial<HostOptions>, ...argv: string[]): Promise<Run>;
  write(files: Readonly<Record<string, string>>): Promise<void>;
  read(path: string): Promise<string>;
  exists(path: string): Promise<boolean>;
  remove(path: string): Promise<void>;
  /** Writes a new draft, as a person does in the platform's editor. */
  edit(key: string, content: string): Promise<void>;
  /** The page with this key, or undefined. Rejects if there are several. */
  page(key: string): Promise<StoredPage | undefined>;
}

/**
 * Creates a folder with these files, and an embedded platform with the versions, documentations and
 * categories that they name, or those of `seedFolder`. Removes both `atEnd`.
 */
export async function openWorld(
  files: Readonly<Record<string, string>>,
  options: Partial<TestPlatformOptions> & { readonly seedFolder?: string } = {},
  atEnd: AtEnd = onTestFinished,
): Promise<World> {
  const folder = await temporaryFolder(files, atEnd);
  const { seedFolder = folder, ...platformOptions } = options;
  const clock = new PassingClock();
  const platform = await platformWith({
    clock,
    seed: await seedFrom(seedFolder, createHost({ cwd: folder }).host),
    onBug: (error) => {
      throw error;
    },
    ...platformOptions,
  });
  atEnd(() => platform.close());
  const env = { DOCS_BASE_URL: platform.baseUrl, DOCS_API_KEY: platform.apiKey };
  // Some time passes between a run and what happens before and after it.
  const runAs: World['runAs'] = async (host, ...argv) => {
    clock.pass();
    const run = await runDocs(argv, { cwd: folder, ...host, env: { ...env, ...host.env } });
    clock.pass();
    return run;
  };
  const page: World['page'] = async (key) => {
    const all = await platform.admin.pages();
    const found = all.filter(
      ({ version, documentation, slug }) => `${version}/${documentation}/${slug}` === key,
    );
    if (found.length > 1) throw new Error(`${found.length} pages have the key ${key}`);
    return found[0];
  };
  return {
    folder,
    platform,
    run: (...argv) => runAs({}, ...argv),
    runAs,
    write: (files) => writeFiles(folder, files),
    read: (path) => readFile(join(folder, path), 'utf8'),
    exists: (path) =>
      stat(join(folder, path)).then(
        () => true,
        () => false,
      ),
    remove: (path) => rm(join(folder, path)),
    page,
    async edit(key, content) {
      const found = await page(key);
      if (!found) throw new Error(`there is no page ${key}`);
      await platform.admin.editor().edit(found.id, { content });
    },
  };
}
