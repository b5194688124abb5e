/**
 * Finds the pages of files that the lock does not know, before any is created. Looks only for
 * selected files, and after the lock's pages, because look-ups by slug have a low rate limit.
 */
import { Failure } from '../../model/failure.ts';
import { groupBy } from '../../model/group-by.ts';
import { placeOf, withSlug } from '../../model/ids.ts';
import type { Digest, PageId, PageKey } from '../../model/ids.ts';
import { headText } from '../../model/local.ts';
import type { LocalPage, PageTexts } from '../../model/local.ts';
import type { Page } from '../../model/resources.ts';
import { listOf } from '../../model/text/sentences.ts';
import { loadCanonical } from '../comparable-digest.ts';
import type { Canonical } from '../comparable-digest.ts';
import { foldTitle, headOf, hasNewDate } from '../record/stored-page.ts';
import { lookUp } from '../platform/look.ts';
import { forEachAtOnce, Meter, READS_AT_ONCE } from '../pool.ts';
import type { SyncDeps } from '../deps.ts';
import { areFew } from './by-slug.ts';
import { previousKeys } from './git-renames.ts';
import { pairByText, pairByTitle, titlesElsewhere } from './text-or-title.ts';
import type { Traits } from './text-or-title.ts';
import { neighboursIn } from './unpaired.ts';
import type { Looked, Neighbours, Unpaired } from './unpaired.ts';
import type { Run } from '../run.ts';

/**
 * Follows these clues in order, each for the files that are still without a page: an interrupted
 * run was creating the page; it has the file's slug; it has its text; git says that the file was
 * renamed; readers see its text; no other page there has its title. Refuses a file whose slug a
 * page of the lock has: creating it would make a duplicate. Warns of pages that seem to be such
 * duplicates already. `asNamed`: only the first two clues count. Sends no request for a
 * documentation without candidate pages.
 */
export async function findPages(
  left: Unpaired,
  run: Run,
  looked: Looked,
  deps: SyncDeps,
): Promise<void> {
  for (const [key, { id, file }] of looked.moved)
    left.refuse(key, `Its slug is taken on the platform by page ${id}, the page of ${file}.`);
  for (const { key, slug } of run.lock.pages.values()) {
    const there = withSlug(key, slug);
    // The file has got another slug since, which a push sends.
    if (there !== key)
      left.refuse(there, `${key} still has its slug on the platform. Run docs push again`);
  }
  await findCreated(left, run, deps);
  const around = neighboursIn(left, run, () => candidates(left, run, looked));
  if (around.length === 0) return;
  const meter = new Meter('match', 0, deps.clock, deps.report);
  const { evidenceIn } = await loadCanonical();
  const searches = around.map((one) => new Search(one, { left, run, deps, evidenceIn }));
  const send = async (requests: readonly Request[]): Promise<void> => {
    meter.expect(requests.length);
    await forEachAtOnce(requests, READS_AT_ONCE, (request) => request(), meter);
  };
  await send(searches.flatMap((search) => search.readsOfTitled()));
  await send(searches.flatMap((search) => search.otherReads()));
  await send(searches.flatMap((search) => search.finds()));
  // Only a killed run can have made the page of a named file under another slug.
  if (looked.asNamed && run.lock.writes.creates.length === 0) return;
  await pairByClues(searches, run, deps);
  const twice = searches.flatMap((search) => search.copies());
  const [first, ...others] = twice;
  if (first === undefined) return;
  const more = others.length === 0 ? '' : ` The same goes for ${listOf(others.map(nameOf), 3)}.`;
  left.warnings.push(
    `${first.key} has no file, but the title and the text of the file of ${first.of}: it seems to be the same page, created twice. docs page delete ${first.key} --force deletes it.${more}`,
  );
}

async function pairByClues(searches: readonly Search[], run: Run, deps: SyncDeps): Promise<void> {
  const open = searches.flatMap((search) => [...search.open.values()]);
  if (open.length === 0) return;
  const previous = await previousKeys(open, run.folder.local, deps);
  for (const search of searches) await search.byText(previous);
  for (const search of searches) await search.byPreviousKeys(previous);
  for (const search of searches) await search.byShownText(previous);
  for (const search of searches) await search.byTitle(previous);
}

const nameOf = ({ key }: Copy): PageKey => key;

/** A page without a file, and the page with a file that has the same title and text. */
interface Copy {
  readonly key: PageKey;
  readonly of: PageKey;
}

