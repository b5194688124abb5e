import { carryOut, batchVerdict } from '../shared/carry-out.ts';
import type { PublishedReference } from './document.ts';
import type { Api } from '../../api/api.ts';
import { requireDone } from '../../api/call.ts';
import type { Context } from '../../context.ts';
import { Failure } from '../../model/failure.ts';
import { ReferenceIndex, type FoundReference, servedDefinition } from './reference-index.ts';
import type { View } from '../../ui/ui.ts';

export interface PublishReferencesOptions {
  readonly in?: string;
  readonly dryRun: boolean;
}

/** Publishes drafts. Resolves all names, and looks for their drafts, before it publishes the first. Rejects with `platform-refused` if none has a draft, and with `partial` if some could not be published. */
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

  const drafts: FoundReference[] = [];
  for (const reference of references) {
    const draft = await servedDefinition(api, reference.id, { draft: true }, host.signal);
    if (draft !== undefined) drafts.push(reference);
  }
  if (drafts.length === 0) throw withoutDraft(references);
  if (options.dryRun) {
    const planned = references.map((reference) => ({
      ...published(reference, drafts.includes(reference) ? null : 'there is no draft to publish'),
      published: false,
    }));
    return ui.result<readonly PublishedReference[]>(planned, publishedView);
  }
  const list = drafts.map(({ title, version }) => `${version.name}/${title}`).join(', ');
  await ui.agree(`Publish ${list}?`, 'Nothing was published.');

  const outcome = await carryOut(references, (reference) =>
    publishOne(api, reference, host.signal),
  );
  const failure = batchVerdict(outcome, { many: 'references', done: 'published' });
  if (failure === null || references.length > 1) {
    const problems = new Map(
      outcome.failed.map(({ item, failure: { message } }) => [item, message]),
    );
    const tried = references.filter((reference) => !outcome.left.includes(reference));
    await ui.result<readonly PublishedReference[]>(
      tried.map((reference) => published(reference, problems.get(reference) ?? null)),
      publishedView,
    );
  }
  if (failure !== null) throw failure;
}

const published = (
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

const publishedView: View<readonly PublishedReference[]> = (references, style) =>
  references
    .map(({ title, version, published, problem }) => {
      const name = `${style.text(version)}/${style.text(title)}`;
      if (problem === null && !published) return `${name} would be published`;
      return published
        ? `${style.green('✔')} ${name} is published`
        : `${style.red('✖')} ${name}: ${style.text(problem ?? '')}`;
    })
    .join('\n');
