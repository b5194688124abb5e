/** Who makes a change, as named in audit entries and page histories. */
export interface Actor {
  /** The user's email address, or the key's name. */
  readonly name: string;
  readonly apiKey: boolean;
  readonly ipAddress: string;
}

/** The email address of the user who makes a change; null if it is not known, as with an API key. */
export const userOf = ({ name, apiKey }: Actor): string | null =>
  !apiKey && name.includes('@') ? name : null;

/** The platform itself, on this machine: it applies seeds and administers the project. */
export const PLATFORM: Actor = { name: 'platform', apiKey: false, ipAddress: '127.0.0.1' };

/** Ids of the versions that a caller may see; `null`: all. For the caller, other versions do not exist. */
export type VisibleVersions = ReadonlySet<number> | null;

export const sees = (scope: VisibleVersions, versionId: number): boolean =>
  scope === null || scope.has(versionId);
