/**
 * Decodes the answers of the platform, field by field (ADR 15). Fields that we do not know are ignored. A
 * decoder throws `Failure('platform-garbled')` with the name of the wrong field (`page.title`) if a value is not
 * what the contract promises.
 */
import type { ChangelogPost, ChangelogPosts } from '../model/changelog.ts';
import { Failure } from '../model/failure.ts';
import { hasFields } from '../model/fields.ts';
import type { Fields } from '../model/fields.ts';
import type { Instant, Slug } from '../model/ids.ts';
import { parseInstant } from '../model/instant.ts';
import type { Author, BrokenLink, Documentation, ReportedPage } from '../model/inventory.ts';
import type {
  AllResources,
  AnswerTimes,
  AuditEntry,
  AuditPage,
  DocumentationSummary,
  Page,
  PageSummary,
  ReaderAccess,
  Reference,
  SearchHit,
  SearchResult,
  User,
  Version,
  VersionSummary,
} from '../model/resources.ts';

/** Returns the value with its type. Throws `WrongValue`. */
type Read<T> = (value: unknown) => T;

/** A value is not what was wanted. */
class WrongValue extends Error {
  /** Where in the answer: `.hits[3].title`. Written while it is thrown, so that right values cost no text. */
  place = '';
}

/** Says only the kind of the value, because the value itself may be long or secret. */
const wrong = (wanted: string, value: unknown): WrongValue =>
  new WrongValue(`is ${kindOf(value)}, not ${wanted}`);

function kindOf(value: unknown): string {
  if (value === undefined) return 'missing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'an object';
  if (typeof value === 'string') return value === '' ? 'empty' : 'a text';
  return `a ${typeof value}`;
}

function within(place: string, error: unknown): unknown {
  if (error instanceof WrongValue) error.place = place + error.place;
  return error;
}

/** The decoder of an answer. `name` begins the names of its fields. */
const answer =
  <T>(name: string, read: Read<T>): Read<T> =>
  (json) => {
    try {
      return read(json);
    } catch (error) {
      if (!(error instanceof WrongValue)) throw error;
      const place = `${name}${error.place}`.replace(/^\./, '');
      throw new Failure('platform-garbled', `${place} ${error.message}`);
    }
  };

/** An object with these fields. */
function record<T extends object>(fields: {
  readonly [Name in keyof T]-?: Read<T[Name]>;
}): Read<T> {
  const readers = Object.entries<Read<unknown>>(fields);
  return (value) => {
    if (!hasFields(value)) throw wrong('an object', value);
    const found: Record<string, unknown> = {};
    for (const [name, read] of readers) {
      try {
        found[name] = read(value[name]);
      } catch (error) {
        throw within(`.${name}`, error);
      }
    }
    return found as T;
  };
}

const list =
  <T>(read: Read<T>): Read<T[]> =>
  (value) => {
    if (!Array.isArray(value)) throw wrong('a list', value);
    return value.map((item, index) => {
      try {
        return read(item);
      } catch (error) {
        throw within(`[${index}]`, error);
      }
    });
  };

/** An object whose names are not known. PHP prints an empty one as `[]`. */
const dictionary: Read<Fields> = (value) => {
  if (Array.isArray(value) && value.length === 0) return {};
  if (!hasFields(value)) throw wrong('an object', value);
  return value;
};

/** A dictionary whose names are ids, as a map in the order of the answer. */
const byId =
  <T>(read: Read<T>): Read<ReadonlyMap<never, T>> =>
  (value) => {
    const map = new Map<never, T>();
    const items = dictionary(value);
    for (const name of Object.keys(items)) {
      const key = Number(name);
      if (!Number.isSafeInteger(key) || String(key) !== name) {
        throw new WrongValue('has a key that is not an id');
      }
      try {
        map.set(key as never, read(items[name]));
      } catch (error) {
        throw within(`.${name}`, error);
      }
    }
    return map;
  };

/** Missing and null become `fallback`. */
const or =
  <T, F>(fallback: F, read: Read<T>): Read<T | F> =>
  (value) =>
    value === undefined || value === null ? fallback : read(value);

/** Reads an object; one that is missing has no fields. PHP prints such a one as `[]`. */
const orEmpty =
  <T>(read: Read<T>): Read<T> =>
  (value) =>
    read(dictionary(value ?? {}));

const text: Read<string> = (value) => {
  if (typeof value !== 'string') throw wrong('a text', value);
  return value;
};

const flag: Read<boolean> = (value) => {
  if (typeof value !== 'boolean') throw wrong('true or false', value);
  return value;
};

const number: Read<number> = (value) => {
  if (typeof value !== 'number') throw wrong('a number', value);
  return value;
};

const integer: Read<number> = (value) => {
  if (!Number.isSafeInteger(value)) throw wrong('a whole number', value);
  return value as number;
};

/** An id, of whatever kind its field wants. */
const id = integer as Read<never>;

/** One of a set of words that may grow: those that the contract does not have yet are returned unchanged. */
const word = ((value) => {
  if (text(value) === '') throw wrong('a word', value);
  return value;
}) as Read<never>;

/** A word that is part of a URL. */
const slug: Read<Slug> = word;

/** A date, as the platform wrote it. Nothing depends on it, so it may be empty or missing. */
const instant = or('' as Instant, text as Read<never>);

/** A date to sort by, so it must be valid. */
const validInstant: Read<Instant> = (value) => {
  if (parseInstant(word(value)) === undefined) throw wrong('a date', value);
  return value as Instant;
};

const textOrNull = or(null, text);
const instantOrNull = or(null, text as Read<never>);
/** A text that nothing depends on. */
const anyText = or('', text);

