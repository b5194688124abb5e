import type { Host } from '../host.ts';
import type { Config } from './config.ts';
import type { Flags } from './flags.ts';
import { settle } from './settle.ts';

/** Reads the settings. Rejects with `Failure('config')` where the file is wrong, naming file, line and column. */
export async function loadConfig(host: Host, flags: Flags): Promise<Config> {
  return settle(host, flags);
}
