import { decodeBody, jsonBoolean, name, plainSlug, slugText } from '../decode/body.ts';
import { decodeQuery } from '../decode/query.ts';
import { integer } from '../decode/value.ts';
import { invalid } from '../refusal.ts';
import type { Revision } from '../revision.ts';
import type { CloneStore } from '../store/clones/clones.ts';
import type { VersionRow } from '../store/statements/structure.ts';
import type { VersionStore } from '../store/versions.ts';
import { json, type Call, type Reply } from './call.ts';

const VERSION_EDIT = { name: name(1_000), slug: slugText, published: jsonBoolean };

const CLONE = { name: VERSION_EDIT.name, slug: plainSlug };

/** Contract, section 4, "Versions". */
export class VersionRoutes {
  readonly #versions: VersionStore;
  readonly #clones: CloneStore;
  readonly #revision: Revision;

  constructor(versions: VersionStore, clones: CloneStore, revision: Revision) {
    this.#versions = versions;
    this.#clones = clones;
    this.#revision = revision;
  }

  async listVersions({ query, scope }: Call): Promise<Reply> {
    decodeQuery(query, {});
    return json(
      (await this.#versions.list(scope)).map((row) => encodeVersion(row, this.#revision)),
    );
  }

  async updateVersion({ id, query, json: body, actor, scope }: Call): Promise<Reply> {
    decodeQuery(query, {});
    const { name, slug, published } = decodeBody(body, VERSION_EDIT);
    const edit = { name, slug, published };
    const version = await this.#versions.update(integer(id, 'id'), edit, actor, scope);
    return json(encodeVersion(version, this.#revision));
  }

  async cloneVersion({ id, query, json: body, actor, scope }: Call): Promise<Reply> {
    decodeQuery(query, {});
    const { name, slug } = decodeBody(body, CLONE);
    if (name === undefined) throw invalid('name', 'must be given');
    const version = await this.#clones.clone(integer(id, 'id'), { name, slug }, actor, scope);
    return json(encodeVersion(version, this.#revision));
  }
}

const encodeVersion = (version: VersionRow, { date }: Revision) => ({
  id: version.id,
  published: version.published === 1,
  name: version.name,
  created: date(version.created),
  updated: date(version.updated),
  slug: version.slug,
  ordr: version.ordr,
});