/**
 * Looks up the slugs of files whose pages a killed run was creating, even if the snapshot lacks
 * them.
 */
async function findCreated(
  left: Unpaired,
  { lock, platform: { snapshot } }: Run,
  deps: SyncDeps,
): Promise<void> {
  const claimed = new Set(Array.from(lock.pages.values(), ({ id }) => id));
  await forEachAtOnce(lock.writes.creates, READS_AT_ONCE, async ({ key }) => {
    const placement = snapshot.placement(key);
    if (!left.files.has(key) || placement.kind === 'hidden') return;
    const page = await lookUp({ ...placement, slug: placeOf(key).slug }, deps);
    if (page && !claimed.has(page.id)) await left.take(key, page);
  });
}

/**
 * Pages without a line, and lines whose pages were not read in this run: their slugs may have
 * changed.
 */
function* candidates(
  left: Unpaired,
  { lock, platform: { snapshot } }: Run,
  { ids }: Looked,
): Generator<readonly [PageId, string]> {
  for (const [id, { title }] of left.pages) yield [id, title];
  for (const line of lock.pages.values()) {
    const summary = snapshot.pages.get(line.id);
    if (summary && !ids.has(line.id) && hasNewDate(line, summary)) yield [line.id, summary.title];
  }
}

type Request = () => Promise<void>;
type PreviousKeys = Awaited<ReturnType<typeof previousKeys>>;

interface SearchScene extends Pick<Canonical, 'evidenceIn'> {
  readonly left: Unpaired;
  readonly run: Run;
  readonly deps: SyncDeps;
}

/** A page that was read. */
interface Found extends Traits {
  readonly id: PageId;
  /** The same as `text`, for the text that readers see. */
  readonly shown: Digest | null;
  readonly key: PageKey;
}

/** The search in one documentation. */
class Search {
  /** The files that have no page yet. */
  readonly open: Map<PageKey, LocalPage>;
  readonly #in: Neighbours<string>;
  readonly #with: SearchScene;
  /** Pages that were read, that no line claims and that have no file's slug, by their key. */
  readonly #found = new Map<PageKey, Found>();
  /** Pages with the title of a file. */
  readonly #titled = new Set<PageId>();
  readonly #isWhole: boolean;

  constructor(around: Neighbours<string>, scene: SearchScene) {
    this.open = new Map(around.files);
    this.#in = around;
    this.#with = scene;
    this.#isWhole = areFew(around.pages.size, around.files.size);
    const titles = new Set(Array.from(around.files.values(), ({ title }) => foldTitle(title)));
    for (const [id, title] of around.pages) if (titles.has(foldTitle(title))) this.#titled.add(id);
  }

  /** Reads of the pages with the title of a file. */
  readsOfTitled(): readonly Request[] {
    return [...this.#titled].map((id) => async () => this.#see(await this.#look(id)));
  }

  /** Reads of all other pages, unless they are too many. */
  otherReads(): readonly Request[] {
    if (!this.#isWhole || this.open.size === 0) return [];
    const others = [...this.#in.pages.keys()].filter((id) => !this.#titled.has(id));
    return others.map((id) => async () => {
      // A page with an invalid field cannot be the page of a file with another title.
      const page = await this.#look(id).catch((error: unknown) => {
        if (error instanceof Failure && error.code === 'platform-garbled') return undefined;
        throw error;
      });
      await this.#see(page);
    });
  }

  /** Look-ups of the files' slugs, if not all pages were read. */
  finds(): readonly Request[] {
    return this.#isWhole ? [] : Array.from(this.open.keys(), (key) => () => this.find(key, key));
  }

  /** Pairs files and pages that have the same text. */
  async byText(previous: PreviousKeys): Promise<void> {
    await this.#pairTexts(previous, headText, [...this.#found.values()]);
  }

  /** Pairs files with pages whose published text is the file's text, whatever the draft says. */
  async byShownText(previous: PreviousKeys): Promise<void> {
    const pages = Array.from(this.#found.values(), (page) => ({ ...page, text: page.shown }));
    await this.#pairTexts(previous, ({ draft, published }) => published ?? draft, pages);
  }

  async #pairTexts(
    previous: PreviousKeys,
    textOf: (texts: PageTexts) => string | null,
    pages: readonly Found[],
  ): Promise<void> {
    const { run, evidenceIn } = this.#with;
    if (pages.length === 0) return;
    const files = Array.from(this.open.values(), (page) => ({
      key: page.key,
      title: page.title,
      text: evidenceIn(textOf(run.folder.texts.read(page))),
    }));
    await this.#pair(previous, (pair) => pairByText(files, pages, pair));
  }

  /** Pairs renamed files with the pages that have one of their earlier keys. */
  async byPreviousKeys(previous: PreviousKeys): Promise<void> {
    // The file that was renamed last comes first.
    for (const [key, keys] of previous) for (const was of keys) await this.find(key, was);
  }

  /** Pairs files and pages whose title no other page of the documentation has. */
  async byTitle(previous: PreviousKeys): Promise<void> {
    if (this.#found.size === 0) return;
    const isElsewhere = titlesElsewhere(this.open.values(), this.#with.run);
    const files = [...this.open.values()].filter((page) => !isElsewhere(page));
    await this.#pair(previous, (pair) =>
      pairByTitle(files, this.#found.values(), (file, page) => {
        this.#with.left.warnings.push(
          `${file.file} is taken for page ${page.id}, ${page.key}: only their titles agree. If it is another page, give it another title.`,
        );
        pair(file, page);
      }),
    );
  }

