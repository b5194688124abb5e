/** A sound repository in the platform's layout, and what may go wrong in it beside its pages. */

export type Files = Readonly<Record<string, string>>;

const API =
  "openapi: 3.0.3\ninfo: { title: A, version: '1' }\nservers: [{ url: https://x.org }]\npaths: {}\n";

const PROJECT = `title: A
variables:
  product: A
  user:
    name: ''
settings:
  uiVersion: 2
  darkMode: true
  mainColour: '5368e7'
  somethingNew: 1
navigation:
  openLinksNewTab: true
  links:
    - title: Home
      url: 'https://example.com'
  groups:
    - title: Guides
      icon: rocket
      sections: [guide, api, news, only-there]
`;

const POST = `---
title: 'August'
date: '2026-08-04 14:30:00'
published: true
---

- {% badge type="success" text="New" /%} See [the start](/guide/start#one) and [us](/v1.0/guide/start).
`;

const START = `---
title: Start
---

## One

{% synced id="note" /%}

Use %product%, %user.name% or %_.version.slug%; \`%nothing%\` and %APPDATA% stay. [A](https://x.org/%C3%A9%product%)

\`\`\`
%nothing%
\`\`\`
`;

export const REPOSITORY: Files = {
  'developerhub.yaml': PROJECT,
  'README.md': 'About this repository',
  '_theme/custom.css': '',
  '_synced-blocks/note.md': "---\ntitle: 'Note'\n---\n\n[Start](/guide/start) with %product%\n",
  'changelogs/README.md': 'About changelogs',
  'changelogs/news/_settings.yaml': 'title: News\npublished: true\n',
  'changelogs/news/august.md': POST,
  'changelogs/news/plain-date.md': '---\ntitle: July\ndate: 2026-07-01\n---\n\nText\n',
  'changelogs/news/moment.md':
    "---\ntitle: May\ndate: '2026-05-01T09:30:00'\npublished: True\n---\n\nText\n",
  'changelogs/news/undated.md': '---\r\ntitle: Some day\r\npublished:\r\n---\r\n\r\nText\r\n',
  'v1.0/_settings.yaml':
    'name: v1.0\npublished: true\ndocumentations: [guide]\nreferences: [api, only-there]\n',
  'v1.0/refs/api.yaml': API,
  'v1.0/refs/api.settings.yaml': 'published: true\nshowTryItOut: false\n',
  'v1.0/guide/_settings.yaml': 'title: Guide\npublished: true\ndescription: \nlocale: en_us\n',
  'v1.0/guide/_nav.yaml':
    "items:\n  - category: All\n    items:\n      - page: start\n        icon: rocket\n  - separator\n  - label: More\n  - link:\n      title: '%product%'\n      url: 'https://example.com'\n",
  'v1.0/guide/start.md': START,
};

const post = (from: string, to: string): Files => ({
  'changelogs/news/august.md': POST.replace(from, to),
});
const project = (from: string, to: string): Files => ({
  'developerhub.yaml': PROJECT.replace(from, to),
});
const start = (body: string): Files => ({ 'v1.0/guide/start.md': `${START}\n${body}\n` });
const block = (text: string): Files => ({ '_synced-blocks/note.md': text });
const headed = (body: string): Files => block(`---\ntitle: 'Note'\n---\n\n${body}\n`);
const nav = (item: string): Files => ({
  'v1.0/guide/_nav.yaml': `items:\n  - start\n${item}`,
});

