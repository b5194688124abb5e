/** Links that were fine, so that the next run does not ask again. Kept for this user: what came with a repository is not believed. */
import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { userFolders } from '../../../config/folders.ts';
import { readOwnText } from '../../../system/files/own.ts';
import type { Host } from '../../../host.ts';
import { hasFields, tryJson } from '../../../model/fields.ts';

const FILE = 'links.json';
/** A link that was fine is fine for a day. */
const FRESH_MS = 24 * 3_600_000;
const MAX_KEPT = 20_000;

/** Times at which links were fine, by address, in milliseconds since 1970. */
export class KnownLinks {
  readonly #file: string;
  readonly #now: number;
  readonly #fine: Map<string, number>;

  /** Reads what is kept. A file that is missing, damaged or a link counts as empty. */
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

  /** It does not matter if it cannot be written. */
  async save(): Promise<void> {
    const { alone, bytesOfText, replaceWhole } = await import('../../../system/files/write.ts');
    const kept = [...this.#fine].slice(-MAX_KEPT);
    try {
      mkdirSync(dirname(this.#file), { recursive: true });
      const text = JSON.stringify(Object.fromEntries(kept));
      await replaceWhole(...alone(this.#file), bytesOfText(text), { mode: 0o600 });
    } catch {
      // For example a read-only folder or a full disk: the next run asks again.
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
