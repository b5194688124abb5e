import type { ListedReference, PublishedReference } from '../../documents/references.ts';
import type { View } from '../../ui.ts';

export const referencesView: View<readonly ListedReference[]> = (references, style) => {
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

export const publishedView: View<readonly PublishedReference[]> = (references, style) =>
  references
    .map(({ title, version, published, problem }) => {
      const name = `${style.text(version)}/${style.text(title)}`;
      if (problem === null && !published) return `${name} would be published`;
      return published
        ? `${style.green('✔')} ${name} is published`
        : `${style.red('✖')} ${name}: ${style.text(problem ?? '')}`;
    })
    .join('\n');