  /** Pages that no file has, with the title and the text of a file that has another page. */
  copies(): readonly Copy[] {
    const { run, evidenceIn } = this.#with;
    const paired = [...this.#in.files.values()].filter(({ key }) => !this.open.has(key));
    const byTitle = groupBy(paired, ({ title }) => foldTitle(title));
    return [...this.#found.values()].flatMap(({ key, title, text }) => {
      const of = byTitle
        .get(foldTitle(title))
        ?.find((file) => evidenceIn(headText(run.folder.texts.read(file))) === text);
      return of === undefined || text === null ? [] : [{ key, of: of.key }];
    });
  }

  async #pair(
    previous: PreviousKeys,
    compare: (pair: (file: Pick<LocalPage, 'key'>, page: Found) => void) => void,
  ): Promise<void> {
    const pairs: (readonly [PageKey, Found])[] = [];
    compare(({ key }, page) => pairs.push([key, page]));
    for (const [key, page] of pairs) {
      const isPrevious = previous.get(key)?.includes(page.key);
      await this.#takeFound(key, page, isPrevious ? page.key : undefined);
    }
  }

  /** Looks for the page that has the key `was`, and pairs it with the file. */
  async find(key: PageKey, was: PageKey): Promise<void> {
    if (!this.open.has(key)) return;
    const previousKey = was === key ? undefined : was;
    const found = this.#found.get(was);
    if (found) return this.#takeFound(key, found, previousKey);
    if (this.#isWhole) return;
    const { version, documentation } = this.#in;
    const { slug } = placeOf(was);
    const page = await lookUp({ version, documentation, slug }, this.#with.deps);
    if (page) await this.#pairAt(key, page, previousKey);
  }

  #look(id: PageId): Promise<Page | undefined> {
    const { run, deps } = this.#with;
    return run.platform.recent.look(id, deps);
  }

  async #see(page: Page | undefined): Promise<void> {
    if (!page) return;
    const { left, run, evidenceIn } = this.#with;
    const key = this.#in.keyOf(page.slug);
    if (this.open.has(key)) return this.#pairAt(key, page, undefined);
    if (!left.pages.has(page.id)) return;
    const { id, title, contentPublished = null } = page;
    const digests = { text: evidenceIn(headOf(page)), shown: evidenceIn(contentPublished) };
    this.#found.set(key, { id, key, title, ...digests });
    run.platform.recent.keep(page);
  }

  /** Pairs the file with a page that has its current or former key. */
  async #pairAt(key: PageKey, page: Page, previousKey: PageKey | undefined): Promise<void> {
    const { left } = this.#with;
    if (left.pages.has(page.id)) await this.#take(key, page, previousKey);
    else if (previousKey === undefined) {
      this.open.delete(key);
      left.refuse(
        key,
        `Its slug is taken on the platform by page ${page.id}, which the lock file knows by another key.`,
      );
    }
  }

  async #takeFound(
    key: PageKey,
    { id, key: there }: Found,
    previousKey: PageKey | undefined,
  ): Promise<void> {
    this.#found.delete(there);
    const page = await this.#look(id);
    if (page) await this.#take(key, page, previousKey);
  }

  async #take(key: PageKey, page: Page, previousKey: PageKey | undefined): Promise<void> {
    this.open.delete(key);
    await this.#with.left.take(key, page, previousKey);
  }
}
