/** Everything that a link can lead to, as seen by a caller who may see some versions of the project. */

export interface LinkablePage {
  readonly id: number;
  readonly title: string;
  readonly listed: boolean;
}

/** A documentation, or a reference, which has no pages. */
export interface LinkableSection {
  readonly kind: 'documentation' | 'reference';
  readonly id: number;
  readonly title: string;
  readonly published: boolean;
  /** By slug. */
  readonly pages: ReadonlyMap<string, readonly LinkablePage[]>;
}

export interface LinkablePlaces {
  /** The slug of the version that contains the links. */
  readonly own: string;
  /** The documentations and references of a version, by slug; `undefined`: the caller sees no such version. */
  sections(version: string): ReadonlyMap<string, LinkableSection> | undefined;
  /** Whether there are versions that the caller may not see. If so, an unknown version is not reported. */
  readonly limited: boolean;
  /** The public paths of changelogs. */
  readonly changelogs: ReadonlySet<string>;
}
