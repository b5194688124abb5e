import { didYouMean, nearest } from '../model/text/nearest.ts';
import { Failure } from '../model/failure.ts';
import type { DocumentationId, VersionId } from '../model/ids.ts';
import type { AllResources, DocumentationSummary } from '../model/resources.ts';

export interface NamedDocumentation extends DocumentationSummary {
  readonly id: DocumentationId;
}

/** The documentation of a version that `name` names: by slug, else by title, else by id. Rejects with `not-found` and lists the existing ones. */
export function chooseDocumentation(
  all: Pick<AllResources, 'documentations'>,
  version: VersionId,
  name: string,
): NamedDocumentation {
  const inVersion: NamedDocumentation[] = [];
  for (const [id, summary] of all.documentations) {
    if (summary.versionId === version) inVersion.push(Object.assign({ id }, summary));
  }
  const bySlug = inVersion.find(({ slug }) => slug === name);
  if (bySlug) return bySlug;
  const titled = inVersion.filter(({ title }) => title.toLowerCase() === name.toLowerCase());
  const [first, second] = titled;
  if (second) {
    const ids = titled.map(({ id, slug }) => slug ?? `id ${id}`).join(', ');
    throw new Failure(
      'usage',
      `"${name}" is the title of ${titled.length} documentations: ${ids}.`,
      {
        hint: 'Name it by its slug or id',
      },
    );
  }
  const found = first ?? inVersion.find(({ id }) => String(id) === name);
  if (found) return found;
  const names = inVersion.map(({ slug, title }) => slug ?? title);
  const near = nearest(name, names);
  const there =
    names.length === 0
      ? 'There are none in this version'
      : `there ${names.length === 1 ? 'is' : 'are'} ${names.slice(0, 12).join(', ')}`;
  throw new Failure('not-found', `There is no documentation "${name}"; ${there}.`, {
    hint: didYouMean(near, 'docs page list shows what is in a version'),
  });
}
