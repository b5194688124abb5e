/**
 * Links that worked, so that the next run does not request them again. Stored for this user: files
 * in a repository are not trusted.
 */
import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { userFolders } from '../../../config/folders.ts';
import { readOwnText } from '../../../system/files/own.ts';
import type { Host } from '../../../host.ts';
import { hasFields, tryJson } from '../../../model/fields.ts';

const FILE = 'links.json';
/** How long a link that worked need not be requested again. */
const FRESH_MS = 24 * 3_600_000;
const MAX_KEPT = 20_000;

/** The times at which links worked, by address, in milliseconds since 1970. */
export class KnownLinks {
  readonly #file: string;
  readonly #now: number;
  readonly #fine: Map<string, number>;

  /** Reads the stored links. A file that is missing, damaged or a symbolic link counts as empty. */
  constructor(host: Host) {
    this.#file = join(userFolders(host).cache, FILE);
    this.#now = host.clock.now();
    this.#fine = new Map(readKept(this.#file).filter(([, at]) => this.#isFresh(at)));
  }

  isFine(url: string): boolean {
    return this.#fine.has(url);
  }

  keep(url: string): void {
    this.#fine.set(url, this.#now);
  }

  /** Stores the links. Ignores failures. */
  async save(): Promise<void> {
    const { alone, bytesOfText, replaceWhole } = await import('../../../system/files/write.ts');
    const kept = [...this.#fine].slice(-MAX_KEPT);
    try {
      mkdirSync(dirname(this.#file), { recursive: true });
      const text = JSON.stringify(Object.fromEntries(kept));
      await replaceWhole(...alone(this.#file), bytesOfText(text), { mode: 0o600 });
    } catch {
      // For example a read-only folder or a full disk. The next run sends the requests again.
    }
  }

  #isFresh(at: number): boolean {
    return at <= this.#now && this.#now - at < FRESH_MS;
  }
}

function readKept(file: string): readonly (readonly [string, number])[] {
  try {
    const kept = tryJson(readOwnText(file));
    return hasFields(kept)
      ? Object.entries(kept).filter((each): each is [string, number] => Number.isFinite(each[1]))
      : [];
  } catch {
    return [];
  }
}
