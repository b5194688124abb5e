/** Files of a project that are as long as a limit allows, and repeat what a reader may find dear. */

/** One input, and the commands that read it. */
export interface Shape {
  readonly name: string;
  readonly files: Readonly<Record<string, string>>;
  readonly commands: readonly (readonly string[])[];
}

const KB = 1024;
const MB = 1024 * KB;

const filled = (bytes: number, part: (n: number) => string): string => {
  const parts: string[] = [];
  for (let [length, n] = [0, 0]; length < bytes; n += 1) {
    const next = part(n);
    parts.push(next);
    length += next.length;
  }
  return parts.join('').slice(0, bytes);
};

const PAGE_FILE = 'docs/v1.0/guide/a.md';
const PAGE = '---\ntitle: A\n---\n\nText.\n';

/** What YAML, and what is made of it, may find dear. */
const YAML: Readonly<Record<string, (n: number) => string>> = {
  keys: (n) => `k${n}: v\n`,
  'one key': () => 'k: v\n',
  'lists in lists': () => '[',
  'maps in maps': () => '{a: ',
  'items in items': () => '- ',
  'keys of maps': () => '? ',
  indents: (n) => `${' '.repeat(n)}a:\n`,
  items: () => '- a\n',
  'empty items': () => '-\n',
  quotes: () => '"',
  'lines in quotes': (n) => (n === 0 ? 'a: "' : 'b\n '),
  'open brackets in lines': () => 'a: [\n',
  comments: () => '# a\n',
  'empty lines': () => '\n',
  documents: () => '---\n',
  anchors: (n) => `k${n}: &a${n} v\n`,
  aliases: (n) => (n === 0 ? 'k: &a v\n' : `k${n}: *a\n`),
  'aliases of aliases': (n) =>
    n === 0 ? 'k0: &a0 [x, x]\n' : `k${n}: &a${n} [*a${n - 1}, *a${n - 1}]\n`,
  merges: (n) => (n === 0 ? 'k0: &a0 {b: c}\n' : `k${n}: &a${n} {<<: *a${n - 1}, b${n}: c}\n`),
  tags: () => '!a ',
  'long text': (n) => (n === 0 ? 'a: |\n' : '  word and more words\n'),
  'one word': (n) => (n === 0 ? 'a: ' : 'x'),
  colons: () => ':',
  spaces: () => ' ',
  tabs: () => '\t',
  returns: () => 'a: b\r',
  'long numbers': () => '- 1234567890123456789\n',
};

/** What a page's reader may find dear: repeated in one line, and once in each line. */
const MARKS = [
  '[',
  ']',
  '![',
  '[a](',
  '](',
  '[a][b] ',
  '[a]: b ',
  '*',
  '*a ',
  '**a',
  '_a_',
  '*a_',
  '~~a',
  '`',
  '` `` ',
  '<',
  '<a ',
  '<a b="',
  '</a>',
  '<!--',
  '<!-- -->',
  '<?',
  '&',
  '&amp;',
  '\\',
  '\\[',
  '$',
  '$plugin[',
  '$inline[',
  '$plugin[{"type":"a"}]$',
  '{%',
  '{% x %}',
  '{% tabs %}',
  '{% /tabs %}',
  '{% callout title="',
  '{% html %}',
  '{{',
  '{{a}}',
  '%a',
  '%a%',
  '|',
  '|a',
  '|a|b|',
  '| - ',
  '#',
  '# ',
  '> ',
  '>',
  '- ',
  '- a',
  '1. ',
  '+ ',
  '===',
  '---',
  '```',
  '~~~',
  'http://a.',
  'a@b.',
  'www.',
  '\u200f',
  '\u{1f600}',
  'a',
  ' ',
  '\t',
  '\r',
  ':::',
  '^',
  '(',
  '"',
  "'",
  '- [ ] ',
  '![a](b.png)',
  '[a](b.md#c)',
  '{#a}',
  'import a ',
  'export ',
];

