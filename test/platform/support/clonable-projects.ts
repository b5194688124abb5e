/** Projects of one version, `v1`, to be copied, and what may be done to one afterwards. */
import * as fc from 'fast-check';
import type { ImportedMark, ImportedPage } from '../../../src/content/export/item.ts';
import type { ImportedProject } from '../../../src/content/export/read-export.ts';
import type { FilePath, Slug } from '../../../src/model/ids.ts';

/** Links that name the version lead into the copy; all else is copied to the letter. */
const words = fc.constantFrom(
  'Text.',
  '## Okapi',
  '[here](/v1/one/p0)',
  '[own](/one/p1#top)',
  '`code`',
  '{% callout type="info" %}\nNote.\n{% /callout %}',
  'Größe 版本 👩‍👧',
  '',
);
const body = fc.array(words, { maxLength: 3 }).map((parts) => parts.join('\n\n'));
const texts = fc.oneof(
  fc.record({ draft: body, published: fc.constant(null) }),
  fc.record({ draft: fc.constant(null), published: body }),
  fc.record({ draft: body, published: body }),
);
const header = fc.constantFrom<Record<string, string>>(
  {},
  { audience: 'internal' },
  { hidden: '1', tags: 'a, b' },
  { description: 'About it' },
);

interface Shape {
  readonly texts: { readonly draft: string | null; readonly published: string | null };
  readonly listed: boolean;
  readonly header: Record<string, string>;
  readonly children: readonly Shape[];
}

const { page: shape } = fc.letrec<{ page: Shape }>((tie) => ({
  page: fc.record({
    texts,
    listed: fc.boolean(),
    header,
    children: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.constant([]),
      fc.array(tie('page'), { maxLength: 2 }),
    ),
  }),
}));

const mark = fc.constantFrom<ImportedMark>(
  { kind: 'category', title: 'First', url: '' },
  { kind: 'category', title: 'Second', url: '' },
  { kind: 'link', title: 'Inside', url: '/v1/one/p0' },
  { kind: 'link', title: 'Site', url: 'https://example.com/v1' },
  { kind: 'separator', title: '', url: '' },
);

const items = fc.array(fc.oneof({ weight: 2, arbitrary: shape }, { weight: 1, arbitrary: mark }), {
  maxLength: 5,
});

export const project = fc.record({
  documentations: fc.tuple(items, fc.option(items)),
  references: fc.subarray(['published', 'drafted', 'both'] as const),
});

type Generated = typeof project extends fc.Arbitrary<infer T> ? T : never;

export const definitionOf = (title: string, text: string): string =>
  `openapi: 3.0.3\ninfo: { title: ${title}, version: 1.0.0 }\npaths: { /${text}: {} }\n`;

/** With slugs `p0`, `p1` … in the order of the documentation, and titles of which many are the same. */
function pagesOf(generated: readonly (Shape | ImportedMark)[]): (ImportedPage | ImportedMark)[] {
  let count = 0;
  const page = (each: Shape): ImportedPage => {
    const slug = `p${count++}` as Slug;
    const { listed, header, children } = each;
    const title = `Interfaces ${count % 3}`;
    return {
      kind: 'page',
      file: `v1/d/${count} ${title}.md` as FilePath,
      title,
      slug,
      listed,
      header,
      ...each.texts,
      children: children.map(page),
    };
  };
  return generated.map((each) => ('kind' in each ? each : page(each)));
}

export const archiveOf = ({ documentations: [one, two] }: Generated): ImportedProject => ({
  notes: [],
  versions: [
    {
      slug: 'v1' as Slug,
      name: 'v1',
      references: [],
      documentations: [
        { slug: 'one' as Slug, title: 'One', settings: '{"wide":false}', items: pagesOf(one) },
        ...(two === null
          ? []
          : [{ slug: 'two' as Slug, title: 'Two', settings: '{}', items: pagesOf(two) }]),
      ],
    },
  ],
});

export type Edit = 'text' | 'title' | 'slug' | 'publish' | 'delete' | 'create' | 'move' | 'upload';

export const edits = fc.array(
  fc.record({
    what: fc.constantFrom<Edit>(
      'text',
      'title',
      'slug',
      'publish',
      'delete',
      'create',
      'move',
      'upload',
    ),
    where: fc.nat(20),
  }),
  { minLength: 1, maxLength: 6 },
);
