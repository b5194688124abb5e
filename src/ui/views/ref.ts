import type { View } from '../ui.ts';

/** What `docs ref list --json` prints, one for each reference: `docs/json/ref-list.schema.json`. */
export interface ListedReference {
  readonly id: number;
  readonly title: string;
  readonly slug: string | null;
  readonly version: string;
  /** Whether it has an unpublished draft; `null` where that was not looked for. */
  readonly draft: boolean | null;
}

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

/** What `docs ref publish --json` prints, one for each reference: `docs/json/ref-publish.schema.json`. */
export interface PublishedReference {
  readonly id: number;
  readonly title: string;
  readonly version: string;
  readonly published: boolean;
  /** Why not. */
  readonly problem: string | null;
}

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
