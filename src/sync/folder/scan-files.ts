/** Files of content folders, read only if their stat data say that they changed. */
import type { Stats } from 'node:fs';
import { readSized, statOf } from '../../content/folder/read-text.ts';
import type { Unreadable } from '../../content/folder/read-text.ts';
import { digestsOf, factsOf } from '../../content/page/page-facts.ts';
import type { BodyDigests, PageFacts } from '../../content/page/page-facts.ts';
import { bodiesOf, parsePageFile } from '../../content/page/page-file.ts';
import { unreadyOf } from '../../content/page/unready.ts';
import type { Unready } from '../../content/page/unready.ts';
import { parseSettings } from '../../content/settings/settings-file.ts';
import type { SettingsValue } from '../../content/settings/settings-file.ts';
import type { FilePath } from '../../model/ids.ts';
import type { PageTexts } from '../../model/local.ts';
import type { LastScan, PageRow } from './cache/last-scan.ts';
import type { StatCache } from './cache/stat-cache.ts';
import type { Turns } from './turns.ts';

/** What is kept of a file between scans. */
export type KnownFile = KnownPage | { readonly settings: SettingsValue };

/** What is known of a page file. */
export interface KnownPage {
  readonly facts: PageFacts;
  /** Digests of the body with its links as `links` says they led; `null`: the links were not followed yet. */
  readonly digests: BodyDigests | null;
  /** What the relative links led to when the digests were taken; empty if none leads to a page. */
  readonly links: string;
  /** Why it is not sent. */
  readonly unready?: Unready;
}

/** What files are read with. */
export interface FileReader {
  readonly root: string;
  readonly cache: StatCache<KnownFile, LastScan, PageRow>;
  readonly turns: Turns;
  /** Texts with links, read just now: they are wanted once more when it is known what the links lead to. */
  readonly recent: RecentTexts<string>;
  /** Texts of pages as they are sent: a push of what the scan read wants them next. */
  readonly ready: RecentTexts<PageTexts>;
}

/** Some texts by their files, as long as there is room: who asks for another one reads the file again. */
export class RecentTexts<T> {
  readonly #texts = new Map<FilePath, T>();
  #room: number;

  constructor(characters: number) {
    this.#room = characters;
  }

  /** Leaves room for something else. */
  leave(characters: number): void {
    this.#room -= characters;
  }

  /** `characters`: of the file, which the text may keep alive. */
  add(file: FilePath, text: T, characters: number): void {
    if (characters > this.#room) return;
    this.#room -= characters;
    this.#texts.set(file, text);
  }

  peek(file: FilePath): T | undefined {
    return this.#texts.get(file);
  }

  /** The text, which is let go. */
  take(file: FilePath): T | undefined {
    const text = this.#texts.get(file);
    this.#texts.delete(file);
    return text;
  }
}

/**
 * A copy that shares no memory with the file's text: parts of a string keep the whole of it alive. Each field by name: objects that are
 * spread take half as much memory again, and there are as many as pages.
 */
const detached = (facts: PageFacts): PageFacts => ({
  type: facts.type === 'page' ? 'page' : own(facts.type),
  title: facts.title && own(facts.title),
  slug: facts.slug && own(facts.slug),
  category: facts.category && own(facts.category),
  unwritable: facts.unwritable.length === 0 ? NO_NOTES : own(facts.unwritable),
  targets: facts.targets.length === 0 ? NO_TARGETS : own(facts.targets),
  restricted: facts.restricted,
  header: facts.header,
  images: facts.images,
});

const own = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

/** One for all: most pages have none. */
const NO_TARGETS: PageFacts['targets'] = [];
const NO_NOTES: PageFacts['unwritable'] = [];

/** `null`: it is gone. */
type ReadPage = KnownPage | Unreadable | null;

/** The facts of a page file. */
export function readPage(reader: FileReader, file: FilePath): ReadPage {
  const stats = statOf(`${reader.root}/${file}`);
  if (stats === null || 'problem' in stats) return stats;
  const known = reader.cache.known(file, stats);
  return known && 'facts' in known ? known : readChanged(reader, file, stats);
}

function readChanged(reader: FileReader, file: FilePath, stats: Stats): ReadPage {
  reader.cache.beforeReading();
  const read = readSized(`${reader.root}/${file}`, stats);
  if ('problem' in read) {
    reader.cache.forgo();
    return read;
  }
  const parsed = parsePageFile(read.text);
  const bodies = bodiesOf(parsed);
  const facts = detached(factsOf(parsed, bodies));
  const hasLinks = facts.targets.length > 0;
  if (hasLinks) reader.recent.add(file, read.text, read.text.length);
  else reader.ready.add(file, bodies, read.text.length);
  const unready = unreadyOf(read.text, parsed);
  const page: KnownPage = {
    facts,
    digests: hasLinks ? null : digestsOf(bodies),
    links: '',
    ...(unready ? { unready } : {}),
  };
  reader.cache.keep(file, stats, page);
  return page;
}

/** A parsed settings file; `null`: it is gone. Throws `Failure('content')` if it is malformed. */
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
  const read = readSized(path, stats);
  if ('problem' in read) return read;
  const value = await parseSettings(read.text, file);
  reader.cache.keep(file, stats, { settings: value });
  return { value };
}
