import { formatInstant } from '../../model/instant.ts';
import { decodeQuery } from '../decode/query.ts';
import { queryBoolean, choice, integer } from '../decode/value.ts';
import type { DefinitionFormat } from '../../content/openapi/read.ts';
import { formatOf } from '../definition/format.ts';
import { notFound, Refusal } from '../refusal.ts';
import type { ReferenceStore } from '../store/references.ts';
import type { ReferenceRow } from '../store/statements/references.ts';
import { json, type Call, type Reply } from './call.ts';

const UPLOAD = { publish: queryBoolean };
const DEFINITION = { draft: queryBoolean, format: choice(['auto', 'yaml', 'json']) };

/** Contract, section 4, "References". */
export class ReferenceRoutes {
  readonly #references: ReferenceStore;

  constructor(references: ReferenceStore) {
    this.#references = references;
  }

  async readDefinition({ id, query, scope }: Call): Promise<Reply> {
    const { draft = false, format = 'auto' } = decodeQuery(query, DEFINITION);
    const reference = await this.#references.read(integer(id, 'id'), scope);
    const text = draft ? reference.draft : reference.published;
    if (text === null) throw notFound(draft ? 'Draft' : 'Published definition');
    return definitionReply(text, format);
  }

  async uploadReference({ id, query, file, actor, scope }: Call): Promise<Reply> {
    const { publish = true } = decodeQuery(query, UPLOAD);
    const versionId = integer(id, 'versionId');
    const { work } = await import('../definition/thread.ts');
    const accepted = await work('accept', await file());
    if (!accepted.ok) {
      const { message, line, column } = accepted.problem;
      throw new Refusal('invalid', `General Exception: file:${line}:${column}: ${message}`);
    }
    const { title, text } = accepted;
    const upload = { title, slug: null, text, publish };
    return json(encode(await this.#references.upload(versionId, upload, actor, scope)), 201);
  }

  async publishReference({ id, query, actor, scope }: Call): Promise<Reply> {
    decodeQuery(query, {});
    return json(encode(await this.#references.publish(integer(id, 'id'), actor, scope)));
  }
}

/** As it was sent, byte for byte, unless another format is wanted. */
async function definitionReply(text: string, wanted: 'auto' | 'yaml' | 'json'): Promise<Reply> {
  const stored = formatOf(text);
  const format = wanted === 'auto' ? stored : wanted;
  const contentType = format === 'json' ? 'application/json' : 'application/yaml';
  const body = stored === format ? text : await converted(text, format);
  return { status: 200, contentType: `${contentType}; charset=utf-8`, body };
}

async function converted(text: string, format: DefinitionFormat): Promise<string> {
  const { work } = await import('../definition/thread.ts');
  return work(format === 'json' ? 'toJson' : 'toYaml', text);
}

const encode = (reference: ReferenceRow) => ({
  id: reference.id,
  title: reference.title,
  created: formatInstant(reference.created * 1000),
  updated: formatInstant(reference.updated * 1000),
  slug: reference.slug,
  ordr: reference.ordr,
});
