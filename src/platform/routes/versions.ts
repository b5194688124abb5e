import { formatInstant } from '../../model/instant.ts';
import { decodeBody, name, slugText, jsonBoolean } from '../decode/body.ts';
import { decodeQuery } from '../decode/query.ts';
import { integer } from '../decode/value.ts';
import type { VersionRow } from '../store/statements/structure.ts';
import type { VersionStore } from '../store/versions.ts';
import { json, type Call, type Reply } from './call.ts';

const VERSION_EDIT = { name: name(1_000), slug: slugText, published: jsonBoolean };

/** Contract, section 4, "Versions". */
export class VersionRoutes {
  readonly #versions: VersionStore;

  constructor(versions: VersionStore) {
    this.#versions = versions;
  }

  async listVersions({ query, scope }: Call): Promise<Reply> {
    decodeQuery(query, {});
    return json((await this.#versions.list(scope)).map(encode));
  }

  async updateVersion({ id, query, json: body, actor, scope }: Call): Promise<Reply> {
    decodeQuery(query, {});
    const { name, slug, published } = decodeBody(body, VERSION_EDIT);
    const edit = { name, slug, published };
    return json(encode(await this.#versions.update(integer(id, 'id'), edit, actor, scope)));
  }
}

const encode = (version: VersionRow) => ({
  id: version.id,
  published: version.published === 1,
  name: version.name,
  created: formatInstant(version.created * 1000),
  updated: formatInstant(version.updated * 1000),
  slug: version.slug,
  ordr: version.ordr,
});
