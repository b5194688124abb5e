/** What git says of pages that neither the lock nor their files explain: they may be earlier pushes that the lock does not know of. */
import type { PageKey } from '../../model/ids.ts';
import type { BasePage } from '../../model/sides.ts';
import type { Canonical } from './canonical.ts';
import type { Explanation } from './git-base.ts';
import type { KeysByName } from '../pairing/named-places.ts';
import { rebased } from '../lock/line.ts';
import type { RemotePages } from './remote-pages.ts';
import type { SyncDeps } from '../session.ts';
import { suspectOf } from './suspect.ts';
import type { Sighting, Suspect } from './suspect.ts';
import type { TextReader } from '../folder/texts.ts';

export interface Findings {
  readonly remote: RemotePages;
  /** What the journal or git know of base and the lock does not. */
  readonly base: Map<PageKey, BasePage>;
  readonly warnings: string[];
}

const SHALLOW =
  'Git history is cut off here, so earlier pushes may look like edits made on the platform. Fetch all of it (actions/checkout: fetch-depth: 0).';

/** Pages that git is to be asked about, all at once. */
export class Suspects {
  /** By the key under which base or a look-up claims them. */
  readonly #suspects = new Map<PageKey, Suspect>();
  readonly #lines: ReadonlyMap<PageKey, BasePage>;
  readonly #findings: Findings;

  /** `lines`: those of the lock. What git explains is noted in `findings`. */
  constructor(lines: ReadonlyMap<PageKey, BasePage>, findings: Findings) {
    this.#lines = lines;
    this.#findings = findings;
  }

  /** Takes the page, unless its line and its file explain it: whether it did. */
  add(sighting: Sighting, canonical: Canonical): boolean {
    const suspect = suspectOf(sighting, canonical);
    if (suspect) this.#suspects.set(originOf(sighting), suspect);
    return suspect !== undefined;
  }

  async askGit(
    { project, machine }: Pick<SyncDeps, 'project' | 'machine'>,
    texts: Pick<TextReader, 'pages'>,
    named: KeysByName,
  ): Promise<void> {
    if (this.#suspects.size === 0) return;
    const { explain } = await import('./git-base.ts');
    const { explained, cutOff } = await explain([...this.#suspects.values()], {
      project,
      machine,
      pages: texts.pages,
      named,
    });
    for (const [origin, suspect] of this.#suspects) {
      const found = explained.get(suspect.page.key);
      if (found) this.#rebase(origin, suspect, found);
    }
    if (cutOff) this.#findings.warnings.push(SHALLOW);
  }

  /** What git explains is base. */
  #rebase(origin: PageKey, { page, body, title }: Suspect, found: Explanation): void {
    const { remote, base } = this.#findings;
    const seen = remote.get(origin);
    if (!seen) return;
    const line = this.#lines.get(origin);
    // Without a lock line, title and body need a base each: one that git has, or that equals the file's.
    if (!line && ((body && !found.body) || (title !== null && !found.title))) return;
    const explained = { body: found.body !== null, title: found.title !== null };
    base.set(origin, rebased(origin, page, seen, line, explained));
    remote.set(origin, { ...seen, commit: found.body ?? found.title });
  }
}

/** The key under which base has the page, or would have it. */
const originOf = ({ line, formerly, page }: Sighting): PageKey =>
  line?.key ?? formerly?.[0] ?? page.key;
