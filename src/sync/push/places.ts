/** Stops a push from writing into a place once an answer shows that the place is no longer called what the lock says. */
import type { Change } from '../../model/change.ts';
import { Failure } from '../../model/failure.ts';
import type { DocumentationId, PageKey, VersionId } from '../../model/ids.ts';
import { placeOf } from '../../model/ids.ts';
import type { Placement } from '../../model/sides.ts';
import type { Ledger } from '../journal/ledger.ts';
import { renamedTo } from '../snapshot/absent.ts';
import type { PlaceWatch, RenamedPlace } from '../snapshot/place-watch.ts';

/** The version and the documentation that a page is in. */
export interface PlaceById {
  readonly version: VersionId;
  readonly documentation: DocumentationId;
}

/** The ids of a placement. Throws `Failure('not-found')` if the place does not exist. */
export function placeById(placement: Placement): PlaceById {
  if (placement.kind === 'hidden') throw new Failure('not-found', placement.reason);
  return placement;
}

/** A place that turned out to be renamed while the run was writing. */
export interface LeftPlace {
  readonly place: RenamedPlace;
  /** Pages that this run had sent with links to the place's old name. */
  readonly linked: readonly PageKey[];
}

/** Watches the places that a push writes to. */
export class Places {
  readonly #watch: PlaceWatch;
  readonly #links = new SentLinks();
  /** The one page that is being written to a documentation which only the lock knows. Never rejects. */
  readonly #turns = new Map<DocumentationId, Promise<void>>();

  constructor(watch: PlaceWatch) {
    this.#watch = watch;
  }

  /** Why nothing more may be written to this place. Undefined if nothing speaks against it. */
  renamedOf({ version, documentation }: PlaceById): string | undefined {
    const place = this.#watch.renamedOf(version, documentation);
    return place && sentence(place);
  }

  /** Records a text as it was sent. */
  sent(key: PageKey, content: string): void {
    if (this.#watch.assumes) this.#links.take(key, content);
  }

  /**
   * Writes a page, or skips its `changes` if its place was renamed. If only the lock knows the place, writes
   * one page at a time until an answer has confirmed or contradicted it.
   */
  async write(
    place: PlaceById,
    changes: readonly Change[],
    ledger: Ledger,
    write: () => Promise<void>,
  ): Promise<void> {
    const { documentation } = place;
    const writeOrSkip = async (): Promise<void> => {
      const reason = this.renamedOf(place);
      if (reason === undefined) await write();
      else for (const change of changes) ledger.skip(change, reason, undefined);
    };
    while (this.#watch.isUnseen(documentation)) {
      const other = this.#turns.get(documentation);
      if (other === undefined) {
        const own = writeOrSkip().finally(() => this.#turns.delete(documentation));
        this.#turns.set(documentation, own.catch(none));
        return own;
      }
      await other;
    }
    return writeOrSkip();
  }

  get left(): readonly LeftPlace[] {
    return this.#watch.renamed.map((place) => ({ place, linked: this.#links.to(place) }));
  }
}

const none = (): void => undefined;

const sentence = ({ what, from, to }: RenamedPlace): string => renamedTo(`${what} "${from}"`, to);

/** Slugs in links to other pages, as they are sent: of a documentation, or of a version and a documentation. */
const LINKS = /[("'\s]\/([^/\s)"'#?]+)\/(?:([^/\s)"'#?]+)\/)?/g;

/** Remembers which texts were sent with links to a place. */
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
