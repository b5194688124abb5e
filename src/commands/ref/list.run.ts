import type { ListedReference } from './document.ts';
import type { Context } from '../../context.ts';
import { Failure } from '../../model/failure.ts';
import type { ReferenceId } from '../../model/ids.ts';
import { ReferenceIndex, type FoundReference, servedDefinition } from './reference-index.ts';
import type { View } from '../../ui/ui.ts';

export interface ListReferencesOptions {
  readonly in?: string;
  readonly drafts: boolean;
}

/** Prints the references, version by version. One request, and one for each reference unless `--no-drafts`. */
export async function listReferences(
  context: Context,
  options: ListReferencesOptions,
): Promise<void> {
  const { ui } = context;
  const index = await ReferenceIndex.read(context);
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

/**
 * A key without `reference.read` cannot find out which references have drafts, so the list does not
 * mention them.
 */
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
    ui.say('It is not known which references have drafts: the key may not read definitions.');
    return new Map();
  } finally {
    progress.stop();
  }
  return states;
}

const referencesView: View<readonly ListedReference[]> = (references, style) => {
  if (references.length === 0) return 'No references.';
  const rows = references.map(({ version, title, slug, id, draft }) => [
    style.text(version),
    style.text(title),
    style.text(slug ?? ''),
    String(id),
    draft === null
      ? style.dim('not known')
      : draft
        ? style.yellow('has a draft')
        : style.dim('none'),
  ]);
  return style.table(rows, { head: ['VERSION', 'TITLE', 'SLUG', 'ID', 'DRAFT'], right: [3] });
};