/** What the readers of other tools' pages may find dear besides, and a tool that has it. */
const FOREIGN: readonly (readonly [tool: string, mark: string])[] = [
  ['docusaurus', '<Tabs>\n'],
  ['docusaurus', '<Tabs><TabItem value="a">'],
  ['docusaurus', '{'],
  ['docusaurus', '{`a` '],
  ['docusaurus', 'export const a = {\n'],
  ['docusaurus', 'import a from "./a.md"\n\n<a />\n\n'],
  ['docusaurus', ':::note\n'],
  ['docusaurus', ':::note[a]\na\n:::\n'],
  ['docusaurus', '## a {#a}\n\n'],
  ['docusaurus', '<b>a '],
  ['docusaurus', '// highlight-next-line\n'],
  ['vitepress', '{{ a '],
  ['vitepress', '<Badge text="a" />'],
  ['vitepress', '<<< a.js\n'],
  ['vitepress', '<!--@include: ./a.md-->\n'],
  ['vitepress', '<table><tr><td>a'],
  ['vitepress', '[a][b]\n\n[b]: c\n\n'],
  ['mkdocs', '!!! note\n    a\n'],
  ['mkdocs', '=== "a"\n\n    a\n\n'],
  ['mkdocs', '++a+b++ '],
  ['mkdocs', '{ .a } '],
  ['mkdocs', '--8<-- "a.md"\n'],
  ['mkdocs', '| `a|b` | c |\n'],
  ['mkdocs', '*[a]: b\n'],
  ['mkdocs', '==a== '],
  ['gitbook', '{% hint style="info" %}\n'],
  ['gitbook', '{% tabs %}\n{% tab title="a" %}\n'],
  ['gitbook', '{% if a %}\n{% endif %}\n'],
  ['gitbook', '<table data-view="cards"><thead><tr><th data-hidden></th></tr></thead></table>\n'],
  ['mintlify', '<Card title="a">\n'],
  ['mintlify', '<Note>a</Note>\n'],
  ['mintlify', '<Update label="a" description="b">\n'],
];

const definition = (more: string): string =>
  `openapi: 3.1.0\ninfo: {title: A, version: "1"}\npaths: {}\n${more}`;

/** What the reader of definitions may find dear. */
const DEFINITIONS: Readonly<Record<string, readonly [start: string, part: (n: number) => string]>> =
  {
    schemas: ['components:\n  schemas:\n', (n) => `    S${n}: {type: string}\n`],
    'a chain of references': [
      'components:\n  schemas:\n',
      (n) => `    S${n}: {$ref: "#/components/schemas/S${n + 1}"}\n`,
    ],
    'a chain of lists': [
      'components:\n  schemas:\n',
      (n) => `    S${n}: {allOf: [{$ref: "#/components/schemas/S${n + 1}"}]}\n`,
    ],
    'references to one': [
      'components:\n  schemas:\n    S: {type: string}\n',
      (n) => `    S${n}: {$ref: "#/components/schemas/S"}\n`,
    ],
    'references to nothing': [
      'components:\n  schemas:\n',
      (n) => `    S${n}: {$ref: "#/nothing/${n}"}\n`,
    ],
    'references to files': [
      'components:\n  schemas:\n',
      (n) => `    S${n}: {$ref: "p${n}.yaml"}\n`,
    ],
    'long pointers': ['components:\n  schemas:\n    S: {$ref: "#', () => '/a'],
    paths: ['paths2:\n', (n) => `  /a${n}: {get: {responses: {"200": {description: a}}}}\n`],
    'paths with braces': ['x-a:\n', () => '  - "/{a}/{b}"\n'],
    operations: [
      'webhooks:\n',
      (n) =>
        `  w${n}: {get: {operationId: a, tags: [t${n}], responses: {"200": {description: a}}}}\n`,
    ],
    tags: ['tags:\n', (n) => `  - {name: t${n}, parent: t${n + 1}}\n`],
    parameters: [
      'webhooks:\n  w:\n    get:\n      responses: {}\n      parameters:\n',
      (n) => `        - {name: p${n}, in: query, schema: {}}\n`,
    ],
    enums: ['components:\n  schemas:\n    S:\n      enum:\n', (n) => `        - ${n}\n`],
    required: ['components:\n  schemas:\n    S:\n      required:\n', (n) => `        - a${n}\n`],
    examples: [
      'components:\n  schemas:\n    S:\n      type: array\n      uniqueItems: true\n      example:\n',
      (n) => `        - {a: ${n}}\n`,
    ],
    anchors: [
      'components:\n  schemas:\n',
      (n) => `    S${n}: {$anchor: a${n}, $ref: "#a${n + 1}"}\n`,
    ],
    ids: [
      'components:\n  schemas:\n',
      (n) => `    S${n}: {$id: "http://a/${n}", $ref: "${n + 1}"}\n`,
    ],
    'unknown fields': ['', (n) => `k${n}: v\n`],
    'unknown keywords': ['components:\n  schemas:\n    S:\n', (n) => `      k${n}: v\n`],
    patterns: ['components:\n  schemas:\n    S: {pattern: "', () => '(a+)'],
    servers: ['servers:\n', (n) => `  - {url: "https://{a${n}}/{b}"}\n`],
    security: ['security:\n', (n) => `  - {s${n}: [a, b]}\n`],
    'a discriminator': [
      'components:\n  schemas:\n    S:\n      oneOf: []\n      discriminator:\n        propertyName: a\n        mapping:\n',
      (n) => `          m${n}: "#/components/schemas/T${n}"\n`,
    ],
  };

const config = 'content: [{path: docs}]\n';
const LISTED = `${config}references: [{file: a.yaml, version: v1.0}]\n`;

