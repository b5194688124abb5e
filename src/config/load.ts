import { statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { isWatched, type Host } from '../host.ts';
import { lockFileOf } from '../model/project.ts';
import type { Project } from '../model/project.ts';
import type { Config, Flags } from './config.ts';
import { findConfig, readConfig } from './find.ts';
import type { ConfigText } from './find.ts';
import { resolveSettings } from './resolve-settings.ts';
import type { SettingsFile } from './resolve-settings.ts';
import type { FilePath } from '../model/ids.ts';

/** The settings of another folder: by its own configuration file, without the environment. */
export async function loadFolder(folder: string, host: Host): Promise<Config> {
  const found = findConfig(folder);
  const own = found && dirname(found.file) === folder ? found : undefined;
  return resolveSettings({
    flags: {},
    env: {},
    terminal: false,
    root: folder,
    file: own && (await parsed(own, host.cwd)),
    defaultFolder: isFolder(join(folder, 'docs')) ? 'docs' : '.',
  });
}

/**
 * Reads the settings. Rejects with `Failure('config')` and the place if the file is wrong.
 *
 * @param open returns the text that counts instead of that on the disk, as an editor has it
 */
export async function loadConfig(
  host: Host,
  flags: Flags,
  open: (file: string) => string | undefined = () => undefined,
): Promise<Config> {
  const onDisk =
    flags.config === undefined ? findConfig(host.cwd) : readConfig(flags.config, host.cwd);
  const found = onDisk && { ...onDisk, text: open(onDisk.file) ?? onDisk.text };
  const root = found ? dirname(found.file) : host.cwd;
  return resolveSettings({
    flags,
    env: host.env,
    terminal: isWatched(host),
    root,
    file: found && (await parsed(found, host.cwd)),
    defaultFolder: isFolder(join(root, 'docs')) ? 'docs' : '.',
  });
}

async function parsed(found: ConfigText, folder: string): Promise<SettingsFile> {
  const { parseConfig } = await import('./parse.ts');
  const name = relative(folder, found.file).replaceAll('\\', '/');
  return { path: found.file, name, settings: parseConfig(found, name) };
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

/** Each profile of a project has its own lock, because it is another project on the platform. */
export function projectOf({ root, profile, content, references }: Config): Project {
  return {
    root,
    contents: content.value,
    references: references.value,
    lockFile: lockFileOf(profile.value),
    stateFolder: (profile.value === null ? '.docs-cli' : `.docs-cli/${profile.value}`) as FilePath,
  };
}
