/** Links of posts, synced blocks and navigations: site paths, `/documentation/slug`. */
import { decoded, isPageFile, parseAddress } from '../../darkdown/address.ts';
import { fileOfTarget } from '../../links/link-targets.ts';
import type { FilePath, Slug } from '../../../model/ids.ts';
import type { PlacedYaml, SettingsValue } from '../../../system/yaml/placed-yaml.ts';
import type { YamlPath } from '../../../system/yaml/yaml-text.ts';
import { finding, quoted } from '../finding.ts';
import { asPage, bodyAfterHeader } from './front-matter.ts';
import type { CheckFinding } from '../finding.ts';
import { checkReferences, judgeImage, judgeSynced, judgeTarget } from '../links.ts';
import type { LinkVerdict } from '../links.ts';
import type { BodyReference, Readings } from '../references.ts';
import type { CheckedBody, CheckedPage, Site } from '../linkable-pages.ts';
import { targetOf } from '../targets.ts';

/** A link is broken if its target exists in none of the versions that have its documentation. */
export const checkSiteLinks = (
  text: CheckedPage,
  site: Site,
  readings: Readings,
): Promise<CheckFinding[]> =>
  checkReferences(text, (reference, body) => judge(reference, text, body, site), readings);

function judge(
  { kind, target }: BodyReference,
  from: CheckedPage,
  body: CheckedBody,
  site: Site,
): LinkVerdict | null {
  if (kind === 'image') return judgeImage(target, from, body, site);
  if (kind === 'synced') return judgeSynced(target, from);
  return judgeLink(target, from, site, site.versions);
}

function judgeLink(
  target: string,
  from: CheckedPage,
  site: Site,
  versions: readonly Slug[],
): LinkVerdict | null {
  const address = parseAddress(target);
  if (target !== '' && address.kind === 'here') return null;
  if (address.kind === 'file') {
    if (isPageFile(address)) return relativeLink(target, from, site);
    const found = targetOf(target, from, site);
    return found.kind === 'address' ? judgeTarget(found, target, from, site) : null;
  }
  const verdicts = versions.flatMap((version) => {
    const seen = { ...from, place: { ...from.place, version } };
    const found = targetOf(target, seen, site);
    return found.kind === 'elsewhere' ? [] : [judgeTarget(found, target, seen, site)];
  });
  return verdicts.includes(null) ? null : (verdicts[0] ?? null);
}

/**
 * Links in the navigation of a documentation, or in the top navigation, which belongs to all
 * versions.
 */
export function checkSettingsLinks(
  file: FilePath,
  yaml: PlacedYaml,
  of: { readonly version: Slug; readonly documentation: Slug } | null,
  site: Site,
): CheckFinding[] {
  const empty = asPage(file, bodyAfterHeader(''), null, null);
  const from = { ...empty, place: { ...empty.place, ...of } };
  const versions = of === null ? site.versions : [of.version];
  const findings: CheckFinding[] = [];
  const walk = (value: SettingsValue, path: YamlPath): void => {
    if (typeof value === 'string') {
      const isLink = path.at(-1) === 'url' && (path.at(-2) === 'link' || path.at(-3) === 'links');
      const said = isLink && value !== '' ? judgeLink(value, from, site, versions) : null;
      if (said === null) return;
      const { rule, message, hint = null } = said;
      findings.push(finding(rule, { file, ...yaml.valueAt(path), message, hint }));
    } else if (value !== null) {
      const entries = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
      for (const [key, inner] of entries) walk(inner as SettingsValue, [...path, key]);
    }
  };
  walk(yaml.value, []);
  return findings;
}

/** A relative link. Only links in pages can lead to files. */
function relativeLink(target: string, from: CheckedPage, site: Site): LinkVerdict {
  const file = fileOfTarget(from.file, target);
  const { path, fragment } = parseAddress(target);
  const page = file === null ? undefined : (site.inFile(file) ?? site.inFile(decoded(path) ?? ''));
  const instead = page && `/${page.place.documentation}/${page.place.slug}${fragment}`;
  return {
    rule: 'broken-link',
    message: `${quoted(target)} is broken: only pages link to files.`,
    hint:
      instead === undefined
        ? 'Write the path on the site: `/documentation/slug`'
        : `Write \`${instead}\``,
  };
}