const inYaml = (
  file: string,
  bytes: number,
  start: string,
  commands: Shape['commands'],
  more: Readonly<Record<string, string>> = {},
): Shape[] =>
  Object.entries(YAML).map(([what, part]) => ({
    name: `${file} of ${what}`,
    files: { [PAGE_FILE]: PAGE, ...more, [file]: start + filled(bytes, part) },
    commands,
  }));

const CHECK = [['check']];
const READ = [['check'], ['build', '--out', 'site']];

const ofPages = (bytes: number): Shape[] =>
  MARKS.flatMap((mark) =>
    [mark, `${mark}\n`, `${mark}\n\n`].map((part) => ({
      name: `a body of ${JSON.stringify(part)}`,
      files: { 'docs-cli.config.yml': config, [PAGE_FILE]: PAGE + filled(bytes, () => part) },
      commands: [...READ, ['fmt', '--check']],
    })),
  );

const ofDefinitions = (bytes: number): Shape[] =>
  Object.entries(DEFINITIONS).map(([what, [start, part]]) => ({
    name: `a definition of ${what}`,
    files: {
      'docs-cli.config.yml': LISTED,
      [PAGE_FILE]: PAGE,
      'a.yaml': definition(start + filled(bytes, part).replace(/[^\n]*$/, '')),
      'b.yaml': definition(start + filled(bytes / 2, part).replace(/[^\n]*$/, '')),
    },
    commands: [
      ['ref', 'check', 'a.yaml'],
      ['ref', 'diff', 'a.yaml', '--against', 'b.yaml'],
      ['build', '--out', 'site'],
    ],
  }));

/** Pages of other tools, and settings of theirs. */
const ofImports = (bytes: number): Shape[] => {
  const imported = (tool: string, name: string, files: Shape['files']): Shape => ({
    name,
    files: { 'docs-cli.config.yml': config, ...files },
    commands: [['import', 'source', '--out', 'site', '--from', tool]],
  });
  const plain = MARKS.map((mark, at): readonly [string, string] => [
    ['docusaurus', 'vitepress', 'mkdocs', 'gitbook', 'mintlify'][at % 5] ?? '',
    mark,
  ]);
  const pages = [...FOREIGN, ...plain].flatMap(([tool, mark]) =>
    [mark, `${mark}\n\n`].map((part) =>
      imported(tool, `a ${tool} page of ${JSON.stringify(part)}`, {
        'source/docs/a.md': filled(bytes, () => part),
      }),
    ),
  );
  const rewrites = Array.from({ length: 200 }, (_, n) => `':a/:b/:c*/!${n}.md': 'x.md'`);
  const long = 'a'.repeat(200);
  return [
    ...pages,
    imported('gitbook', 'comments in an element, none of which ends', {
      'source/docs/a.md': filled(bytes, (n) => (n === 0 ? '<div>\n\n' : '<!--')),
    }),
    imported('vitepress', 'rewrites of VitePress', {
      'source/.vitepress/config.ts': `export default { rewrites: { ${rewrites.join(', ')} } };`,
      ...Object.fromEntries(
        Array.from({ length: Math.ceil(bytes / 1000) }, (_, n) => [
          `source/${long}/${long}/${n}.md`,
          '# A\n',
        ]),
      ),
    }),
  ];
};

/** All of them; `scale` is the part of the limit that they fill. */
export const shapes = (scale: number): readonly Shape[] => [
  ...inYaml('docs-cli.config.yml', 255 * KB * scale, '', CHECK),
  ...inYaml('docs/v1.0/_settings.yaml', (MB - KB) * scale, 'name: v1\n', READ),
  ...inYaml('docs/v1.0/guide/_nav.yaml', (MB - KB) * scale, 'items:\n', READ),
  ...inYaml('redocly.yaml', (MB - KB) * scale, '', [['ref', 'check', 'a.yaml']], {
    'a.yaml': definition(''),
  }),
  ...inYaml('redocly.yaml', (MB - KB) * scale, 'rules:\n', [['ref', 'check', 'a.yaml']], {
    'a.yaml': definition(''),
  }),
  ...inYaml('a.yaml', (MB - KB) * scale, definition(''), [['ref', 'check', 'a.yaml']]),
  ...inYaml('part.yaml', (MB - KB) * scale, '', [['ref', 'check', 'a.yaml']], {
    'a.yaml': definition('components: {schemas: {A: {$ref: "part.yaml"}}}\n'),
  }),
  ...inYaml(PAGE_FILE, 63 * KB * scale, '---\n', [...READ, ['fmt', '--check']]),
  ...inYaml('changelogs/news/a.md', 63 * KB * scale, '---\n', CHECK),
  ...inYaml('docs-cli.lock', (MB - KB) * scale, '', CHECK),
  ...inYaml('docs-cli.baseline.txt', (MB - KB) * scale, '', CHECK),
  // Longer ones are left as they are by `docs fmt`.
  ...ofPages(690_000 * scale),
  ...ofDefinitions((MB - KB) * scale),
  ...ofImports((MB - KB) * scale),
];
