/**
 * What the platform answers to each operation, field by field (ADR 15). Ignores unknown fields.
 * Throws `Failure('platform-garbled')` with the name of the wrong field (`page.title`).
 */
import type {
  AllResources,
  AnswerTimes,
  AuditEntry,
  AuditPage,
  Author,
  BrokenLink,
  ChangelogPost,
  ChangelogPosts,
  Documentation,
  DocumentationSummary,
  Page,
  PageSummary,
  ReaderAccess,
  Reference,
  ReportedPage,
  SearchHit,
  SearchResult,
  User,
  Version,
  VersionSummary,
} from '../../model/resources.ts';
import type { Instant, Slug } from '../../model/ids.ts';
import { parseInstant } from '../../model/time.ts';
import type { OperationName } from '../../model/operations.ts';
import { decoder, byId, dictionary, asFlag, asInteger, list, asNumber } from './read.ts';
import { or, orEmpty, record, asText, textThat, word } from './read.ts';
import type { Read } from './read.ts';

/** An id of any kind; the field determines its type. */
const id = asInteger as Read<never>;
/** A word that is part of a URL. */
const slug: Read<Slug> = word;
const textOrNull = or(null, asText);
/** A text that nothing depends on. */
const anyText = or('', asText);
/** A date, as the platform wrote it. Nothing depends on it, so it may be empty or missing. */
const instant = or('' as Instant, asText as Read<never>);
const instantOrNull = or(null, asText as Read<never>);
/** A date to sort by, so it must be valid. */
const validInstant = textThat<Instant>('a date', (value) => parseInstant(value) !== undefined);
/** The id if the platform does not name one: no resource has this id. */
const idOrUnknown = or(0 as never, id);
const slugOrMissing = or(undefined, slug);

/** docs/service.md, "Resources". `created` and `path` are only shown to people. */
const pageFields = decoder(
  'page',
  record<Omit<Page, keyof AnswerTimes>>({
    id,
    listed: asFlag,
    title: asText,
    created: instant,
    updated: asText as Read<never>,
    slug,
    // Undefined if the answer does not have the field.
    contentDraft: (value) => (value === undefined ? undefined : textOrNull(value)),
    contentPublished: (value) => (value === undefined ? undefined : textOrNull(value)),
    path: anyText,
  }),
);
const page = (json: unknown, times: AnswerTimes): Page => ({ ...pageFields(json), ...times });

/** docs/service.md, "Resources". */
const version = record<Version>({
  id,
  published: asFlag,
  name: asText,
  created: instant,
  updated: instant,
  slug,
  ordr: asInteger,
});

/** docs/service.md, "Resources". */
const reference = decoder(
  'reference',
  record<Reference>({
    id,
    title: asText,
    created: instant,
    updated: instant,
    slug,
    ordr: asInteger,
  }),
);

/** docs/service.md, "Resources". In today's revision, every field of an item is optional. */
const titled = record<DocumentationSummary>({
  title: anyText,
  versionId: idOrUnknown,
  slug: slugOrMissing,
});
const all = decoder(
  '',
  record({
    page: byId(
      record<PageSummary>({
        title: anyText,
        updated: instant,
        documentationId: idOrUnknown,
        listed: or(true, asFlag),
      }),
    ),
    documentation: byId(titled),
    reference: byId(titled),
    version: byId(
      record<VersionSummary>({ name: anyText, published: or(false, asFlag), slug: slugOrMissing }),
    ),
  }),
);

/** docs/service.md, "Resources". */
const user = record<User>({
  id: asInteger,
  name: anyText,
  email: asText,
  role: word,
  lastActiveAt: instantOrNull,
});

/** docs/service.md, "Resources". */
const access = record<ReaderAccess>({
  email: asText,
  expiresAt: instantOrNull,
  created: instant,
  revoked: instantOrNull,
});

