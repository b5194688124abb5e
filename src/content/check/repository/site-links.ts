/** Links of posts and synced blocks, which have no version: site paths, `/documentation/slug`. */
import { decoded, isPageFile, parseAddress } from '../../darkdown/address.ts';
import { fileOfTarget } from '../../links/link-targets.ts';
import { quoted } from '../finding.ts';
import type { Finding } from '../finding.ts';
import { checkReferences, judgeImage, judgeSynced, judgeTarget } from '../links.ts';
import type { LinkVerdict } from '../links.ts';
import type { BodyReference, Readings } from '../references.ts';
import type { CheckedBody, CheckedPage, Site } from '../site.ts';
import { targetOf } from '../targets.ts';

/** A link is broken if it leads nowhere in every version that has its documentation. */
export const checkSiteLinks = (
  text: CheckedPage,
  site: Site,
  readings: Readings,
): Promise<Finding[]> =>
  checkReferences(text, (reference, body) => judge(reference, text, body, site), readings);

function judge(
  { kind, target }: BodyReference,
  from: CheckedPage,
  body: CheckedBody,
  site: Site,
): LinkVerdict | null {
  if (kind === 'image') return judgeImage(target, from, body, site);
  if (kind === 'synced') return judgeSynced(target, from);
  const address = parseAddress(target);
  if (address.kind === 'here') return null;
  if (address.kind === 'file') {
    if (isPageFile(address)) return relativeLink(target, from, site);
    const found = targetOf(target, from, site);
    return found.kind === 'address' ? judgeTarget(found, target, from, site) : null;
  }
  const verdicts = site.versions.flatMap((version) => {
    const seen = { ...from, place: { ...from.place, version } };
    const found = targetOf(target, seen, site);
    return found.kind === 'elsewhere' ? [] : [judgeTarget(found, target, seen, site)];
  });
  return verdicts.includes(null) ? null : (verdicts[0] ?? null);
}

/** Only links in pages can lead to files. */
function relativeLink(target: string, from: CheckedPage, site: Site): LinkVerdict {
  const file = fileOfTarget(from.file, target);
  const { path, fragment } = parseAddress(target);
  const page = file === null ? undefined : (site.inFile(file) ?? site.inFile(decoded(path) ?? ''));
  const instead = page && `/${page.place.documentation}/${page.place.slug}${fragment}`;
  return {
    code: 'broken-link',
    message: `${quoted(target)} is broken: only pages link to files.`,
    hint:
      instead === undefined
        ? 'Write the path on the site: `/documentation/slug`'
        : `Write \`${instead}\``,
  };
}
