/** Sections in settings that have no folder. References may exist on the platform alone. */
import type { FilePath, Slug } from '../../../model/ids.ts';
import { didYouMean, nearest } from '../../../model/text/nearest.ts';
import type { Arrangement } from '../../layouts/layout.ts';
import type { SettingsMap } from '../../settings/settings-file.ts';
import type { PlacedYaml, SettingsValue } from '../../../system/yaml/placed-yaml.ts';
import type { YamlPath } from '../../../system/yaml/yaml-text.ts';
import { checkIcon, type IsDrawn } from './navigation.ts';
import { type CheckFinding, finding, quoted } from '../finding.ts';

type Known = Pick<Arrangement, 'documentations' | 'references'>;

/** Documentations that a version's settings put in order but that have no folder. */
export function checkOrder(
  file: FilePath,
  yaml: PlacedYaml,
  version: Slug,
  { documentations }: Known,
): CheckFinding[] {
  const there = documentations.filter((each) => each.version === version).map(({ slug }) => slug);
  return textsAt(yaml.value, ['documentations']).flatMap(([slug, path]) => {
    if (there.includes(slug as Slug)) return [];
    const near = nearest(slug, there);
    const message = `There is no documentation ${quoted(slug)} in this folder.`;
    const hint = didYouMean(near && `\`${near}\``, null);
    return finding('unknown-section', { file, ...yaml.valueAt(path), message, hint });
  });
}

/** Sections in groups of the top navigation whose names are probably misspelt. */
export function checkGroups(
  file: FilePath,
  yaml: PlacedYaml,
  { documentations, references }: Known,
  changelogs: readonly string[],
): CheckFinding[] {
  const there = new Set([...documentations, ...references].map(({ slug }): string => slug));
  for (const path of changelogs) there.add(path);
  const groups = valueAt(yaml.value, ['navigation', 'groups']);
  if (!Array.isArray(groups)) return [];
  return groups.flatMap((_, index) =>
    textsAt(yaml.value, ['navigation', 'groups', index, 'sections']).flatMap(([slug, path]) => {
      const near = there.has(slug) ? undefined : nearest(slug, there);
      if (near === undefined) return [];
      const message = `There is no folder for the section ${quoted(slug)}.`;
      const hint = `Did you mean \`${near}\`?`;
      return finding('unknown-section', { file, ...yaml.valueAt(path), message, hint });
    }),
  );
}

/** Icons of the groups of the top navigation. */
export function checkGroupIcons(
  file: FilePath,
  yaml: PlacedYaml,
  isDrawn: IsDrawn = () => true,
): CheckFinding[] {
  const groups = valueAt(yaml.value, ['navigation', 'groups']);
  if (!Array.isArray(groups)) return [];
  return groups.flatMap((_, index) => {
    const path = ['navigation', 'groups', index, 'icon'];
    return checkIcon(file, yaml, path, valueAt(yaml.value, path), isDrawn);
  });
}

/**
 * References with the slug of a documentation in their version, which the platform does not allow.
 */
export const checkSharedSlugs = ({ documentations, references }: Known): CheckFinding[] =>
  references.flatMap(({ version, slug, file }) => {
    const other = documentations.find((each) => each.version === version && each.slug === slug);
    if (!other) return [];
    const message = `${version} also has a documentation ${quoted(slug)}: slugs must be unique in a version.`;
    return finding('shared-slug', { file, message, hint: 'Rename the file, or the folder' });
  });

/** The texts in a list, each with its path. */
function textsAt(value: SettingsValue, path: YamlPath): (readonly [string, YamlPath])[] {
  const list = valueAt(value, path);
  if (!Array.isArray(list)) return [];
  return (list as readonly SettingsValue[]).flatMap((each, index) =>
    typeof each === 'string' ? [[each, [...path, index]] as const] : [],
  );
}

function valueAt(value: SettingsValue, path: YamlPath): SettingsValue {
  let at: SettingsValue = value;
  for (const part of path) {
    if (typeof at !== 'object' || at === null) return null;
    at = Object.hasOwn(at, part) ? ((at as SettingsMap)[part] ?? null) : null;
  }
  return at;
}