/** docs/service.md, "Resources" and "Audit log". */
const auditEntry = record<AuditEntry>({
  ipAddress: anyText,
  entity: word,
  // A string, while every other id of this service is a number.
  entityId: (value) => (typeof value === 'number' ? String(value) : anyText(value)),
  details: or({}, dictionary),
  scope: anyText as Read<never>,
  message: anyText,
  operation: word,
  timestamp: validInstant,
  user: anyText,
  apiKey: or(null, asFlag),
});
const auditPage = record<AuditPage>({
  data: list(auditEntry),
  count: asInteger,
  total: asInteger,
  cursor: textOrNull,
});

/** docs/service.md, "Search". */
const hit = record<SearchHit>({
  content: anyText,
  title: asText,
  sectionType: word,
  version: anyText,
  section: anyText,
  page: anyText,
  pageId: or(null, asNumber),
  fragment: textOrNull,
  path: anyText,
});
const searchResult = record<SearchResult>({
  hits: list(hit),
  nbHits: asInteger,
  page: asInteger,
  nbPages: asInteger,
  hitsPerPage: asInteger,
  query: anyText,
  basepath: anyText,
  host: anyText,
});

/** docs/service.md, "Resources". */
const post = record<ChangelogPost>({
  id: asInteger,
  title: asText,
  slug,
  published: asFlag,
  content: textOrNull,
  created: instant,
  updated: instant,
});
const posts = record<ChangelogPosts>({
  posts: list(post),
  count: asInteger,
  total: asInteger,
  cursor: textOrNull,
});

/** docs/service.md, "Resources". */
const documentation = record<Documentation>({
  id,
  title: asText,
  slug,
  description: textOrNull,
  created: instant,
  updated: instant,
  pagesUpdated: instantOrNull,
  ordr: asInteger,
  published: asFlag,
});

/** An author. All fields are `null` if the platform does not name one. */
const author = orEmpty(
  record<Author>({ id: or(null, asInteger), email: textOrNull, name: textOrNull }),
);

/** docs/service.md, "Resources". */
const reportedPage = record<ReportedPage>({
  id,
  title: asText,
  hasDraft: asFlag,
  listed: asFlag,
  created: instant,
  createdBy: author,
  updated: instant,
  updatedBy: author,
  sourceCreated: instant,
  sourceCreatedBy: author,
});

/** docs/service.md, "Resources". */
const brokenLink = record<BrokenLink>({
  severity: asText,
  issue: asText,
  message: anyText,
  isDraft: asFlag,
  page: record({ id, title: asText }),
  link: record({
    text: textOrNull,
    href: textOrNull,
    type: anyText,
    fragment: textOrNull,
    targetId: or(null, asInteger),
  }),
  target: orEmpty(record({ title: textOrNull, section: textOrNull })),
});

const oneVersion = decoder('version', version);
const oneAccess = decoder('access', access);

/** The decoder of each operation's answer, except those whose answers are files. */
export const ANSWERS = {
  createPage: page,
  readPage: page,
  findPage: page,
  updatePage: page,
  publishPage: page,
  // The body is an empty object or empty; only the status matters.
  deletePage: () => undefined,
  listVersions: decoder('versions', list(version)),
  updateVersion: oneVersion,
  cloneVersion: oneVersion,
  listDocumentations: decoder('documentations', list(documentation)),
  readReport: decoder('report', list(reportedPage)),
  listBrokenLinks: decoder('links', list(brokenLink)),
  uploadReference: reference,
  publishReference: reference,
  listUsers: decoder('users', list(user)),
  listAll: (json): AllResources => {
    const {
      page: pages,
      documentation: documentations,
      reference: references,
      ...rest
    } = all(json);
    return { pages, documentations, references, versions: rest.version };
  },
  listAudit: decoder('audit', auditPage),
  listAccess: decoder('access', list(access)),
  grantAccess: oneAccess,
  revokeAccess: oneAccess,
  createPost: decoder('post', post),
  listPosts: decoder('changelog', posts),
  search: decoder('search', searchResult),
} satisfies Partial<Record<OperationName, (json: unknown, times: AnswerTimes) => unknown>>;

/** What an operation answers. */
export type AnswerOf<Name extends keyof typeof ANSWERS> = ReturnType<(typeof ANSWERS)[Name]>;
