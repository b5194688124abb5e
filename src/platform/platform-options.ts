/** The options of an embedded platform. */
import type { WrittenChangelog } from '../content/changelog/changelog-files.ts';
import type { ImportedProject } from '../content/export/read-export.ts';
import type { SharedContent } from '../content/folder/shared-content.ts';
import type { HttpHandler } from '../system/http/exchange.ts';
import type { Clock } from '../model/time.ts';
import type { LocalDocumentation, LocalReference, LocalVersion } from '../model/local.ts';
import type { ApiRevision, Permission } from '../model/operations.ts';
import type { UserRole } from '../model/resources.ts';
import type { DatabasePlace } from './database/open-database.ts';
import type { Peculiarities } from './peculiar.ts';
import type { FoundEntry } from '../site/search/find.ts';
import type { SiteSource } from '../site/site-source.ts';
import type { SiteView } from '../site/site-view.ts';
import type { EventLog } from './watch/log.ts';
import type { Outage } from './watch/observer.ts';

/** The plan that the project pays for. Search needs `grow` in the revision `2026`; export and audit log need `enterprise`. */
export type ProjectPlan = 'free' | 'grow' | 'enterprise';

export interface PlatformUser {
  readonly name: string;
  readonly email: string;
  readonly role: UserRole;
}

/** Versions, documentations, categories, references, variables and synced blocks: the API cannot create them, so they come from here. */
export interface Seed {
  readonly versions: readonly LocalVersion[];
  readonly documentations: readonly LocalDocumentation[];
  readonly references: readonly (LocalReference & {
    readonly definition: string;
    /** Left out: it is published. */
    readonly published?: boolean;
  })[];
  readonly shared?: SharedContent;
  readonly changelogs?: readonly SeedChangelog[];
}

export interface SeedChangelog extends WrittenChangelog {
  /** Left out, or taken: a new one. */
  readonly id?: number | undefined;
}

/** Where the metrics of an instance are served. */
export interface MetricsOptions {
  /** 0: any free port. */
  readonly port: number;
  /** Left out: loopback. */
  readonly address?: string | undefined;
  /** The version of the program, for `docs_build_info`. */
  readonly version: string;
}

/** The site at one moment, as every reader sees it. */
export interface SiteState {
  readonly source: SiteSource;
  readonly view: SiteView;
}

/** The site that any reader sees. */
export interface SiteForReaders {
  /** With all changes that were made before it was requested. */
  now(): Promise<SiteState>;
  /** What is found in a version, or `everywhere`, best first. Empty if the version does not exist. */
  find(
    query: string,
    version: string,
    everywhere: boolean,
    limit: number,
  ): Promise<readonly FoundEntry[]>;
}

export interface PlatformOptions extends DatabasePlace, Peculiarities {
  /** The revision of the API that the platform speaks. */
  readonly api: ApiRevision;
  /** 0: any free port. */
  readonly port: number;
  /** The address to listen on. Left out: loopback. */
  readonly address?: string | undefined;
  /** Further names under which the platform can be reached, besides those of this machine. */
  readonly hosts?: readonly string[] | undefined;
  /** Addresses and ranges of proxies that are trusted to name the client of a request. */
  readonly proxies?: readonly string[] | undefined;
  readonly seed: Seed;
  /** An export whose pages are loaded as well. */
  readonly archive?: ImportedProject | undefined;
  readonly plan: ProjectPlan;
  readonly protection: 'none' | 'email-invite';
  readonly users: readonly PlatformUser[];
  /** Whether requests over the limit are refused. They are counted in any case. */
  readonly rateLimits: boolean;
  readonly clock: Clock;
  /** Serves everything outside the API: pages for readers. Left out: only the API is served. */
  readonly site?: ((site: SiteForReaders) => HttpHandler) | undefined;
  /** Left out: no metrics are kept. */
  readonly metrics?: MetricsOptions | undefined;
  /** Receives events about requests and the database. Each answer then contains the id of its request. Left out: nothing is logged. */
  readonly log?: EventLog | undefined;
  /** Called when the database is lost, and when it is back. */
  readonly onOutage?: Outage | undefined;
  /** Called with every error that is a bug of the platform; the request is answered with status 500. Left out: a process warning. */
  readonly onBug?: (error: unknown) => void;
}

export interface KeyOptions {
  readonly name: string;
  /** `null`: all. */
  readonly permissions: readonly Permission[] | null;
  /** Version slugs; `null`: all. */
  readonly versions: readonly string[] | null;
  /** The email address of the user who creates what is created with the key. Left out: nobody. */
  readonly user?: string | null;
}
