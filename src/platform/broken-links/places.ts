/** What a link can lead to, as somebody sees it who may see some versions of the project. */

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
  /** Slug of the version that the links stand in. */
  readonly own: string;
  /** The documentations and references of a version, by slug; `undefined`: there is no such version to be seen. */
  sections(version: string): ReadonlyMap<string, LinkableSection> | undefined;
  /** Whether there are versions that are not to be seen: then nothing is said of an unknown one. */
  readonly limited: boolean;
  /** Public paths of changelogs. */
  readonly changelogs: ReadonlySet<string>;
}
