import type { Version } from '../../model/resources.ts';
import type { View } from '../../ui/ui.ts';
import { sinceView } from '../../ui/when.ts';

export const versionsView =
  (exact: boolean): View<readonly Version[]> =>
  (versions, style) => {
    if (versions.length === 0) return 'No versions.';
    const rows = versions.map(({ slug, name, id, published, updated }) => [
      style.text(slug),
      style.text(name),
      String(id),
      published ? style.green('published') : style.dim('unpublished'),
      sinceView(style, updated, exact),
    ]);
    return style.table(rows, { head: ['VERSION', 'NAME', 'ID', 'STATE', 'UPDATED'], right: [2] });
  };
