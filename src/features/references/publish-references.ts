import type { PublishedReference } from '../../ui/documents/references.ts';
import type { Api } from '../../api/api.ts';
import { requireDone } from '../../api/call.ts';
import type { Context } from '../../context.ts';
import { Failure } from '../../model/failure.ts';
import { publishedView } from '../../ui/views/references/references.ts';
import { ReferenceIndex, type FoundReference } from './reference-index.ts';
import { servedDefinition } from './remote-definition.ts';

export interface PublishReferencesOptions {
  readonly in?: string;
  readonly dryRun: boolean;
}

/** Publishes drafts. Resolves all names before it publishes the first. Rejects with `partial` if some could not be published. */
export async function publishReferences(
  context: Context,
  names: readonly string[],
  options: PublishReferencesOptions,
): Promise<void> {
  const { host, ui } = context;
  const api = await context.api();
  const index = await ReferenceIndex.read(context);
  const references: FoundReference[] = [];
  for (const name of names) references.push(await index.find(name, options.in));

  if (options.dryRun) {
    await ui.result<readonly PublishedReference[]>(
      references.map(({ id, title, version }) => planned({ id, title, version: version.name })),
      publishedView,
    );
    return;
  }
  const list = references.map(({ title, version }) => `${version.name}/${title}`).join(', ');
  await ui.agree(`Publish ${list}?`, 'Nothing was published.');

  const done: PublishedReference[] = [];
  const failures: Failure[] = [];
  for (const reference of references) {
    try {
      await publishOne(api, reference, host.signal);
      done.push(outcome(reference, null));
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      failures.push(error);
      done.push(outcome(reference, error.message));
      if (error.endsRun) break;
    }
  }
  const [first] = failures;
  if (first !== undefined && references.length === 1) throw first;
  await ui.result<readonly PublishedReference[]>(done, publishedView);
  if (first === undefined) return;
  const published = done.length - failures.length;
  const last = failures.at(-1);
  if (last?.code === 'interrupted') throw last;
  if (published === 0) throw first;
  const left = references.length - published;
  throw new Failure('partial', `${left} of ${references.length} were not published.`, {
    hint: 'The others were published; run the same command again for the rest',
    cause: first,
  });
}

const planned = (
  reference: Pick<PublishedReference, 'id' | 'title' | 'version'>,
): PublishedReference => ({ ...reference, published: false, problem: null });

const outcome = (
  { id, title, version }: FoundReference,
  problem: string | null,
): PublishedReference => ({
  id,
  title,
  version: version.name,
  published: problem === null,
  problem,
});

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
  throw new Failure('platform-refused', `"${title}" has no draft to publish.`, {
    hint: 'docs ref upload --draft creates one',
    cause: failure,
  });
}
