import type { Context } from '../../context.ts';
import { Failure } from '../../model/failure.ts';
import type { ReferenceId } from '../../model/ids.ts';
import { referencesView, type ListedReference } from '../../ui/views/ref.ts';
import { writeOutput } from '../output.ts';
import type { GetOptions } from './get.ts';
import type { ListOptions } from './list.ts';
import { ReferenceIndex, type FoundReference } from './resolve-reference.ts';
import { servedDefinition } from './served.ts';

/** Prints the references, version by version. One request, and one for each reference unless `--no-drafts`. */
export async function listReferences(context: Context, options: ListOptions): Promise<void> {
  const { host, ui } = context;
  const api = await context.api();
  const index = await ReferenceIndex.read(api, host.signal);
  const found = await index.inVersion(options.in);
  const drafts = options.drafts ? await draftStates(context, found) : new Map();
  const listed = found.map(({ id, title, slug, version }): ListedReference => {
    const draft: boolean | null = drafts.get(id) ?? null;
    return { id, title, slug, version: version.name, draft };
  });
  await ui.result(listed.toSorted(byName), referencesView, { long: true });
}

const byName = (a: ListedReference, b: ListedReference): number =>
  a.version.localeCompare(b.version, 'en', { numeric: true }) ||
  a.title.localeCompare(b.title, 'en');

/** A key without `reference.read` cannot know: then nothing is said of drafts. */
async function draftStates(
  context: Context,
  references: readonly FoundReference[],
): Promise<Map<ReferenceId, boolean>> {
  const { host, ui } = context;
  const api = await context.api();
  const states = new Map<ReferenceId, boolean>();
  const progress = ui.progress('Looking for drafts');
  try {
    await Promise.all(
      references.map(async ({ id }) => {
        const draft = await servedDefinition(api, id, { draft: true }, host.signal);
        states.set(id, draft !== undefined);
      }),
    );
  } catch (error) {
    if (!(error instanceof Failure && error.code === 'forbidden')) throw error;
    ui.say('Whether there are drafts is not known: the key may not read definitions.');
    return new Map();
  } finally {
    progress.stop();
  }
  return states;
}

/** What `--json` prints: `docs/json/ref-get.schema.json`. */
export interface ReadReference {
  readonly id: number;
  readonly title: string;
  readonly slug: string | null;
  readonly version: string;
  readonly draft: boolean;
  readonly contentType: string;
  /** As it is served. */
  readonly definition: string;
}

/** Prints or writes a definition to the byte. Two requests. */
export async function getReference(
  context: Context,
  name: string,
  options: GetOptions,
): Promise<void> {
  const { host, ui } = context;
  const { draft, format, output } = options;
  const api = await context.api();
  const index = await ReferenceIndex.read(api, host.signal);
  const reference = await index.find(name, options.in);
  const served = await servedDefinition(api, reference.id, { draft, format }, host.signal);
  if (served === undefined) throw nothingThere(reference, draft);
  const { bytes, contentType } = served;
  const toFile = output !== undefined && output !== '-';
  if (toFile) {
    await writeOutput(context, output, bytes);
    ui.say((style) => `${style.text(reference.title)} is in ${style.text(output)}.`);
  }
  if (ui.json) {
    const { id, title, slug, version } = reference;
    const definition = new TextDecoder().decode(bytes);
    const document: ReadReference = {
      id,
      title,
      slug,
      version: version.name,
      draft,
      contentType,
      definition,
    };
    await ui.result(document, () => '');
  } else if (!toFile) await ui.raw(bytes, { long: true });
}

const nothingThere = ({ title }: FoundReference, draft: boolean): Failure =>
  draft
    ? new Failure('not-found', `"${title}" has no draft: what it says is published.`, {
        hint: 'leave out --draft',
      })
    : new Failure('not-found', `"${title}" was never published.`, {
        hint: 'docs ref get --draft shows its draft, docs ref publish publishes it',
      });
