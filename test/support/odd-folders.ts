/** Content folders, realistic and broken, for properties that hold in all of them. */
import { mkdir, open, rm, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as fc from 'fast-check';
import type { ContentFolder, Project } from '../../src/model/project.ts';
import { writeFiles } from './folder.ts';
import { projectAt } from './project.ts';

type Entry =
  | string
  | Uint8Array
  | { readonly linkTo: string }
  /** A file of this many bytes, which takes no space on disk. */
  | { readonly size: number };

export interface OddFolder {
  /** By path in the content folder. */
  readonly entries: Readonly<Record<string, Entry>>;
  /** The content folders. The first contains the entries. */
  readonly contents: readonly ContentFolder[];
}

export const CONFLICT = 'a\n\n<<<<<<< file\nours\n=======\ntheirs\n>>>>>>> platform\n';
const GIT_CONFLICT = '<<<<<<< HEAD\nours\n=======\ntheirs\n>>>>>>> main\n';

const header = (...lines: readonly string[]): string => ['---', ...lines, '---', ''].join('\n');
const page = (body: string, ...lines: readonly string[]): string =>
  `${header('title: A', ...lines)}\n${body}`;

const TOO_LARGE = 16 * 1024 * 1024 + 1;

const text: fc.Arbitrary<Entry> = fc.oneof(
  { weight: 4, arbitrary: fc.constant(page('Text.\n')) },
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      page('Text.\n', 'slug: a'),
      page('Text.\n', 'slug: b'),
      page('Text.\n', 'slug: not a slug'),
      page('Text.\n', 'slug: a', 'slug: not a slug'),
      `${header('title: \u{65e5}\u{672c}')}\nText.\n`,
      'Text.\n',
    ),
  },
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      page('', 'type: category'),
      page('', 'type: link', 'url: https://example.org'),
      page('Text.\n', 'type: nonsense'),
      page('Text.\n', 'type: "page"'),
      page('Text.\n', "type: 'nonsense'"),
      page('Text.\n', 'type: page', 'type: nonsense'),
      page('Text.\n', 'type: nonsense', 'type: page'),
      page('Text.\n', 'type: |', '  page'),
      page('Text.\n', 'type: page', '  # a comment'),
      page('Text.\n', 'type:'),
    ),
  },
  {
    weight: 3,
    arbitrary: fc.constantFrom<Entry>(
      page(CONFLICT),
      page(CONFLICT.replaceAll('\n', '\r\n')),
      page(`\`\`\`\n${CONFLICT}\`\`\`\n`),
      page(GIT_CONFLICT),
      page(CONFLICT, 'type: category'),
      page(CONFLICT, 'type: nonsense'),
      page(CONFLICT, 'slug: not a slug'),
      `${header('title: A')}Text.\n---draft\n${CONFLICT}`,
    ),
  },
  {
    weight: 3,
    arbitrary: fc.constantFrom<Entry>(
      Buffer.from([0x2d, 0x2d, 0x2d, 0x0a, 0xff, 0xfe, 0x00]),
      Buffer.from(`\u{feff}${page('Text.\n')}`, 'utf16le'),
      `\u{feff}${page('Text.\n')}`,
      { size: TOO_LARGE },
      { linkTo: '/outside.md' },
      { linkTo: '/outside' },
      { linkTo: '/gone.md' },
      { linkTo: '/docs/.held.md' },
      { linkTo: '/docs/node_modules/held.md' },
    ),
  },
);

const settings: fc.Arbitrary<Entry> = fc.constantFrom<Entry>(
  '',
  'title: A\n',
  'name: A\npublished: false\n',
  'items:\n  - a\n',
  '{"slug": "guide"}\n',
  '{"slug": "not a slug"}\n',
  'items: a\n',
  'items:\n  - - a\n',
  'items:\n  - page: a\n    items: b\n',
  '- a\n',
  'a text\n',
  'title: [a\n',
  '\ttitle: a\n',
  'a: 1\na: 2\n',
  Buffer.from([0xff, 0xfe, 0x00]),
  { size: TOO_LARGE },
  { linkTo: '/outside.md' },
);

