import { name } from '../decode/body.ts';
import { decodeQuery } from '../decode/query.ts';
import { queryBoolean, choice, integer } from '../decode/value.ts';
import type { DefinitionFormat } from '../../definitions/read.ts';
import { formatOf } from '../definition/format.ts';
import { notFound, Refusal } from '../refusal.ts';
import type { Revision } from '../revision.ts';
import type { ReferenceStore } from '../store/references.ts';
import type { ReferenceRow } from '../store/statements/references.ts';
import { json, type Call, type Reply } from './call.ts';

const UPLOAD = {
  publish: queryBoolean,
  show_try_it_out: queryBoolean,
  allow_download: queryBoolean,
  expandable: queryBoolean,
};
/** As for pages. It is an index's key, and a database has none of any length. */
const titleText = name(1_000);
const DEFINITION = { draft: queryBoolean, format: choice(['auto', 'yaml', 'json']) };

/** Contract, section 4, "References". */
export class ReferenceRoutes {
  readonly #references: ReferenceStore;
  readonly #revision: Revision;

  constructor(references: ReferenceStore, revision: Revision) {
    this.#references = references;
    this.#revision = revision;
  }

  async readDefinition({ id, query, scope }: Call): Promise<Reply> {
    const { draft = false, format = 'auto' } = decodeQuery(query, DEFINITION);
    const reference = await this.#references.read(integer(id, 'id'), scope);
    const text = draft ? reference.draft : reference.published;
    if (text === null) throw notFound(draft ? 'Draft' : 'Published definition');
    return definitionReply(text, format, this.#revision);
  }

  async uploadReference({ id, query, file, actor, scope }: Call): Promise<Reply> {
    const asked = decodeQuery(query, UPLOAD);
    const versionId = integer(id, 'versionId');
    const { runJob } = await import('../definition/thread.ts');
    const accepted = await runJob('accept', await file());
    if (!accepted.ok) {
      const { message, line, column } = accepted.problem;
      throw new Refusal('invalid', `General Exception: file:${line}:${column}: ${message}`);
    }
    const { title, text } = accepted;
    const upload = {
      title: titleText(title, 'title'),
      slug: null,
      text,
      publish: asked.publish ?? true,
      settings: {
        showTryItOut: asked.show_try_it_out,
        allowDownload: asked.allow_download,
        expandable: asked.expandable,
      },
    };
    return this.#encode(await this.#references.upload(versionId, upload, actor, scope));
  }

  async publishReference({ id, query, actor, scope }: Call): Promise<Reply> {
    decodeQuery(query, {});
    return this.#encode(await this.#references.publish(integer(id, 'id'), actor, scope));
  }

  #encode(reference: ReferenceRow): Reply {
    const { date } = this.#revision;
    return json({
      id: reference.id,
      title: reference.title,
      created: date(reference.created),
      updated: date(reference.updated),
      slug: reference.slug,
      ordr: reference.ordr,
    });
  }
}

/** Byte for byte as it was sent, unless another format is requested. */
async function definitionReply(
  text: string,
  wanted: 'auto' | 'yaml' | 'json',
  { yamlType }: Revision,
): Promise<Reply> {
  const stored = formatOf(text);
  const format = wanted === 'auto' ? stored : wanted;
  const contentType = format === 'json' ? 'application/json' : yamlType;
  const body = stored === format ? text : await converted(text, format);
  return { contentType: `${contentType}; charset=utf-8`, body };
}

async function converted(text: string, format: DefinitionFormat): Promise<string> {
  const { runJob } = await import('../definition/thread.ts');
  return runJob(format === 'json' ? 'toJson' : 'toYaml', text);
}
