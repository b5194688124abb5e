import type { Digest, Slug } from '../../model/ids.ts';
import { HEADER_NOTES } from '../../model/local.ts';
import type { HeaderNote, Note, PageTexts } from '../../model/local.ts';
import { digestOf } from '../digest.ts';
import { fileTargetsOf } from '../links/link-targets.ts';
import { headerValues } from './page-file.ts';
import type { PageFile } from './page-file.ts';
import { verdictOf } from '../settings/reader-keys.ts';

/** What the header of a page file says about where the page is. */
export interface EntryFacts {
  /** `page`, or one of the kinds of navigation entries that are not pages. */
  readonly type: string;
  readonly title: string | null;
  readonly slug: string | null;
  readonly category: string | null;
}

/** What the header of a page file says. */
export interface HeaderFacts extends EntryFacts {
  /** Header keys that are set and for which the API has no field. */
  readonly unwritable: readonly HeaderNote[];
  /** Digest of those keys with their values. */
  readonly header: Digest;
}

/** Facts of a page file that do not depend on the words of its texts. */
export interface PageFacts extends HeaderFacts {
  /** Relative targets that may be pages or files. Digests depend on the pages they lead to. */
  readonly targets: readonly string[];
  /** Whether it shows images that are files of the folder. */
  readonly images: boolean;
}

/** Digests of the texts that editors and readers see. */
export interface BodyDigests {
  readonly head: Digest;
  readonly published: Digest | null;
}

/** The digests of a page's bodies. Without a draft, editors see what readers see. */
export function digestsOf({ draft, published }: PageTexts): BodyDigests {
  const readers = published === null ? null : digestOf(published);
  return { head: draft === null && readers ? readers : digestOf(draft ?? ''), published: readers };
}

/** Digest of a header that sets only fields that the API can write. Most headers do. */
const NOTHING_SET = digestOf('[]');

const holds = (key: HeaderNote, value: string): boolean => {
  const says = verdictOf(key, value)?.says;
  return says !== undefined && says !== 'open';
};

/**
 * Keys without a field in the API, each with a function that returns whether a value differs from
 * the platform's default.
 */
const UNWRITABLE: Readonly<Record<HeaderNote, (value: string, title: string | null) => boolean>> = {
  listed: (value) => holds('listed', value),
  hidden: (value) => holds('hidden', value),
  audience: () => true,
  description: () => true,
  index_title: (value, title) => value !== title,
  keywords: () => true,
  tags: () => true,
};

/** @param values of the header, by key */
export function entryFactsOf(values: ReadonlyMap<string, string>): EntryFacts {
  const filled = (key: string): string | null => values.get(key)?.trim() || null;
  return {
    type: filled('type') ?? 'page',
    title: values.get('title') || null,
    slug: filled('slug'),
    category: filled('category'),
  };
}

/** What the header of a page file says. */
export function headerFactsOf(file: PageFile): HeaderFacts {
  const values = headerValues(file);
  const entry = entryFactsOf(values);
  const set = HEADER_NOTES.flatMap((key) => {
    const value = values.get(key)?.trim() ?? '';
    return value !== '' && UNWRITABLE[key](value, entry.title) ? [[key, value] as const] : [];
  });
  return {
    ...entry,
    unwritable: set.map(([key]) => key),
    header: set.length === 0 ? NOTHING_SET : digestOf(JSON.stringify(set)),
  };
}

/** `bodies`: the file's own. */
export function factsOf(file: PageFile, bodies: PageTexts): PageFacts {
  const targets = [bodies.draft, bodies.published].flatMap((text) =>
    text === null ? [] : fileTargetsOf(text),
  );
  return {
    ...headerFactsOf(file),
    targets: [...new Set(targets.flatMap(({ pages, files }) => [...pages, ...files]))],
    images: targets.some(({ images }) => images),
  };
}

/** The parts of a page's place that the API cannot write. */
export interface PlaceFacts {
  readonly category: string | null;
  readonly parent: Slug | null;
  /** Whether the layout gives the page a position among its siblings. */
  readonly ordered: boolean;
}

/** What the API cannot write of this page. Equal facts give equal notes. */
export function notesOf({ unwritable, images }: PageFacts, place: PlaceFacts): Note[] {
  const notes: Note[] = [...unwritable];
  if (place.parent) notes.push('parent');
  if (place.ordered) notes.push('order');
  if (place.category) notes.push('category');
  if (images) notes.push('images');
  return notes;
}

/** A key that differs whenever the facts behind `notesOf` differ. */
export const noteKey = (facts: PageFacts, { category, parent, ordered }: PlaceFacts): string =>
  `${facts.header}\n${facts.images}\n${ordered}\n${parent ?? ''}\n${category ?? ''}`;
