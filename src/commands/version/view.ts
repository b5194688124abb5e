import type { ChangedVersions, ClonedVersion } from './document.ts';
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

/** One line per version with its current state. */
export const changedVersionsView: View<ChangedVersions> = (
  { changed, unchanged, failed, planned },
  style,
) => {
  const state = ({ published }: Version): string => (published ? 'published' : 'unpublished');
  return [
    ...planned.map(
      (version) =>
        `${style.text(version.slug)} would be ${version.published ? 'unpublished' : 'published'}`,
    ),
    ...changed.map(
      (version) => `${style.green('✔')} ${style.text(version.slug)} is now ${state(version)}`,
    ),
    ...unchanged.map(
      (version) => `${style.dim('·')} ${style.text(version.slug)} was already ${state(version)}`,
    ),
    ...failed.map(
      ({ name, reason }) => `${style.red('✘')} ${style.text(name)}: ${style.text(reason)}`,
    ),
  ].join('\n');
};

export const clonedVersionView: View<ClonedVersion> = ({ from, version, planned }, style) => {
  if (planned !== null)
    return `${style.text(from)} would be copied as ${style.text(`"${planned.name}"`)}`;
  if (version === null) return '';
  const { slug, id, published } = version;
  const state = published ? 'published' : 'not published';
  return `${style.green('✔')} ${style.text(slug)} (${id}) is a copy of ${style.text(from)}, ${state}`;
};