const REPOSITORY = [
  'v1/guide/a.md',
  'v1/guide/b.md',
  'v1/guide/B.md',
  'v1/guide/\u{e9}.md',
  'v1/guide/e\u{301}.md',
  'v1/guide/a/c.md',
  'v1/guide/_hidden.md',
  'v1/guide/_drafts/d.md',
  'v1/Guide/a.md',
  'v1/other/a.md',
  'v1/not a slug/a.md',
  'V 1/guide/a.md',
  'v1/loose.md',
  'top.md',
  'README.md',
  'v1/assets/x.md',
  'v1/refs/r.md',
  'v1/refs/r.yaml',
  'v1/guide/picture.png',
  '.hidden/guide/a.md',
];
const EXPORT = [
  '1.0/Guide/1 A.md',
  '1.0/Guide/2 A.md',
  '1.0/Guide/3 B.md',
  '1.0/Guide/3 B/1 A.md',
  '1.0/Guide/b.md',
  '1.0/Other/1 A.md',
  '1.0/Other/1 \u{65e5}\u{672c}.md',
  '\u{65e5}\u{672c}/Guide/1 A.md',
  '1.0/1 Loose.md',
  '1.0/refs/1 R.md',
];
const MAPPED = [
  'a.md',
  'A.md',
  'b/a.md',
  '1 A.md',
  '2 B.md',
  'README.md',
  '_hidden.md',
  '_drafts/d.md',
  'refs/r.md',
  'assets/x.md',
];
export const SETTINGS: readonly string[] = [
  '_settings.yaml',
  '_nav.yaml',
  'settings.yaml',
  'settings.json',
];
const settingsPath = fc
  .tuple(
    fc.constantFrom('', 'v1/', 'v1/guide/', '1.0/', '1.0/Guide/', 'b/'),
    fc.constantFrom(...SETTINGS),
  )
  .map(([folder, name]) => `${folder}${name}`);

const glob = fc.constantFrom(
  '**/*.md',
  '**/a.md',
  'v1/guide/**',
  '**/_*',
  '1.0/**',
  '*.md',
  '!**/b.md',
);
const globs = fc.oneof(
  { weight: 2, arbitrary: fc.constant({ include: [], exclude: [] }) },
  {
    weight: 1,
    arbitrary: fc.record({
      include: fc.array(glob, { maxLength: 2 }),
      exclude: fc.array(glob, { maxLength: 1 }),
    }),
  },
);
const place = fc.constantFrom(
  { version: null, documentation: null },
  { version: null, documentation: null },
  { version: 'v1', documentation: 'guide' },
);

/** Leaves out entries below another entry, which would have to be a folder. */
function possible(entries: Readonly<Record<string, Entry>>): Record<string, Entry> {
  const paths = Object.keys(entries);
  const isBelow = (path: string): boolean => paths.some((other) => path.startsWith(`${other}/`));
  return Object.fromEntries(Object.entries(entries).filter(([path]) => !isBelow(path)));
}

/** File names of one layout, or of all layouts mixed. */
const names = fc.constantFrom(REPOSITORY, EXPORT, MAPPED, [...REPOSITORY, ...EXPORT, ...MAPPED]);

export const oddFolder: fc.Arbitrary<OddFolder> = fc
  .tuple(
    names.chain((some) => fc.dictionary(fc.constantFrom(...some), text, { maxKeys: 7 })),
    fc.oneof(
      { weight: 2, arbitrary: fc.constant({}) },
      { weight: 1, arbitrary: fc.dictionary(settingsPath, settings, { maxKeys: 2 }) },
    ),
    globs,
    place,
    fc.oneof(fc.constant([]), fc.constant(['docs/v1/guide/a']), fc.constant(['more'])),
  )
  .map(([pages, others, { include, exclude }, { version, documentation }, further]) => ({
    entries: possible({ ...pages, ...others }),
    contents: [
      { path: 'docs', version, documentation, include, exclude },
      ...further.map((path) => ({
        path,
        version: 'v1',
        documentation: 'guide',
        include: [],
        exclude: [],
      })),
    ] as unknown as readonly ContentFolder[],
  }));

/** Writes the folder below `root`, in place of the previous one, and returns its project. */
export async function lay(root: string, { entries, contents }: OddFolder): Promise<Project> {
  await rm(join(root, 'docs'), { recursive: true, force: true });
  await rm(join(root, 'more'), { recursive: true, force: true });
  await writeFiles(root, {
    'docs/keep.txt': '',
    'docs/.held.md': page('Text.\n'),
    'docs/node_modules/held.md': page('Text.\n'),
    'docs/v1/guide/a/keep.txt': '',
    'more/a.md': page('Text.\n'),
    'docs-cli.config.yml': JSON.stringify({
      content: contents.map(({ path, version, documentation, include, exclude }) => ({
        path,
        ...(version === null ? {} : { version, documentation }),
        include,
        exclude,
      })),
    }),
  });
  for (const [path, entry] of Object.entries(entries)) {
    const file = join(root, 'docs', path);
    await mkdir(dirname(file), { recursive: true });
    if (typeof entry === 'string' || entry instanceof Uint8Array) {
      await writeFiles(root, { [`docs/${path}`]: entry });
    } else if ('linkTo' in entry) await symlink(join(root, entry.linkTo), file);
    else {
      const handle = await open(file, 'w');
      await handle.truncate(entry.size);
      await handle.close();
    }
  }
  return projectAt(root, contents);
}
