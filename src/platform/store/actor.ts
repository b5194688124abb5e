/** Who makes a change, as audit entries and page histories name them. */
export interface Actor {
  /** The user's e-mail address, or the key's name. */
  readonly name: string;
  readonly apiKey: boolean;
  readonly ipAddress: string;
}

/** The e-mail address of the user who makes a change; null if none is known, as behind a key. */
export const userOf = ({ name, apiKey }: Actor): string | null =>
  !apiKey && name.includes('@') ? name : null;

/** Who sows and administrates: nobody in particular, on this machine. */
export const PLATFORM: Actor = { name: 'platform', apiKey: false, ipAddress: '127.0.0.1' };

/** Ids of the versions that a caller may see; `null`: all. The others do not exist for them. */
export type VisibleVersions = ReadonlySet<number> | null;

export const sees = (scope: VisibleVersions, versionId: number): boolean =>
  scope === null || scope.has(versionId);
