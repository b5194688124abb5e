/**
 * Finds updates that commits explain: the file is as it was last committed, and what it replaces is in an
 * earlier commit. A large number of such updates does not suggest the wrong folder. An old checkout is not
 * explained: what it would replace is newer than anything it knows.
 */
import { digestOf } from '../../content/digest.ts';
import type { PageMap } from '../../content/links/link-targets.ts';
import { abbreviated, isCutOff } from '../../git/history.ts';
import type { Update } from '../../model/change.ts';
import type { FilePath, PageKey } from '../../model/ids.ts';
import { headText } from '../../model/local.ts';
import type { LocalPage } from '../../model/local.ts';
import type { BasePage } from '../../model/sides.ts';
import type { Lock } from '../lock/lock.ts';
import { sameTitle } from '../lock/stored-page.ts';
import type { KeysByName } from '../pairing/named-places.ts';
import type { Row } from '../plan/cases.ts';
import type { SyncDeps } from '../session.ts';
import { PastTexts } from './past-texts.ts';
import type { PastText, Sought } from './past-texts.ts';

/** The result of the search. */
export interface ExplainedUpdates {
  readonly explained: ReadonlySet<PageKey>;
  /** Which commits explain the updates, and whether the clone lacks history that might explain the others. */
  readonly warnings: readonly string[];
}

interface Scene {
  readonly rows: ReadonlyMap<PageKey, Row>;
  readonly lock: Pick<Lock, 'pages'>;
  /** The map from files to pages today. */
  readonly pages: PageMap;
  readonly named: KeysByName;
}

/** Searches the history of the pages that would be updated. */
export async function explainUpdates(
  updates: readonly Update[],
  scene: Scene,
  { project, machine }: Pick<SyncDeps, 'project' | 'machine'>,
): Promise<ExplainedUpdates> {
  const place = { root: project.root, ...machine };
  const history = new PastTexts(place, project, scene.pages, scene.named);
  const matches = updates.flatMap((update) => matchFor(update, scene) ?? []);
  const offer = (match: UpdateMatch, text: PastText): Promise<void> => match.offer(text);
  await history.inFiles(matches, offer);
  const open = matches.filter(({ isOpen }) => isOpen);
  if (open.length > 0) await history.everywhere(open, offer);
  const proven = matches.filter(({ isProven }) => isProven);
  const warnings: string[] = [];
  if (proven.length > 0) {
    const commits = new Set(proven.flatMap(({ newest }) => newest ?? []));
    warnings.push(`${named([...commits])} ${proven.length} of the ${updates.length} updates.`);
  }
  if (open.some(({ isProven }) => !isProven) && (await isCutOff(place))) warnings.push(CUT_OFF);
  return { explained: new Set(proven.map(({ page }) => page.key)), warnings };
}

const CUT_OFF =
  'Git history is incomplete here, so it does not explain all updates. Fetch all of it (actions/checkout: fetch-depth: 0).';

/** More are only counted. */
const MOST_NAMED = 5;

function named(commits: readonly string[]): string {
  const names = commits.slice(0, MOST_NAMED).map(abbreviated);
  const more = commits.length - names.length;
  if (more > 0) names.push(`${more} more`);
  const last = names.pop();
  return names.length === 0
    ? `Commit ${last} explains`
    : `Commits ${names.join(', ')} and ${last} explain`;
}

/**
 * Undefined if the platform has something that base does not, such as an editor's text that a merge or
 * `--ours` replaces: no commit explains that.
 */
function matchFor(update: Update, { rows, lock }: Scene): UpdateMatch | undefined {
  const row = rows.get(update.key);
  if (!row?.page.local || !row.page.base || !row.remote) return undefined;
  const {
    page: { local: page, base, isReverted, was },
    remote,
  } = row;
  if (base.merging || isReverted) return undefined;
  if (remote.head !== base.sent || !sameTitle(remote.title, base.title)) return undefined;
  return new UpdateMatch(update, page, base, lock.pages.get(was));
}

class UpdateMatch implements Sought {
  readonly page: LocalPage;
  readonly keys: readonly [PageKey, ...PageKey[]];
  /** The commit that gave the file its present text. */
  newest: string | null = null;
  /** The file differs from its last commit. */
  #isEdited = false;
  #isReplacedKnown = false;
  readonly #update: Update;
  readonly #base: BasePage;
  /** A part of base came from a commit rather than the lock, so it is known already. The platform may print it differently. */
  readonly #isKnown: { readonly body: boolean; readonly title: boolean };

  constructor(update: Update, page: LocalPage, base: BasePage, line: BasePage | undefined) {
    this.page = page;
    this.keys = [page.key, base.key];
    this.#update = update;
    this.#base = base;
    const isFromGit = update.commit !== null;
    this.#isKnown = {
      body: isFromGit && line?.sent !== base.sent,
      title: isFromGit && line?.title !== base.title,
    };
  }

  get file(): FilePath {
    return this.page.file;
  }

  get isOver(): boolean {
    return this.#isEdited || this.isProven;
  }

  get isProven(): boolean {
    return this.newest !== null && this.#isReplacedKnown;
  }

  /** The file is committed, but what it replaces was not found yet. */
  get isOpen(): boolean {
    return this.newest !== null && !this.#isReplacedKnown;
  }

  async offer(text: PastText): Promise<void> {
    if (this.isOver) return;
    if (this.newest !== null) this.#isReplacedKnown = await this.#isReplaced(text);
    else if (this.#isFile(text)) {
      this.newest = text.commit;
      this.#isReplacedKnown =
        this.#isKnown.body && this.#isKnown.title && this.#update.from === null;
    } else this.#isEdited = true;
  }

  /** Whether the file is as it was last committed is not known. */
  miss(): void {
    if (this.newest === null) this.#isEdited = true;
  }

  #isFile({ title, texts }: PastText): boolean {
    const isTitled = title === undefined || sameTitle(title, this.page.title);
    return isTitled && digestOfHead(texts) === this.page.head;
  }

  async #isReplaced(text: PastText): Promise<boolean> {
    const { title, sent, key } = this.#base;
    const isBody = this.#isKnown.body || digestOfHead(text.texts) === sent;
    const isTitle = this.#isKnown.title || text.title === undefined || sameTitle(text.title, title);
    if (!isBody || !isTitle) return false;
    return this.#update.from === null ? text.isOf() : (await text.keyThen()) === key;
  }
}

function digestOfHead(texts: PastText['texts']): string | null {
  const head = headText(texts);
  return head === null ? null : digestOf(head);
}
