/** Reads files of content folders, but only those whose stat data changed. */
import type { Stats } from 'node:fs';
import { oversized, readText, statOf } from '../../system/files/read.ts';
import type { Unreadable } from '../../system/files/read.ts';
import {
  type BodyDigests,
  type PageFacts,
  digestsOf,
  factsOf,
} from '../../content/page/page-facts.ts';
import { bodiesOf, headerProblem, parsePageFile } from '../../content/page/page-file.ts';
import { type Restrictions, fileRestrictionsOf } from '../../content/page/page-restriction.ts';
import { unreadyOf } from '../../content/page/unready.ts';
import { mayHaveSnippets } from '../../content/snippets/snippets.ts';
import type { Unready } from '../../content/page/unready.ts';
import { parseSettings } from '../../content/settings/settings-file.ts';
import type { SettingsValue } from '../../system/yaml/placed-yaml.ts';
import type { FilePath } from '../../model/ids.ts';
import type { PageTexts } from '../../model/local.ts';
import type { StatCache } from '../../system/files/stat-cache.ts';
import { setImmediate as turn } from 'node:timers/promises';

/** What is stored of a file between scans. */
export type KnownFile = KnownPage | { readonly settings: SettingsValue };

export interface KnownPage {
  readonly facts: PageFacts;
  /** Digests of the body, with links translated as in `links`. Null until links are resolved. */
  readonly digests: BodyDigests | null;
  /**
   * The pages that the relative links led to when the digests were taken. Empty if none leads to a
   * page.
   */
  readonly links: string;
  /** What the file's own header and texts say about its readers. Left out if they say nothing. */
  readonly restrictions?: Restrictions;
  /** Why the file is not sent. */
  readonly unready?: Unready;
  /** Its text may have samples of files. */
  readonly isSampled?: true;
}

export interface FileReader {
  readonly root: string;
  readonly cache: StatCache<KnownFile>;
  readonly turns: Turns;
  /** Texts with links, read just now. They are needed again when the targets of the links are known. */
  readonly recent: RecentTexts<string>;
  /** Texts of pages as they are sent. A push needs them next. */
  readonly ready: RecentTexts<PageTexts>;
}

/**
 * A cache of texts by file, up to a limit. A text that was not kept is read from its file again.
 */
export class RecentTexts<T> {
  readonly #texts = new Map<FilePath, T>();
  #room: number;

  constructor(characters: number) {
    this.#room = characters;
  }

  /** Reserves room for other things. */
  leave(characters: number): void {
    this.#room -= characters;
  }

  /** `characters`: the length of the whole file, which the text may keep in memory. */
  add(file: FilePath, text: T, characters: number): void {
    if (characters > this.#room) return;
    this.#room -= characters;
    this.#texts.set(file, text);
  }

  peek(file: FilePath): T | undefined {
    return this.#texts.get(file);
  }

  /** Returns the text and removes it from the cache. */
  take(file: FilePath): T | undefined {
    const text = this.#texts.get(file);
    this.#texts.delete(file);
    return text;
  }
}

/**
 * A copy that shares no memory with the file's text: a part of a string keeps the whole string
 * alive. Lists each field by name, because an object made by spreading takes one and a half times
 * the memory, and there is one per page.
 */
const detached = (facts: PageFacts): PageFacts => ({
  type: facts.type === 'page' ? 'page' : own(facts.type),
  title: facts.title && own(facts.title),
  slug: facts.slug && own(facts.slug),
  category: facts.category && own(facts.category),
  unwritable: facts.unwritable.length === 0 ? NO_NOTES : own(facts.unwritable),
  targets: facts.targets.length === 0 ? NO_TARGETS : own(facts.targets),
  header: facts.header,
  images: facts.images,
});

const own = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

/** Shared, because most pages have none. */
const NO_TARGETS: PageFacts['targets'] = [];
const NO_NOTES: PageFacts['unwritable'] = [];

/** `null`: the file is gone. */
type ReadPage = KnownPage | Unreadable | null;

/** Reads the facts of a page file. */
export function readPageFile(reader: FileReader, file: FilePath): ReadPage {
  const stats = statOf(`${reader.root}/${file}`);
  if (stats === null || 'problem' in stats) return stats;
  const known = reader.cache.known(file, stats);
  return known && 'facts' in known ? known : readChanged(reader, file, stats);
}

function readChanged(reader: FileReader, file: FilePath, stats: Stats): ReadPage {
  reader.cache.beforeReading();
  const read = readText(`${reader.root}/${file}`);
  if (read === null || 'problem' in read) return read;
  const parsed = parsePageFile(read.text);
  const tooLarge = headerProblem(parsed);
  if (tooLarge !== undefined) return oversized(tooLarge);
  const bodies = bodiesOf(parsed);
  const facts = detached(factsOf(parsed, bodies));
  const hasLinks = facts.targets.length > 0;
  if (hasLinks) reader.recent.add(file, read.text, read.text.length);
  else reader.ready.add(file, bodies, read.text.length);
  const unready = unreadyOf(read.text, parsed);
  const restrictions = fileRestrictionsOf(parsed, bodies);
  const page: KnownPage = {
    facts,
    ...(restrictions.reasons.length > 0 ? { restrictions: own(restrictions) } : {}),
    digests: hasLinks ? null : digestsOf(bodies),
    links: '',
    ...(unready ? { unready } : {}),
    ...(mayHaveSnippets(read.text) ? { isSampled: true } : {}),
  };
  reader.cache.keep(file, stats, page);
  return page;
}

/** Reads a settings file. `null`: the file is gone. Rejects with `content` if it is malformed. */
export async function readSettings(
  reader: FileReader,
  file: FilePath,
): Promise<{ readonly value: SettingsValue } | Unreadable | null> {
  const path = `${reader.root}/${file}`;
  const stats = statOf(path);
  if (stats === null || 'problem' in stats) return stats;
  const known = reader.cache.known(file, stats);
  if (known && 'settings' in known) return { value: known.settings };
  reader.cache.beforeReading();
  const read = readText(path);
  if (read === null || 'problem' in read) return read;
  const value = await parseSettings(read.text, file);
  reader.cache.keep(file, stats, { settings: value });
  return { value };
}

/** The number of files after which other work gets a turn: a few milliseconds' worth. */
const STEPS = 256;

/**
 * Lets long work yield to the event loop regularly, so that answers are received and Ctrl-C works.
 */
export class Turns {
  readonly #signal: AbortSignal | undefined;
  #steps = 0;

  constructor(signal?: AbortSignal) {
    this.#signal = signal;
  }

  /**
   * Counts a step. Returns whether `take` is due: at the first step, so that earlier requests are
   * sent, then every 256 steps.
   */
  isDue(): boolean {
    this.#steps += 1;
    return this.#steps % STEPS === 1;
  }

  /** Yields to the event loop. Rejects with the signal's reason if it is aborted. */
  async take(): Promise<void> {
    await turn();
    this.#signal?.throwIfAborted();
  }
}
