/** What pages follow and is not there. */
import { baseOf, followsOf } from '../page/follows.ts';
import { finding, quoted } from './finding.ts';
import type { CheckFinding } from './finding.ts';
import type { CheckedPage, Site } from './linkable-pages.ts';

const ROOT = 'With the configuration at the root of the repository, pages can follow all its files';

/** Of a glob, only its folder has to be there. */
export function checkFollows({ file, page }: CheckedPage, site: Site): CheckFinding[] {
  const line = page.header?.entries.find(({ key }) => key === 'follows')?.line;
  if (line === undefined) return [];
  const { names, unusable } = followsOf(page);
  const gone = names
    .filter((name) => !site.isThere(baseOf(name)))
    .map((name) => ({ name, why: 'does not exist' }));
  return [...unusable, ...gone].map(({ name, why }) =>
    finding('missing-followed', {
      file,
      line,
      message: `${quoted(name)} in \`follows\` ${why}.`,
      hint: name.startsWith('../') ? ROOT : null,
    }),
  );
}
