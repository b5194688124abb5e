import { slugOfTitle } from '../../../content/slug.ts';
import { inTurns } from '../../in-turns.ts';
import { invalid, Refusal } from '../../refusal.ts';
import { repointAddress, repointBody, signsOf, type Repointing } from '../../repoint-links.ts';
import type { Actor, VisibleVersions } from '../actor.ts';
import { recordAudit } from '../audit.ts';
import { Stale, type WriteTransaction, type StoreCore } from '../core.ts';
import { holding } from '../database/like.ts';
import { takeId } from '../database/schema.ts';
import type { Sql } from '../database/sql.ts';
import { CLONES, type LinkingTextsRow } from '../statements/clones.ts';
import { REFERENCES } from '../statements/references.ts';
import { VERSIONS, type VersionRow } from '../statements/structure.ts';
import { findVersion } from '../versions.ts';
import { VersionCopy } from './version-copy.ts';

export interface NewClone {
  readonly name: string;
  /** `undefined`: derived from the name. */
  readonly slug: string | undefined;
}

interface Repointed {
  readonly by: Repointing;
  /** Texts of pages, with their form in the clone. */
  readonly texts: ReadonlyMap<string, string>;
}

/** Copies of whole versions. */
export class CloneStore {
  readonly #core: StoreCore;

  constructor(core: StoreCore) {
    this.#core = core;
  }

  /**
   * Copies a version with its whole content. The copy is the first version of the project, and nothing in it is published. Its pages keep their texts,
   * their history and their source. Links that name the version name the copy.
   * @throws Refusal `forbidden` to a caller who sees only some versions: the copy would not be among them
   * @throws Refusal `invalid` if the slug is taken, or none can be derived from the name
   */
  async clone(
    id: number,
    { name, slug: explicit }: NewClone,
    actor: Actor,
    scope: VisibleVersions,
  ): Promise<VersionRow> {
    const slug = explicit ?? slugOf(name);
    const prepare = () => this.#repoint(id, slug, scope);
    return this.#core.changeWith(actor, prepare, async (change, repointed) => {
      const { sql, at } = change;
      const source = await findVersion(sql, { id }, scope);
      if (await sql.get(VERSIONS.bySlug, slug)) throw invalid('slug', `"${slug}" is taken`);
      const version = await takeId(sql, 'version');
      const first = await sql.get(CLONES.firstOrder);
      await sql.run(CLONES.makeRoom);
      await sql.run(VERSIONS.insert, version, slug, name, 0, first?.ordr ?? 1, at, at);
      const repointing = await repointingOf(sql, source, slug);
      if (!isSame(repointing, repointed.by)) throw new Stale();
      const copy = new VersionCopy(change, this.#core.database.sections, version);
      const counts = await copy.make(id, (url) => repointAddress(url, repointing));
      for (const texts of await linkingTexts(sql, source)) {
        await copy.putTexts(texts.id, inClone(texts, repointed));
      }
      await recordClone(change, source, { id: version, slug, name, ...counts });
      return findVersion(sql, { id: version }, null);
    });
  }

  /** Done before the transaction: the texts of a large version take a while, and other requests would wait. */
  async #repoint(id: number, slug: string, scope: VisibleVersions): Promise<Repointed> {
    const { repointing, found } = await this.#core.read(async (sql) => {
      const source = await findVersion(sql, { id }, scope);
      if (scope !== null) {
        throw new Refusal('forbidden', 'Access denied: the key is for some versions only');
      }
      return {
        repointing: await repointingOf(sql, source, slug),
        found: await linkingTexts(sql, source),
      };
    });
    const texts = new Map<string, string>();
    await inTurns(found, ({ draft, published }) => {
      for (const text of [draft, published]) {
        if (text !== null) texts.set(text, repointBody(text, repointing));
      }
    });
    return { by: repointing, texts };
  }
}

function slugOf(name: string): string {
  if (!/[a-z\d]/i.test(name)) throw invalid('slug', 'must be given: the name makes none');
  return slugOfTitle(name);
}

async function repointingOf(sql: Sql, { id, slug }: VersionRow, to: string): Promise<Repointing> {
  const rows = await sql.all(REFERENCES.takenSlugs, id, id);
  return { from: slug, to, sections: new Set(rows.map((row) => row.slug)) };
}

function linkingTexts(sql: Sql, { id, slug }: VersionRow): Promise<readonly LinkingTextsRow[]> {
  const signs = signsOf(slug).map(holding);
  return sql.all(CLONES.linkingTexts(signs.length), id, ...signs.flatMap((sign) => [sign, sign]));
}

/** Whether both make the same of every text. */
const isSame = (one: Repointing, other: Repointing): boolean =>
  one.from === other.from &&
  one.to === other.to &&
  one.sections.size === other.sections.size &&
  [...one.sections].every((section) => other.sections.has(section));

/**
 * A page's texts in the clone.
 * @throws Stale if one was written since they were prepared
 */
function inClone(
  { draft, published }: LinkingTextsRow,
  { texts }: Repointed,
): Omit<LinkingTextsRow, 'id'> {
  const text = (body: string | null): string | null => {
    if (body === null) return null;
    const repointed = texts.get(body);
    if (repointed === undefined) throw new Stale();
    return repointed;
  };
  return { draft: text(draft), published: text(published) };
}

async function recordClone(
  change: WriteTransaction,
  from: VersionRow,
  clone: { readonly id: number; readonly slug: string } & Readonly<Record<string, unknown>>,
): Promise<void> {
  const { id, ...details } = clone;
  await recordAudit(change, {
    entity: 'version',
    entityId: id,
    versionId: id,
    operation: 'INS',
    message: 'Version cloned',
    details: { from: from.slug, ...details },
  });
}