/** The rule, what differs from `REPOSITORY`, and the one place where something is found. */
export const SLIPS: readonly (readonly [rule: string, what: string, files: Files, at: string])[] = [
  [
    'bad-definition',
    'a reference that is not YAML',
    { 'v1.0/refs/api.yaml': 'a: [' },
    'v1.0/refs/api.yaml:1',
  ],
  [
    'bad-definition',
    'a reference that breaks its standard',
    { 'v1.0/refs/api.yaml': API.replace(", version: '1'", '') },
    'v1.0/refs/api.yaml:2',
  ],
  [
    'shared-slug',
    'a reference with the slug of a documentation',
    { 'v1.0/refs/guide.yaml': API },
    'v1.0/refs/guide.yaml:1',
  ],
  [
    'bad-settings',
    'a developerhub.yaml that is not YAML',
    { 'developerhub.yaml': 'title: A\nsettings: [\n' },
    'developerhub.yaml:3',
  ],
  [
    'wrong-setting',
    'a developerhub.yaml that is a list',
    { 'developerhub.yaml': '- a\n' },
    'developerhub.yaml:1',
  ],
  [
    'wrong-setting',
    'variables that are a list',
    project("variables:\n  product: A\n  user:\n    name: ''", 'variables: [product]'),
    'developerhub.yaml:2',
  ],
  [
    'wrong-setting',
    'more links than there is room for',
    project('  groups:', `${"    - { title: a, url: 'https://x.org' }\n".repeat(4)}  groups:`),
    'developerhub.yaml:19',
  ],
  [
    'wrong-setting',
    'a switch of the navigation',
    project('openLinksNewTab: true', 'openLinksNewTab: maybe'),
    'developerhub.yaml:12',
  ],
  [
    'unknown-setting',
    'a key of the project',
    project('title: A', 'titel: A'),
    'developerhub.yaml:1',
  ],
  [
    'unknown-setting',
    'a key of the navigation',
    project('openLinksNewTab', 'openLinks'),
    'developerhub.yaml:12',
  ],
  ['bad-theme', 'a colour that is none', project("'5368e7'", 'blueish'), 'developerhub.yaml:9'],
  [
    'bad-theme',
    'a theme setting in another spelling',
    project('mainColour', 'mainColor'),
    'developerhub.yaml:9',
  ],
  [
    'unknown-section',
    'a group of a misspelled section',
    project('[guide,', '[guied,'),
    'developerhub.yaml:19',
  ],
  [
    'unknown-section',
    'an order of a documentation without folder',
    { 'v1.0/_settings.yaml': 'name: v1.0\ndocumentations:\n  - guide\n  - other\n' },
    'v1.0/_settings.yaml:4',
  ],
  [
    'unread-settings',
    'settings of a version under the name of another layout',
    { 'v1.0/settings.yaml': 'name: v1.0\npublished: false\n' },
    'v1.0/settings.yaml:2',
  ],
  [
    'bad-settings',
    'settings of a version that are not YAML',
    { 'v1.0/_settings.yaml': 'name: [\n' },
    'v1.0/_settings.yaml:2',
  ],
  [
    'wrong-setting',
    'a published that is neither',
    { 'v1.0/_settings.yaml': 'name: v1.0\npublished: maybe\n' },
    'v1.0/_settings.yaml:2',
  ],
  [
    'unknown-setting',
    'a key of a version',
    { 'v1.0/_settings.yaml': 'name: v1.0\nslug: first\n' },
    'v1.0/_settings.yaml:2',
  ],
  [
    'unknown-setting',
    'a key of a version that says that readers see it',
    { 'v1.0/_settings.yaml': 'name: v1.0\ndraft: false\n' },
    'v1.0/_settings.yaml:2',
  ],
  [
    'unread-settings',
    'a key of a version that hides in other files',
    { 'v1.0/_settings.yaml': 'name: v1.0\nhidden: true\n' },
    'v1.0/_settings.yaml:2',
  ],
  [
    'unread-settings',
    'a misspelled key of a documentation that hides',
    { 'v1.0/guide/_settings.yaml': 'title: Guide\npublishd: false\n' },
    'v1.0/guide/_settings.yaml:2',
  ],
  [
    'unread-settings',
    'a key of the project that hides in other files',
    project('title: A', 'published: false'),
    'developerhub.yaml:1',
  ],
  [
    'unread-settings',
    'a key of a navigation item that hides in headers',
    nav('  - page: a\n    hidden: true\n'),
    'v1.0/guide/_nav.yaml:4',
  ],
  [
    'unknown-setting',
    'a key of a documentation',
    { 'v1.0/guide/_settings.yaml': 'title: Guide\ncolapsed: true\n' },
    'v1.0/guide/_settings.yaml:2',
  ],
  [
    'wrong-setting',
    'a switch of a documentation',
    { 'v1.0/guide/_settings.yaml': 'title: Guide\ncollapsed: often\n' },
    'v1.0/guide/_settings.yaml:2',
  ],
  [
    'bad-settings',
    'settings of a reference that are not YAML',
    { 'v1.0/refs/api.settings.yaml': 'a: b: c\n' },
    'v1.0/refs/api.settings.yaml:1',
  ],
  [
    'unknown-setting',
    'a key of a reference',
    { 'v1.0/refs/api.settings.yaml': 'showTryItOff: true\n' },
    'v1.0/refs/api.settings.yaml:1',
  ],
  [
    'wrong-setting',
    'a switch of a reference',
    { 'v1.0/refs/api.settings.yaml': 'published: true\nexpandable: [true]\n' },
    'v1.0/refs/api.settings.yaml:2',
  ],
  [
    'bad-settings',
    'settings of a changelog that are not YAML',
    { 'changelogs/news/_settings.yaml': 'title: "a\n' },
    'changelogs/news/_settings.yaml:2',
  ],
  [
    'unknown-setting',
    'a key of a changelog',
    { 'changelogs/news/_settings.yaml': 'title: News\npath: news\n' },
    'changelogs/news/_settings.yaml:2',
  ],
  ['unknown-setting', 'a key of a navigation', nav('order: []\n'), 'v1.0/guide/_nav.yaml:3'],
  [
    'unknown-setting',
    'a key of a navigation item',
    nav('  - pages: a\n'),
    'v1.0/guide/_nav.yaml:3',
  ],
  ...['fas fa-key', 'fa:key', 'fa-key', 'far:bell bold', 'http://x.org/a.svg', 'Key'].map(
    (icon) =>
      [
        'bad-icon',
        `an icon that is ${icon}`,
        nav(`  - label: a\n    icon: '${icon}'\n`),
        'v1.0/guide/_nav.yaml:4',
      ] as const,
  ),
  [
    'nav-outside-parent',
    'a page that is listed outside the items of its parent',
    { ...nav('  - start/more\n'), 'v1.0/guide/start/more.md': '---\ntitle: More\n---\n\nText\n' },
    'v1.0/guide/_nav.yaml:3',
  ],
  [
    'nav-outside-parent',
    'a page that is listed below another page',
    {
      ...nav('  - page: next\n    items: [start/more]\n'),
      'v1.0/guide/next.md': '---\ntitle: Next\n---\n\nText\n',
      'v1.0/guide/start/more.md': '---\ntitle: More\n---\n\nText\n',
    },
    'v1.0/guide/_nav.yaml:4',
  ],
  [
    'no-parent',
    'pages below a page that has no file',
    {
      ...nav('  - none/a\n  - none/b\n'),
      'v1.0/guide/none/a.md': '---\ntitle: A\n---\n\nText\n',
      'v1.0/guide/none/b.md': '---\ntitle: B\n---\n\nText\n',
    },
    'v1.0/guide/none/a.md:1',
  ],
  [
    'link-into-version',
    'a relative link into another version',
    {
      'v2.0/_settings.yaml': 'name: v2.0\npublished: true\n',
      'v2.0/guide/_settings.yaml': 'title: Guide\n',
      'v2.0/guide/new.md': '---\ntitle: New\n---\n\nText\n',
      'v1.0/guide/old.md': '---\ntitle: Old\n---\n\n[New](../../v2.0/guide/new.md)\n',
    },
    'v1.0/guide/old.md:5',
  ],
  [
    'stray-file',
    'a page among the definitions',
    { 'v1.0/refs/read.md': 'Text\n' },
    'v1.0/refs/read.md:1',
  ],
  [
    'no-published',
    'a version that does not say whether readers see it',
    { 'v1.0/_settings.yaml': 'name: v1.0\ndocumentations: [guide]\n' },
    'v1.0/_settings.yaml:1',
  ],
  [
    'no-published',
    'a reference whose settings do not say whether readers see it',
    { 'v1.0/refs/api.settings.yaml': 'showTryItOut: false\n' },
    'v1.0/refs/api.settings.yaml:1',
  ],
  [
    'no-published',
    'a reference without settings',
    { 'v1.0/refs/other.yaml': API },
    'v1.0/refs/other.yaml:1',
  ],
  [
    'bad-icon',
    'an icon of a group in the top navigation',
    project('  groups:', "  groups:\n    - { title: A, icon: 'fas fa-key', sections: [guide] }"),
    'developerhub.yaml:17',
  ],
  [
    'bad-icon',
    'an icon that nobody has drawn',
    nav('  - label: a\n    icon: rokcet\n'),
    'v1.0/guide/_nav.yaml:4',
  ],
  [
    'bad-icon',
    'an icon in a link',
    nav('  - link: { title: a, url: https://x.org, icon: rocket }\n'),
    'v1.0/guide/_nav.yaml:3',
  ],
  [
    'wrong-setting',
    'an item of two kinds',
    nav('  - label: a\n    category: b\n'),
    'v1.0/guide/_nav.yaml:3',
  ],
  ['wrong-setting', 'an item of no kind', nav('  - icon: a\n'), 'v1.0/guide/_nav.yaml:3'],
  [
    'wrong-setting',
    'a link of a navigation without address',
    nav('  - link: { title: a }\n'),
    'v1.0/guide/_nav.yaml:3',
  ],
  [
    'unknown-variable',
    'a variable in a link of a navigation',
    nav("  - link: { title: '%produkt%', url: /x }\n"),
    'v1.0/guide/_nav.yaml:3',
  ],
  [
    'bad-post',
    'front matter that is not YAML',
    post("'August'", '[broken'),
    'changelogs/news/august.md:3',
  ],
  [
    'bad-post',
    'no front matter',
    { 'changelogs/news/august.md': 'Text\n' },
    'changelogs/news/august.md:1',
  ],
  [
    'bad-post',
    'front matter that is never closed',
    { 'changelogs/news/august.md': '---\ntitle: A\n' },
    'changelogs/news/august.md:1',
  ],
  ['bad-post', 'no title', post("title: 'August'\n", ''), 'changelogs/news/august.md:1'],
  ['bad-post', 'a title of nothing', post("'August'", "'  '"), 'changelogs/news/august.md:2'],
  [
    'bad-post',
    'a date that is a list',
    post("'2026-08-04 14:30:00'", '[2026-08-04]'),
    'changelogs/news/august.md:3',
  ],
  [
    'bad-post',
    'a date that is none',
    post('2026-08-04 14:30:00', '2026-02-30'),
    'changelogs/news/august.md:3',
  ],
  [
    'bad-post',
    'a date in another form',
    post('2026-08-04 14:30:00', '4 August 2026'),
    'changelogs/news/august.md:3',
  ],
  [
    'bad-post',
    'a published that is neither',
    post('published: true', 'published: maybe'),
    'changelogs/news/august.md:4',
  ],
  [
    'unknown-key',
    'a key of a post',
    post('published: true', 'publishd: true'),
    'changelogs/news/august.md:4',
  ],
  [
    'unclosed-block',
    'a tag of a post that is never closed',
    post('- {%', '{% callout %}\n\n- {%'),
    'changelogs/news/august.md:7',
  ],
  [
    'broken-link',
    'a dead link of a post',
    post('/guide/start#one', '/guide/strat'),
    'changelogs/news/august.md:7',
  ],
  [
    'broken-link',
    'a link of a post to a file',
    post('/guide/start#one', '../../v1.0/guide/start.md'),
    'changelogs/news/august.md:7',
  ],
  [
    'missing-image',
    'an image of a post',
    post('- {%', '![a](no.png)\n\n- {%'),
    'changelogs/news/august.md:7',
  ],
  [
    'bad-name',
    'the name of a post',
    { 'changelogs/news/a_b.md': POST },
    'changelogs/news/a_b.md:1',
  ],
  [
    'stray-file',
    'a post without a changelog',
    { 'changelogs/august.md': POST },
    'changelogs/august.md:1',
  ],
  [
    'unclosed-block',
    'a tag of a block that is never closed',
    headed('{% callout %}'),
    '_synced-blocks/note.md:5',
  ],
  [
    'bad-name',
    'the name of a block',
    { '_synced-blocks/Bad_Name.md': "---\ntitle: 'A'\n---\n\nText\n" },
    '_synced-blocks/Bad_Name.md:1',
  ],
  [
    'stray-file',
    'a block in a folder',
    { '_synced-blocks/more/a.md': 'Text\n' },
    '_synced-blocks/more/a.md:1',
  ],
  [
    'unknown-key',
    'a key of a block that holds it back',
    block("---\ntitle: 'Note'\ndraft: true\n---\n\nText\n"),
    '_synced-blocks/note.md:3',
  ],
  ['bad-block', 'a block without front matter', block('Text\n'), '_synced-blocks/note.md:1'],
  [
    'bad-block',
    'a block without title',
    block('---\ntitle: \n---\n\nText\n'),
    '_synced-blocks/note.md:1',
  ],
  [
    'bad-block',
    'a block whose front matter is not YAML',
    block('---\ntitle: [a\n---\n\nText\n'),
    '_synced-blocks/note.md:3',
  ],
  ['broken-link', 'a dead link of a block', headed('[a](/guide/no)'), '_synced-blocks/note.md:5'],
  [
    'broken-link',
    'a link of a block to a file',
    headed('[a](../v1.0/guide/start.md)'),
    '_synced-blocks/note.md:5',
  ],
  [
    'unknown-variable',
    'a variable of a block',
    headed('Use %produkt%'),
    '_synced-blocks/note.md:5',
  ],
  [
    'unknown-variable',
    'a variable of a page',
    start('Use %nosuchvariable% here'),
    'v1.0/guide/start.md:15',
  ],
  [
    'unknown-variable',
    'a nested variable of a page',
    start('{% callout %}\nUse `%a` and %user.nam%.\n{% /callout %}'),
    'v1.0/guide/start.md:16',
  ],
];
