import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { FilePath, PageKey, Slug } from '../../src/model/ids.ts';
import type { ArrangedSite } from '../../src/site/folder/arrange-site.ts';
import { packedSite, unpackedSite } from '../../src/site/folder/kept-site.ts';
import type { PackedSite, Shared } from '../../src/site/folder/kept-site.ts';
import type { SitePage, SiteReference } from '../../src/site/site.ts';
import { documentation, siteWith } from './any-site.ts';

const text = fc.string({ unit: 'grapheme', maxLength: 8 });
const REFERENCE: SiteReference = {
  version: 'v1' as Slug,
  slug: 'api' as Slug,
  title: 'API',
  published: true,
};

/** Pages with any titles, in files with any names; some pages are claimed by two files. */
const folder = fc
  .tuple(documentation, fc.infiniteStream(text), fc.array(fc.tuple(text, text)))
  .map(([{ pages, navigation }, texts, variables]) => {
    const some = (): string => String(texts.next().value);
    const files = new Map<PageKey, FilePath>();
    const keys = new Map<string, PageKey>();
    for (const { page } of pages) {
      const written = page as { -readonly [Key in keyof SitePage]: SitePage[Key] };
      Object.assign(written, { title: some(), navTitle: some(), description: some() });
      if (written.title.length > 4) written.navTitle = written.title;
      const file = `docs/${some()}/${page.slug}.md` as FilePath;
      files.set(page.key, file);
      keys.set(file.normalize('NFC'), page.key);
      if (written.title.length === 4) keys.set(`other/${page.slug}.md`, page.key);
    }
    const site = siteWith(navigation);
    const versions = site.versions.map((version) => ({ ...version, references: [REFERENCE] }));
    const arranged: ArrangedSite = {
      site: { ...site, versions },
      files,
      keys,
      definitions: new Map([[REFERENCE, 'docs/v1/refs/api.yaml' as FilePath]]),
    };
    const shared: Shared = {
      title: site.title,
      colour: null,
      variables: new Map(variables),
      syncedFiles: new Map([['power', 'docs/_synced-blocks/power.md' as FilePath]]),
    };
    return { arranged, shared };
  });

test('a site that is kept comes back as it was', () => {
  fc.assert(
    fc.property(folder, ({ arranged, shared }) => {
      const kept = JSON.parse(JSON.stringify(packedSite(arranged, shared))) as PackedSite;
      expect(unpackedSite(kept)).toEqual({ arranged, shared });
    }),
  );
});
