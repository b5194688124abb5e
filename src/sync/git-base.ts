/** Git as a base: a body on the platform that a committed file had is an earlier push, not an editor's edit. */
import { readBlobs } from '../git/blobs.ts';
import { abbreviated, isCutOff, lastCommitOf, versionsOf } from '../git/history.ts';
import type { GitPlace } from '../git/place.ts';
import type { PageMap } from '../content/link-targets.ts';
import { headerValue, parsePageFile } from '../content/page-file.ts';
import { groupBy } from '../model/group-by.ts';
import type { PageKey } from '../model/ids.ts';
import { loadCanonical } from './canonical.ts';
import type { Canonical } from './canonical.ts';
import { sameTitle } from './observe.ts';
import { textsOf } from './scan-links.ts';
import type { SyncDeps } from './session.ts';
import type { Suspect } from './suspect.ts';

/** The commits whose push explains what the platform has. */
export interface Explanation {
  readonly body: string | null;
  readonly title: string | null;
}

export interface GitBase {
  readonly explained: ReadonlyMap<PageKey, Explanation>;
  /** Something is left that history might explain, and the clone has not all of it. */
  readonly cutOff: boolean;
}

/** Looks through the history of the suspects' files, all in one go. Links are translated as they lead today. */
export async function explain(
  suspects: readonly Suspect[],
  { project, machine, pages }: Pick<SyncDeps, 'project' | 'machine'> & { readonly pages: PageMap },
): Promise<GitBase> {
  const place = { root: project.root, ...machine };
  const trials = new Map<string, Trial>();
  const canonical = await loadCanonical();
  for (const suspect of suspects) {
    trials.set(suspect.page.file, new Trial(suspect, pages, canonical));
  }
  const since = await lastCommitOf(place, project.lockFile);
  const known = suspects.filter(({ hasBase }) => hasBase && since !== undefined);
  const unknown = suspects.filter(({ hasBase }) => !hasBase || since === undefined);
  await look(known, since, place, trials);
  await look(unknown, undefined, place, trials);
  const explained = new Map<PageKey, Explanation>();
  let left = false;
  for (const trial of trials.values()) {
    if (trial.found) explained.set(trial.key, trial.found);
    if (!trial.isOver) left = true;
  }
  return { explained, cutOff: left && (await isCutOff(place)) };
}

async function look(
  suspects: readonly Suspect[],
  since: string | undefined,
  place: GitPlace,
  trials: ReadonlyMap<string, Trial>,
): Promise<void> {
  if (suspects.length === 0) return;
  const files = suspects.map(({ page }) => page.file);
  const uses = groupBy(await versionsOf(place, files, since), ({ blob }) => blob);
  for await (const { blob, text } of readBlobs(place, [...uses.keys()])) {
    for (const { file, commit } of uses.get(blob) ?? [])
      trials.get(file)?.hear(text, abbreviated(commit));
  }
}

class Trial {
  readonly #suspect: Suspect;
  readonly #pages: PageMap;
  readonly #canonical: Canonical;
  #body: string | null = null;
  #title: string | null = null;

  constructor(suspect: Suspect, pages: PageMap, canonical: Canonical) {
    this.#canonical = canonical;
    this.#suspect = suspect;
    this.#pages = pages;
  }

  get key(): PageKey {
    return this.#suspect.page.key;
  }

  get isOver(): boolean {
    const { body, title } = this.#suspect;
    return (body === null || this.#body !== null) && (title === null || this.#title !== null);
  }

  get found(): Explanation | undefined {
    if (this.#body === null && this.#title === null) return undefined;
    return { body: this.#body, title: this.#title };
  }

  hear(text: string, commit: string): void {
    if (this.isOver) return;
    const { page, body, title } = this.#suspect;
    const file = parsePageFile(text);
    if (title !== null && sameTitle(headerValue(file, 'title') ?? '', title))
      this.#title ??= commit;
    if (body === null || this.#body !== null) return;
    const { draft, published } = textsOf(text, page, this.#pages);
    for (const one of [draft, published]) {
      if (one === null) continue;
      const { stored, canonical } = this.#canonical.digestsOf(one);
      if (stored === body.stored || canonical === body.canonical) {
        this.#body = commit;
        return;
      }
    }
  }
}
