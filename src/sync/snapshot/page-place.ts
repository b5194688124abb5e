import { slugProblem } from '../../content/slug.ts';
import type { Slug } from '../../model/ids.ts';
import type { Page } from '../../model/resources.ts';

/** Slugs of the version and the documentation that a page is in. */
export interface PagePlace {
  readonly version: Slug;
  readonly documentation: Slug;
}

/** What `Page.path` tells: `version/documentation/page`. Returns undefined if it is of another form: then it proves nothing. */
export function placeInPath({ path, slug }: Pick<Page, 'path' | 'slug'>): PagePlace | undefined {
  const [version, documentation, page, more] = path.replace(/^\//, '').split('/');
  if (version === undefined || documentation === undefined) return undefined;
  if (page !== slug || more !== undefined) return undefined;
  if (slugProblem(version) !== null || slugProblem(documentation) !== null) return undefined;
  return { version: version as Slug, documentation: documentation as Slug };
}