/** Contract, section 2, "Page". `created` and `path` are only shown to people. */
export const decodePage = answer(
  'page',
  record<Omit<Page, keyof AnswerTimes>>({
    id,
    listed: flag,
    title: text,
    created: instant,
    updated: text as Read<never>,
    slug,
    // Undefined if the answer did not say.
    contentDraft: (value) => (value === undefined ? undefined : textOrNull(value)),
    contentPublished: (value) => (value === undefined ? undefined : textOrNull(value)),
    path: anyText,
  }),
);

const version = record<Version>({
  id,
  published: flag,
  name: text,
  created: instant,
  updated: instant,
  slug,
  ordr: integer,
});

/** Contract, section 2, "Version". */
export const decodeVersion = answer('version', version);
export const decodeVersions = answer('versions', list(version));

/** Contract, section 2, "Reference". */
export const decodeReference = answer(
  'reference',
  record<Reference>({
    id,
    title: text,
    created: instant,
    updated: instant,
    slug,
    ordr: integer,
  }),
);

/** The id if the platform does not name one: no resource has it. */
const idOrUnknown = or(0 as never, id);
const slugOrMissing = or(undefined, slug);
const titled = record<DocumentationSummary>({
  title: anyText,
  versionId: idOrUnknown,
  slug: slugOrMissing,
});

const all = record({
  page: byId(
    record<PageSummary>({
      title: anyText,
      updated: instant,
      documentationId: idOrUnknown,
      listed: or(true, flag),
    }),
  ),
  documentation: byId(titled),
  reference: byId(titled),
  version: byId(
    record<VersionSummary>({ name: anyText, published: or(false, flag), slug: slugOrMissing }),
  ),
});

/** Contract, section 2, "All-resources map". Today's revision requires no field of an item. */
export const decodeAll: Read<AllResources> = answer('', (json) => {
  const { page: pages, documentation: documentations, reference: references, ...rest } = all(json);
  return { pages, documentations, references, versions: rest.version };
});

/** Contract, section 2, "User". */
export const decodeUsers = answer(
  'users',
  list(
    record<User>({
      id: integer,
      name: anyText,
      email: text,
      role: word,
      lastActiveAt: instantOrNull,
    }),
  ),
);

const access = record<ReaderAccess>({
  email: text,
  expiresAt: instantOrNull,
  created: instant,
  revoked: instantOrNull,
});

/** Contract, section 2, "Reader access". */
export const decodeAccess = answer('access', access);
export const decodeAccessList = answer('access', list(access));

/** Contract, section 2, "Audit entry", and section 4, "Get audit log". */
export const decodeAuditPage = answer(
  'audit',
  record<AuditPage>({
    data: list(
      record<AuditEntry>({
        ipAddress: anyText,
        entity: word,
        // A string in the contract, while every other id of this service is a number.
        entityId: (value) => (typeof value === 'number' ? String(value) : anyText(value)),
        details: or({}, dictionary),
        scope: anyText as Read<never>,
        message: anyText,
        operation: word,
        timestamp: validInstant,
        user: anyText,
        apiKey: or(null, flag),
      }),
    ),
    count: integer,
    total: integer,
    cursor: textOrNull,
  }),
);

/** Notes, "Search content". */
export const decodeSearch = answer(
  'search',
  record<SearchResult>({
    hits: list(
      record<SearchHit>({
        content: anyText,
        title: text,
        sectionType: word,
        version: anyText,
        section: anyText,
        page: anyText,
        pageId: or(null, number),
        fragment: textOrNull,
        path: anyText,
      }),
    ),
    nbHits: integer,
    page: integer,
    nbPages: integer,
    hitsPerPage: integer,
    query: anyText,
    basepath: anyText,
    host: anyText,
  }),
);

const post = record<ChangelogPost>({
  id: integer,
  title: text,
  slug,
  published: flag,
  content: textOrNull,
  created: instant,
  updated: instant,
});

/** `api/today.yaml`, "ChangelogPost", "ChangelogPostList". */
export const decodePost = answer('post', post);
export const decodePosts = answer(
  'changelog',
  record<ChangelogPosts>({ posts: list(post), count: integer, total: integer, cursor: textOrNull }),
);

/** `api/today.yaml`, "Documentation". */
export const decodeDocumentations = answer(
  'documentations',
  list(
    record<Documentation>({
      id,
      title: text,
      slug,
      description: textOrNull,
      created: instant,
      updated: instant,
      pagesUpdated: instantOrNull,
      ordr: integer,
      published: flag,
    }),
  ),
);

/** Nobody, if the platform does not name anybody. */
const author = orEmpty(
  record<Author>({ id: or(null, integer), email: textOrNull, name: textOrNull }),
);

/** `api/today.yaml`, "VersionReportPage". */
export const decodeReport = answer(
  'report',
  list(
    record<ReportedPage>({
      id,
      title: text,
      hasDraft: flag,
      listed: flag,
      created: instant,
      createdBy: author,
      updated: instant,
      updatedBy: author,
      sourceCreated: instant,
      sourceCreatedBy: author,
    }),
  ),
);

/** `api/today.yaml`, "BrokenLink". */
export const decodeBrokenLinks = answer(
  'links',
  list(
    record<BrokenLink>({
      severity: text,
      issue: text,
      message: anyText,
      isDraft: flag,
      page: record({ id, title: text }),
      link: record({
        text: textOrNull,
        href: textOrNull,
        type: anyText,
        fragment: textOrNull,
        targetId: or(null, integer),
      }),
      target: orEmpty(record({ title: textOrNull, section: textOrNull })),
    }),
  ),
);
