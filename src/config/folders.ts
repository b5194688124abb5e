import { posix, win32 } from 'node:path';
import type { Machine } from '../system/programs/start-program.ts';

/** The facts about the process that decide where a program stores its own files. */
export interface Surroundings extends Machine {
  readonly home: string;
  /** The working folder, absolute. */
  readonly cwd: string;
}

export interface UserFolders {
  /** Settings of this user, such as keys. */
  readonly config: string;
  /** Files that can be created again, such as answers for shell completion. */
  readonly cache: string;
}

/** By system: the XDG Base Directory Specification, Apple's Library, or Windows' AppData. */
export function userFolders({ env, home, platform }: Surroundings): UserFolders {
  if (platform === 'win32') {
    const local = env['LOCALAPPDATA'] ?? win32.join(home, 'AppData', 'Local');
    const roaming = env['APPDATA'] ?? win32.join(home, 'AppData', 'Roaming');
    return {
      config: win32.join(roaming, 'docs-cli', 'Config'),
      cache: win32.join(local, 'docs-cli', 'Cache'),
    };
  }
  const xdg = (name: string): string | undefined => {
    const folder = env[name];
    // The specification says to ignore paths that are not absolute.
    return folder !== undefined && posix.isAbsolute(folder) ? folder : undefined;
  };
  const [config, cache] =
    platform === 'darwin' ? ['Library/Preferences', 'Library/Caches'] : ['.config', '.cache'];
  return {
    config: posix.join(xdg('XDG_CONFIG_HOME') ?? posix.join(home, config), 'docs-cli'),
    cache: posix.join(xdg('XDG_CACHE_HOME') ?? posix.join(home, cache), 'docs-cli'),
  };
}
