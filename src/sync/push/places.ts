/** Keeps a push from writing into a place that is called otherwise than the lock says, once an answer shows it. */
import type { Change } from '../../model/change.ts';
import { Failure } from '../../model/failure.ts';
import type { DocumentationId, PageKey, VersionId } from '../../model/ids.ts';
import { placeOf } from '../../model/ids.ts';
import type { Placement } from '../../model/sides.ts';
import type { Ledger } from '../journal/ledger.ts';
import { renamedTo } from '../snapshot/absent.ts';
import type { PlaceWatch, RenamedPlace } from '../snapshot/place-watch.ts';

/** The documentation that a page is in, and its version. */
export interface PlaceById {
  readonly version: VersionId;
  readonly documentation: DocumentationId;
}

/** Where pages of a placement go. Throws `Failure('not-found')` if that is nowhere. */
export function placeById(placement: Placement): PlaceById {
  if (placement.kind === 'hidden') throw new Failure('not-found', placement.reason);
  return placement;
}

/** A place that was found to be renamed while the run wrote. */
export interface LeftPlace {
  readonly place: RenamedPlace;
  /** Pages that this run had sent with links to the place as it was called. */
  readonly linked: readonly PageKey[];
}

/** Watches over the places that a push writes to. */
export class Places {
  readonly #watch: PlaceWatch;
  readonly #links = new SentLinks();
  readonly #turns = new Map<number, Promise<void>>();

  constructor(watch: PlaceWatch) {
    this.#watch = watch;
  }

  /** Why nothing more is written to this place; undefined: nothing is known that speaks against it. */
  renamedOf({ version, documentation }: PlaceById): string | undefined {
    const place = this.#watch.renamedOf(version, documentation);
    return place && sentence(place);
  }

  /** Tells of a text as it was sent. */
  sent(key: PageKey, content: string): void {
    if (this.#watch.assumes) this.#links.take(key, content);
  }

  /** Writes a page, unless its place was renamed: then `changes` are left out. Until an answer was seen of a place that only the lock tells of, one page of it is written at a time. */
  async write(
    place: PlaceById,
    changes: readonly Change[],
    ledger: Ledger,
    write: () => Promise<void>,
  ): Promise<void> {
    const leave = await this.#enter(place);
    try {
      const reason = this.renamedOf(place);
      if (reason === undefined) await write();
      else for (const change of changes) ledger.skip(change, reason, undefined);
    } finally {
      leave();
    }
  }

  get left(): readonly LeftPlace[] {
    return this.#watch.renamed.map((place) => ({ place, linked: this.#links.to(place) }));
  }

  async #enter({ documentation }: PlaceById): Promise<() => void> {
    while (this.#watch.isUnseen(documentation)) {
      const turn = this.#turns.get(documentation);
      if (turn === undefined) {
        let over = none;
        this.#turns.set(
          documentation,
          new Promise((resolve) => {
            over = resolve;
          }),
        );
        return () => {
          this.#turns.delete(documentation);
          over();
        };
      }
      await turn;
    }
    return none;
  }
}

const none = (): void => undefined;

const sentence = ({ what, from, to }: RenamedPlace): string => renamedTo(`${what} "${from}"`, to);

/** Slugs in links to other pages, as they are sent: of a documentation, or of a version and a documentation. */
const LINKS = /[("'\s]\/([^/\s)"'#?]+)\/(?:([^/\s)"'#?]+)\/)?/g;

/** Which of what was sent has links to a place by its slugs. */
class SentLinks {
  /** By `version/documentation`. */
  readonly #documentations = new Map<string, Set<PageKey>>();
  readonly #versions = new Map<string, Set<PageKey>>();

  take(key: PageKey, content: string): void {
    const { version } = placeOf(key);
    for (const [, first = '', second] of content.matchAll(LINKS)) {
      add(this.#documentations, `${version}/${first}`, key);
      if (second === undefined) continue;
      add(this.#documentations, `${first}/${second}`, key);
      add(this.#versions, first, key);
    }
  }

  to({ what, from }: RenamedPlace): readonly PageKey[] {
    const pages = what === 'version' ? this.#versions : this.#documentations;
    return [...(pages.get(from) ?? [])];
  }
}

function add(pages: Map<string, Set<PageKey>>, name: string, key: PageKey): void {
  const keys = pages.get(name) ?? new Set();
  pages.set(name, keys.add(key));
}
