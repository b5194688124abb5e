/** How the platform's answers differ between the revisions of the API. The rules of the project are the same in all. */
import { formatInstant } from '../model/time.ts';
import type { ApiRevision } from '../model/operations.ts';
import type { ErrorName } from './refusal.ts';
import type { PageFormat } from '../model/resources.ts';

/** The names of a format in requests, and the meaning of each. */
type FormatNames<Format extends PageFormat> = Readonly<Record<string, Format>>;

export interface Revision {
  readonly name: ApiRevision;
  /** A date in an answer, from Unix time in seconds. The audit log uses another format. */
  readonly date: (seconds: number) => string;
  /** Errors whose body has its fields under `error`. The others have them at the top. `null`: all errors. */
  readonly enveloped: ReadonlySet<ErrorName> | null;
  readonly pageFormats: FormatNames<PageFormat>;
  readonly exportFormats: FormatNames<'darkdown' | 'markdown'>;
  /** The media type of a definition in YAML. */
  readonly yamlType: string;
  /** The required fields of a new page. */
  readonly pageNeeds: readonly ('title' | 'content')[];
  /** Whether a page that was never published reads as listed. */
  readonly listsDrafts: boolean;
  /** Whether `GET /all` has slugs and uses its query. */
  readonly slugsInAll: boolean;
  /** Whether an answer leaves out optional fields without a value. Otherwise such a field is null. */
  readonly leavesOut: boolean;
  /** Whether a version without a published documentation or reference can be published. */
  readonly emptyVersions: 'publish' | 'refuse';
  /** Search: whether every plan has it, and whether `host` has its scheme. */
  readonly searchOnEveryPlan: boolean;
  readonly schemeInHost: boolean;
}

const FORMATS = { markdown: 'markdown', html: 'html', text: 'text' } as const;

const REVISIONS: Readonly<Record<ApiRevision, Revision>> = {
  classic: {
    name: 'classic',
    date: (seconds) => formatInstant(seconds * 1000),
    enveloped: null,
    pageFormats: { darkdown: 'darkdown', markdoc: 'darkdown', ...FORMATS },
    exportFormats: { darkdown: 'darkdown', markdoc: 'darkdown', markdown: 'markdown' },
    yamlType: 'application/yaml',
    pageNeeds: [],
    listsDrafts: true,
    slugsInAll: true,
    leavesOut: false,
    emptyVersions: 'publish',
    searchOnEveryPlan: true,
    schemeInHost: false,
  },
  '2026': {
    name: '2026',
    date: (seconds) => formatInstant(seconds * 1000).replace('+00:00', '+0000'),
    // Requests that are refused before they reach an operation.
    enveloped: new Set([
      'no-key',
      'bad-key',
      'forbidden',
      'cross-origin',
      'wrong-host',
      'no-operation',
      'media-type',
      'rate-limited',
    ]),
    pageFormats: { markdoc: 'darkdown', ...FORMATS },
    exportFormats: { markdoc: 'darkdown', markdown: 'markdown' },
    yamlType: 'text/yaml',
    pageNeeds: ['title', 'content'],
    listsDrafts: false,
    slugsInAll: false,
    leavesOut: true,
    emptyVersions: 'refuse',
    searchOnEveryPlan: false,
    schemeInHost: true,
  },
};

export const revisionOf = (name: ApiRevision): Revision => REVISIONS[name];

/** Whether a page reads as listed. `listed` in the database is what an editor decided; the first publish lists a page. */
export const listedInApi = (
  { listsDrafts }: Revision,
  { listed, hasPublished }: { readonly listed: boolean; readonly hasPublished: boolean },
): boolean => listed && (listsDrafts || hasPublished);
