/** Finds new places for files whose pages have another slug, and what links lead to meanwhile. */
import type { PageMap } from '../../content/links/link-targets.ts';
import type { Pull } from '../../model/change.ts';
import { Failure } from '../../model/failure.ts';
import type { PageKey } from '../../model/ids.ts';
import type { LocalPage, PageInFile } from '../../model/local.ts';
import { AGAIN } from '../journal/ledger.ts';
import type { RunState } from '../session.ts';
import { whereaboutsOf } from './follow-slug.ts';
import { formerKeyOf } from './scene.ts';
import type { PullScene } from './scene.ts';

/** What becomes of the pages whose slugs changed, by key. */
export interface NewPlaces {
  readonly places: ReadonlyMap<PageKey, PageInFile>;
  /** Why pages stay where they are. */
  readonly staying: ReadonlyMap<PageKey, Failure>;
}

type Scene = Pick<PullScene, 'state' | 'deps' | 'sent'>;

/** Finds a place for each page that is free, or that its page leaves. */
export function findPlaces(pulls: readonly Pull[], scene: Scene): NewPlaces {
  const staying = new Map<PageKey, Failure>();
  let moving = pulls.filter(({ fields }) => fields.includes('slug'));
  for (;;) {
    const leaving = new Set(moving.map(({ key }) => key));
    const places = new Map<PageKey, PageInFile>();
    for (const change of moving) {
      const place = placeFor(change, leaving, scene);
      if (place instanceof Failure) staying.set(change.key, place);
      else if (place) places.set(change.key, place);
    }
    // A page that stays may now block another.
    if (places.size === moving.length) return { places, staying };
    moving = moving.filter(({ key }) => places.has(key));
  }
}

/** Returns undefined if the page is gone on one side. */
function placeFor(
  { key }: Pull,
  leaving: ReadonlySet<PageKey>,
  scene: Scene,
): PageInFile | Failure | undefined {
  const { local, lock, rows, snapshot } = scene.state;
  const row = rows.get(key);
  const [page, planned] = [row?.page.local, row?.remote];
  if (!page || !planned) return undefined;
  if (scene.sent.has(key)) return new Failure('content', SENT, { hint: AGAIN });
  const isLeaving = (other: LocalPage): boolean => leaving.has(other.key);
  // No two pages of a documentation have the same slug. If the other page still exists, it must have another slug now.
  const isMoved = (other: LocalPage): boolean => {
    const line = lock.pages.get(formerKeyOf(other.key, scene));
    return line !== undefined && (snapshot.pages?.has(line.id) ?? true);
  };
  try {
    const others = { isLeaving, isMoved };
    return whereaboutsOf(page, planned.slug, local, scene.deps.project, others);
  } catch (error) {
    if (error instanceof Failure) return error;
    throw error;
  }
}

const SENT = 'Its file is sent in this run; the next run applies its new slug.';

/** The maps from files to pages that apply while page files are written. */
export interface PageMaps {
  /** As it will be after all moves. */
  readonly after: PageMap;
  /** With the new slugs, but the files' present names. */
  readonly now: PageMap;
  /** Without pages that move: links to them keep the platform's form until the pages are in place, so that a text means the same before and after. */
  readonly staying: PageMap;
}

/** The maps to use while files move to `places`. */
export function mapPages(
  places: NewPlaces['places'],
  { local, newFiles, texts }: Pick<RunState, 'local' | 'newFiles' | 'texts'>,
): PageMaps {
  const made = [...newFiles].map(([key, { file }]): PageInFile => ({ key, file }));
  const moving: PageInFile[] = [];
  const changing = new Set<PageKey>();
  const now: PageInFile[] = [];
  for (const [key, place] of places) {
    moving.push(place);
    changing.add(key).add(place.key);
    const page = local.pages.get(key);
    if (page) now.push({ key: place.key, file: page.file });
  }
  return {
    after: withFiles(texts.pages, [...made, ...moving]),
    now: withFiles(texts.pages, [...made, ...now]),
    staying: without(withFiles(texts.pages, made), changing),
  };
}

/** Adds pages that get a file, or another one, in this run, so that links to them work too. */
function withFiles(pages: PageMap, places: readonly PageInFile[]): PageMap {
  if (places.length === 0) return pages;
  const keys = new Map(places.map(({ key, file }) => [file.normalize('NFC'), key]));
  const files = new Map(places.map(({ key, file }) => [key, file]));
  return {
    keyOf: (file) => keys.get(file) ?? pages.keyOf(file),
    fileOf: (key) => files.get(key) ?? pages.fileOf(key),
  };
}

function without(pages: PageMap, keys: ReadonlySet<PageKey>): PageMap {
  if (keys.size === 0) return pages;
  return {
    keyOf: (file) => {
      const key = pages.keyOf(file);
      return key === undefined || keys.has(key) ? undefined : key;
    },
    fileOf: (key) => (keys.has(key) ? undefined : pages.fileOf(key)),
  };
}
