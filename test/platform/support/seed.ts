import type { Slug } from '../../../src/model/ids.ts';
import type { Seed } from '../../../src/platform/platform-options.ts';

const slug = (text: string) => text as Slug;

/** One published version, one that is not, a documentation in each, two categories. */
export const SEED: Seed = {
  versions: [
    { slug: slug('v1'), name: 'Version 1', published: true },
    { slug: slug('v2'), name: 'Version 2', published: false },
  ],
  documentations: [
    {
      version: slug('v1'),
      slug: slug('guides'),
      title: 'Guides',
      categories: ['Getting started', 'Reference'],
    },
    { version: slug('v2'), slug: slug('guides'), title: 'Guides', categories: [] },
  ],
  references: [],
};
