/** What `docs platform start` can be told, and what a test can hold of it. */
import type { Clock } from '../model/clock.ts';
import type { WrittenChangelog } from '../content/changelog/changelog-files.ts';
import type { SharedContent } from '../content/settings/shared-content.ts';
import type { LocalDocumentation, LocalReference, LocalVersion } from '../model/local.ts';
import type { ApiRevision, Permission } from '../model/operations.ts';
import type { UserRole } from '../model/resources.ts';
import type { HttpHandler } from './http/exchange.ts';
import type { ImportedProject } from './import/project.ts';

/** What the project pays for: search from `grow` on in the revision `2026`, export and audit log with `enterprise`. */
export type ProjectPlan = 'free' | 'grow' | 'enterprise';

export interface PlatformUser {
  readonly name: string;
  readonly email: string;
  readonly role: UserRole;
}

/** Versions, documentations, categories, references, variables and synced blocks cannot be made through the API: they come from here. */
export interface Seed {
  readonly versions: readonly LocalVersion[];
  readonly documentations: readonly LocalDocumentation[];
  readonly references: readonly (LocalReference & { readonly definition: string })[];
  readonly shared?: SharedContent;
  readonly changelogs?: readonly WrittenChangelog[];
}

export interface PlatformOptions {
  /** Which revision of the API it speaks. */
  readonly api: ApiRevision;
  /** 0: any free one. */
  readonly port: number;
  /** Folder of the database; `null`: in memory. */
  readonly folder: string | null;
  readonly seed: Seed;
  /** An export, whose pages are loaded as well. */
  readonly archive?: ImportedProject | undefined;
  readonly plan: ProjectPlan;
  readonly protection: 'none' | 'email-invite';
  readonly users: readonly PlatformUser[];
  /** Whether requests are refused; they are counted in any case. */
  readonly rateLimits: boolean;
  /** What `X-RateLimit-Remaining` counts. The contract says consumed, its name says remaining. */
  readonly remaining: 'consumed' | 'remaining';
  /** An explicit slug that is taken: an error, or a suffix without a word (notes, last section). */
  readonly takenSlugs: 'refuse' | 'suffix';
  /** Stores bodies reprinted, as the live platform does. */
  readonly reprint: boolean;
  /** What a change makes of `updated`: the second of the change, as the live platform; nothing; or a second more at least than it was. */
  readonly dates: 'seconds' | 'frozen' | 'strict';
  readonly clock: Clock;
  /** What stands in front of the whole service: it sees each request first and each answer last. */
  readonly inFront?: (service: HttpHandler) => HttpHandler;
  /** Told of every error that is the platform's own mistake; it is answered with status 500. Without it: a process warning. */
  readonly onBug?: (error: unknown) => void;
}

export interface KeyOptions {
  readonly name: string;
  /** `null`: all. */
  readonly permissions: readonly Permission[] | null;
  /** Version slugs; `null`: all. */
  readonly versions: readonly string[] | null;
}
