import { type BatchStep, runBatch } from '../shared/batch/batch.ts';
import type { PublishItem } from './document.ts';
import type { Api } from '../../api/api.ts';
import { requireDone } from '../../api/call.ts';
import type { Context } from '../../context.ts';
import { Failure } from '../../model/failure.ts';
import { ReferenceIndex, type FoundReference, servedDefinition } from './reference-index.ts';
import type { ReferenceId } from '../../model/ids.ts';

export interface PublishReferencesOptions {
  readonly in?: string;
  readonly dryRun: boolean;
}

/** Publishes drafts. Resolves all names, and looks for their drafts, before it publishes the first. Rejects with `platform-refused` if none has a draft, and as `runBatch` does. */
export async function publishReferences(
  context: Context,
  names: readonly string[],
  options: PublishReferencesOptions,
): Promise<void> {
  const { signal } = context.host;
  const api = await context.api();
  const index = await ReferenceIndex.read(context);
  const references = new Map<ReferenceId, FoundReference>();
  for (const name of names) {
    const reference = await index.find(name, options.in);
    references.set(reference.id, reference);
  }

  const plan: BatchStep<FoundReference, PublishItem>[] = [];
  for (const reference of references.values()) {
    const { id, title, version } = reference;
    const name = `${version.name}/${title}`;
    const said = { name, id, title, version: version.name };
    const draft = await servedDefinition(api, id, { draft: true }, signal);
    plan.push(
      draft === undefined
        ? {
            of: reference,
            item: { ...said, state: 'failed', reason: 'there is no draft to publish' },
            failure: withoutDraft([reference]),
          }
        : { of: reference, item: { ...said, state: 'planned', reason: null } },
    );
  }
  const drafts = plan.filter(({ item }) => item.state === 'planned');
  if (drafts.length === 0) throw withoutDraft([...references.values()]);
  await runBatch<FoundReference, PublishItem>(context, {
    dryRun: options.dryRun,
    plan,
    question: `Publish ${drafts.map(({ item }) => item.name).join(', ')}?`,
    nothing: 'Nothing was published.',
    send: async (reference) => {
      await publishOne(api, reference, signal);
      return {};
    },
    words: { one: 'reference', done: 'published' },
  });
}

/** A lost answer is settled by reading: if the draft is gone, it was published. */
async function publishOne(
  api: Api,
  { id, title }: FoundReference,
  signal: AbortSignal,
): Promise<void> {
  const written = await api.references.publish(id, signal);
  if (written.kind === 'done') return;
  if (written.kind === 'lost') {
    if ((await servedDefinition(api, id, { draft: true }, signal)) === undefined) return;
    requireDone(await api.references.publish(id, signal));
    return;
  }
  const { failure } = written;
  if (failure.status !== 400) throw failure;
  const draft = await servedDefinition(api, id, { draft: true }, signal);
  if (draft !== undefined) throw failure;
  throw withoutDraft([{ title }], failure);
}

function withoutDraft(references: readonly { readonly title: string }[], cause?: Failure): Failure {
  const names = references.map(({ title }) => `"${title}"`).join(', ');
  const has = references.length === 1 ? 'has' : 'have';
  return new Failure('platform-refused', `${names} ${has} no draft to publish.`, {
    hint: 'docs ref upload --draft creates one',
    cause,
  });
}
