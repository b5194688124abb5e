import { referencesOf } from '../../../content/check/references.ts';
import { parse } from '../../../content/darkdown/read/parse.ts';
import { parseAddress, decoded } from '../../../content/darkdown/address.ts';
import { judgeLink, type LinkingPage, type LinkIssue } from '../../broken-links/judge.ts';
import type { ReadLink } from '../../broken-links/read-links.ts';
import { inTurns } from '../../in-turns.ts';
import type { VisibleVersions } from '../actor.ts';
import type { StoreCore } from '../core.ts';
import { REPORTS, type LinkablePageRow } from '../statements/reports.ts';
import { loadPlaces, type LoadedPlaces } from './places.ts';

export interface FoundLink {
  readonly page: Pick<LinkablePageRow, 'id' | 'title'>;
  readonly isDraft: boolean;
  readonly link: ReadLink;
  readonly verdict: LinkIssue;
}

/** Whether readers can open a page once its surroundings are published. */
export type IsListed = (page: {
  readonly listed: boolean;
  readonly hasPublished: boolean;
}) => boolean;

/** The links of a version that lead nowhere, or to something that readers cannot open. */
export class BrokenLinkStore {
  readonly #core: StoreCore;

  constructor(core: StoreCore) {
    this.#core = core;
  }

  /**
   * Links in published texts and drafts, page by page. The places are those of one moment. Texts are read one page at a time, and a page that is deleted in
   * the meantime is left out.
   */
  async find(
    versionId: number,
    isListed: IsListed,
    scope: VisibleVersions,
  ): Promise<readonly FoundLink[]> {
    const places = await loadPlaces(this.#core, versionId, isListed, scope);
    const found: FoundLink[] = [];
    await inTurns(places.pages, async (page) => {
      const texts = await this.#core.read((sql) => sql.get(REPORTS.texts, page.id));
      const from = { id: page.id, open: page.open };
      for (const isDraft of [false, true]) {
        const body = isDraft ? texts?.draft : texts?.published;
        for (const each of await brokenIn(body ?? '', from, places)) {
          found.push({ page, isDraft, ...each });
        }
      }
    });
    return found;
  }
}

/** Most bodies have no broken link and need no whole reading. */
async function brokenIn(
  body: string,
  from: LinkingPage,
  places: LoadedPlaces,
): Promise<readonly Pick<FoundLink, 'link' | 'verdict'>[]> {
  if (body === '') return [];
  const document = parse(body);
  const targets = referencesOf(document).flatMap(({ kind, target }) =>
    kind === 'link' ? [target] : [],
  );
  await places.learn(targets.map(firstName));
  if (!targets.some((target) => judgeLink(target, from, places))) return [];
  const { readLinks } = await import('../../broken-links/read-links.ts');
  return readLinks(document).flatMap((link) => {
    const verdict = judgeLink(link.href, from, places);
    return verdict ? [{ link, verdict }] : [];
  });
}

/** The part that may be a version's slug. */
const firstName = (target: string): string =>
  decoded(parseAddress(target).path.split('/')[1] ?? '') ?? '';
