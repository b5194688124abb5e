/** Rules of files, folders and settings. */
import type { Rule } from './rule.ts';

const PAGE = '---\ntitle: Page\n---\n\nText\n';
const API = `openapi: 3.0.3
info: { title: Pets, version: '1' }
servers: [{ url: https://pets.example.com }]
paths: {}
`;
const POST = `---
title: 'August'
date: '2026-08-04'
published: true
---

New things.
`;
const BLOCK = "---\ntitle: 'Note'\n---\n\nText\n";

/** The files of a repository that the platform syncs. */
const SYNCED = {
  'developerhub.yaml': 'title: A\n',
  'v1/_settings.yaml': 'name: v1\npublished: true\n',
};

const SECOND = {
  'v2/_settings.yaml': 'name: v2\npublished: true\n',
  'v2/d/_settings.yaml': 'title: Guide\n',
  'v2/d/new.md': '---\ntitle: New\n---\n\nText.\n',
};

export const FILE_RULES = {
  'unreadable-file': {
    severity: 'error',
    says: 'The file cannot be read, or is not UTF-8.',
    why: 'Pages are UTF-8 text. The tool cannot tell which other encoding a file has, so the file is not pushed. Save it as UTF-8 in your editor.',
    wrong: null,
    right: null,
  },
  'oversized-file': {
    severity: 'error',
    says: 'The file, or its header, is too large to be read.',
    why: 'A page file has at most 2 MB and its header 64 kB, a settings file or a navigation 1 MB: nobody writes more by hand. Keep pictures in separate files, and divide a long page into several.',
    wrong: null,
    right: null,
  },
  'conflict-markers': {
    severity: 'error',
    says: 'The file still has conflict markers, such as `<<<<<<< HEAD`: the page is not pushed.',
    why: 'A merge left both versions of a text in the file. Readers would see both, so the page is not pushed until somebody chooses, even if this rule is off.',
    wrong: '<<<<<<< file\nPress **Start**.\n=======\nPress **Go**.\n>>>>>>> platform',
    right: 'Press **Go**.',
  },
  'binary-file': {
    severity: 'error',
    says: 'The file is not text: the page is not pushed.',
    why: 'A file with NUL bytes is not text: most likely it is a picture or an archive with the wrong name, or text in UTF-16. The page is not pushed, even if this rule is off.',
    wrong: 'Text\0more text',
    right: 'Text, more text',
  },
  'lfs-pointer': {
    severity: 'error',
    says: 'The file is a Git LFS pointer: the page is not pushed.',
    why: 'Git LFS keeps the file elsewhere, and only a pointer was checked out. The pointer is not pushed, even if this rule is off: run `git lfs pull`, and keep pages out of LFS.',
    wrong: {
      'v1/d/page.md':
        'version https://git-lfs.github.com/spec/v1\noid sha256:4d7a214614ab2935\nsize 12345\n',
    },
    right: { 'v1/d/page.md': PAGE },
  },
  'empty-file': {
    severity: 'error',
    says: 'The file is empty: the page is not pushed.',
    why: 'An empty file is more often an accident than a page without text. It is not pushed, even if this rule is off.',
    wrong: { 'v1/d/page.md': '\n' },
    right: { 'v1/d/page.md': PAGE },
  },
  bom: {
    severity: 'warning',
    says: 'The file begins with a byte order mark, which is not sent.',
    why: 'Some editors put an invisible mark before the first line. It is not sent, but it confuses other tools. `--fix` removes it.',
    wrong: { 'v1/d/page.md': `\u{feff}${PAGE}` },
    right: { 'v1/d/page.md': PAGE },
  },
  crlf: {
    severity: 'warning',
    says: 'Lines of the file end in CR LF; they are sent with LF.',
    why: 'Windows line endings are not sent. If git does not convert them either, an edit may change every line. `--fix` writes LF; a `.gitattributes` with `*.md text` keeps it.',
    wrong: { 'v1/d/page.md': PAGE.replaceAll('\n', '\r\n') },
    right: { 'v1/d/page.md': PAGE },
  },
  'bad-redirect': {
    severity: 'error',
    says: 'A rule of `docs-cli.redirects.txt` leads nowhere, to a rule that is not followed, or away from a page, or is never applied.',
    why: 'The platform applies the first rule that matches an address, and no other one to where it leads. A rule must lead to a page, and from an address that no page has: a page that got its old name back would never be seen. A rule whose addresses an earlier one matches is never applied.',
    wrong: { 'docs-cli.redirects.txt': '^/v1/d/old$ >> /v1/d/nowhere\n', 'v1/d/page.md': PAGE },
    right: { 'docs-cli.redirects.txt': '^/v1/d/old$ >> /v1/d/page\n', 'v1/d/page.md': PAGE },
  },
  'misplaced-file': {
    severity: 'error',
    says: 'The path of the file does not name a place for a page: it is not pushed.',
    why: 'The path of a page names its version and its documentation: `v1/guide/page.md`. A file above them has no place on the platform and is not pushed.',
    wrong: { 'page.md': PAGE },
    right: { 'v1/d/page.md': PAGE },
  },
  'duplicate-slug': {
    severity: 'error',
    says: 'Two files claim the same page: neither is pushed.',
    why: 'Two files claim the same page, and the tool cannot tell which one is meant. Neither is pushed. Give one of them a different `slug:` or name.',
    wrong: { 'v1/d/page.md': PAGE, 'v1/d/sub/page.md': PAGE },
    right: { 'v1/d/page.md': PAGE, 'v1/d/other.md': PAGE },
  },
  'bad-slug': {
    severity: 'error',
    says: 'The name of a file or folder has characters that addresses of the platform do not have.',
    why: 'A slug has letters, digits, `-`, `_` and `.`. The platform refuses a page with any other, and it has no version or documentation with a space in its slug, so every push fails. Rename the file or the folder, or correct `slug:` in layouts that have it.',
    wrong: { 'v1/d/New page.md': PAGE },
    right: { 'v1/d/new-page.md': PAGE },
  },
  'unread-slug': {
    severity: 'warning',
    says: 'The header has a `slug`, and the layout takes slugs from file names.',
    why: 'In the repository layout, the name of a file is the slug of its page. A `slug:` in the header, as other tools have it, changes nothing, and links to that slug lead nowhere. Rename the file, or remove the line.',
    wrong: { 'v1/d/page.md': PAGE.replace('---\n', '---\nslug: start\n') },
    right: { 'v1/d/page.md': PAGE },
  },
  'path-collision': {
    severity: 'error',
    says: 'Two paths differ only in case or Unicode form.',
    why: 'On macOS and Windows `Page.md` and `page.md` are the same file, so a checkout loses one of them. Rename one.',
    wrong: null,
    right: null,
  },
  'unportable-name': {
    severity: 'warning',
    says: 'The name of a file or folder is not valid on Windows.',
    why: 'Windows does not allow names such as `con.md`, or names with `:`, `?`, `*`, a line break or a space at the end: nobody can check out the repository there. Rename the file.',
    wrong: null,
    right: null,
  },
  'bad-settings': {
    severity: 'error',
    says: 'A settings file is malformed.',
    why: 'The file is not valid YAML, or does not have the form that the platform expects, so all of it is ignored.',
    wrong: { 'v1/d/_nav.yaml': 'items: [\n  - intro\n' },
    right: { 'v1/d/_nav.yaml': 'items:\n  - intro\n' },
  },
  'unread-settings': {
    severity: 'error',
    says: 'A settings file, or a key in one, has another name or folder than the platform reads, and says who may see its pages.',
    why: 'Only `_settings.yaml` is read, and `refs/<slug>.settings.yaml` beside a definition, and of keys that hide only `published`. The platform reads nothing that has another name, such as `settings.yml` or `draft`, so what it hides here is public there. The same goes for `_settings.yaml` in a folder that has no settings, such as one of subpages, and for such keys in `_nav.yaml`. Rename or move it.',
    wrong: { 'v1/d/_settings.yml': 'published: false\n' },
    right: { 'v1/d/_settings.yaml': 'title: D\npublished: false\n' },
  },
  'wrong-setting': {
    severity: 'error',
    says: 'A value in a settings file has the wrong type.',
    why: 'The platform expects another type there, such as true or false, and refuses the file.',
    wrong: { 'v1/d/_settings.yaml': 'title: Guide\ncollapsed: often\n' },
    right: { 'v1/d/_settings.yaml': 'title: Guide\ncollapsed: true\n' },
  },
  'unknown-setting': {
    severity: 'warning',
    says: 'The setting is unknown.',
    why: 'The platform does not know the name, and ignores it with a warning. Most likely it is misspelt, or of another tool.',
    wrong: { 'v1/d/_settings.yaml': 'title: Guide\ncolapsed: true\n' },
    right: { 'v1/d/_settings.yaml': 'title: Guide\ncollapsed: true\n' },
  },
  'bad-icon': {
    severity: 'warning',
    says: 'The icon of a navigation is not in the form that the platform reads, or does not exist.',
    why: 'An icon is the name of a solid one (`rocket`), `far:bell`, `fab:github` or an https address, beside `page`, `category`, `label` or `link`. The platform ignores classes such as `fas fa-key`.',
    wrong: { 'v1/d/_nav.yaml': 'items:\n  - intro\n  - label: A\n    icon: fas fa-key\n' },
    right: { 'v1/d/_nav.yaml': 'items:\n  - intro\n  - label: A\n    icon: key\n' },
  },
  'bad-theme': {
    severity: 'warning',
    says: 'A theme setting is not valid: the platform uses its default.',
    why: 'If a theme value is not valid, the platform uses its default and does not report it.',
    wrong: {
      ...SYNCED,
      'developerhub.yaml': 'title: A\nsettings:\n  mainColour: blueish\n',
    },
    right: {
      ...SYNCED,
      'developerhub.yaml': "title: A\nsettings:\n  mainColour: '5368e7'\n",
    },
  },
  'unknown-section': {
    severity: 'warning',
    says: 'The settings of a version or the top navigation name a section that has no folder.',
    why: 'The order of a version or the top navigation names a section that is not in the folder. Readers do not see it.',
    wrong: { 'v1/_settings.yaml': 'name: v1\ndocumentations:\n  - d\n  - guied\n' },
    right: { 'v1/_settings.yaml': 'name: v1\ndocumentations:\n  - d\n' },
  },
  'shared-slug': {
    severity: 'error',
    says: 'A reference and a documentation of one version have the same slug.',
    why: 'A documentation and an API reference of one version would have the same address.',
    wrong: { 'v1/refs/d.yaml': API },
    right: { 'v1/refs/api.yaml': API },
  },
  'unread-file': {
    severity: 'warning',
    says: 'A file looks like a page but is not read: the names of pages end in `.md`.',
    why: 'The file looks like a page but is not read: the names of pages end in `.md`, in lower case. Rename it, or exclude it in the configuration.',
    wrong: { 'v1/d/page.mdx': 'Text\n' },
    right: { 'v1/d/page.md': PAGE },
  },
  'not-in-nav': {
    severity: 'warning',
    says: '`_nav.yaml` does not list the page: it comes last in the sidebar.',
    why: '`_nav.yaml` sets the order of the documentation, and the page is not in it, so it comes last in the sidebar. `--fix` adds it at the end if it is below no other page.',
    wrong: { 'v1/d/_nav.yaml': 'items:\n  - intro\n', 'v1/d/page.md': PAGE },
    right: { 'v1/d/_nav.yaml': 'items:\n  - intro\n  - page\n', 'v1/d/page.md': PAGE },
  },
  'nav-without-page': {
    severity: 'error',
    says: '`_nav.yaml` lists a page that has no file.',
    why: 'The sidebar names a page that has no file: it was renamed or removed, or its name is misspelt.',
    wrong: { 'v1/d/_nav.yaml': 'items:\n  - intro\n  - into\n' },
    right: { 'v1/d/_nav.yaml': 'items:\n  - intro\n' },
  },
  'nav-duplicate': {
    severity: 'warning',
    says: '`_nav.yaml` lists a page twice: the first entry counts.',
    why: 'A page has one place in the sidebar: the first entry counts, and the second has no effect.',
    wrong: { 'v1/d/_nav.yaml': 'items:\n  - intro\n  - intro\n' },
    right: { 'v1/d/_nav.yaml': 'items:\n  - intro\n' },
  },
  'nav-outside-parent': {
    severity: 'warning',
    says: '`_nav.yaml` lists a subpage outside the `items` of its page: the platform skips the entry.',
    why: 'The folder of a page says which page it is below. An entry only orders the pages beside each other: the platform skips one that is elsewhere. To place the page elsewhere, move its file.',
    wrong: {
      'v1/d/_nav.yaml': 'items:\n  - intro\n  - intro/more\n',
      'v1/d/intro/more.md': PAGE,
    },
    right: {
      'v1/d/_nav.yaml': 'items:\n  - page: intro\n    items:\n      - intro/more\n',
      'v1/d/intro/more.md': PAGE,
    },
  },
  'no-parent': {
    severity: 'warning',
    says: 'A folder of subpages has no page beside it: they land at the top.',
    why: 'Pages in a folder are below the page with the name of that folder. Without its file, the platform puts them at the top of the navigation. Write the page, or move the files.',
    wrong: { 'v1/d/_nav.yaml': 'items:\n  - intro\n  - more/page\n', 'v1/d/more/page.md': PAGE },
    right: {
      'v1/d/_nav.yaml': 'items:\n  - intro\n  - page: more\n    items:\n      - more/page\n',
      'v1/d/more.md': PAGE,
      'v1/d/more/page.md': PAGE,
    },
  },
  'no-published': {
    severity: 'warning',
    says: 'A version or reference of a synced repository does not say whether readers see it.',
    why: 'What GitHub Sync creates stays unpublished until its settings say `published: true`, while the sites of this tool and `docs push` take it for published. Say which is meant.',
    wrong: { ...SYNCED, 'v1/_settings.yaml': 'name: v1\n' },
    right: SYNCED,
  },
  'link-into-version': {
    severity: 'warning',
    says: 'A relative link of a synced repository leads into another version.',
    why: 'GitHub Sync knows relative links only within a version: readers of such a page get a broken link. `docs push` sends the address of the page, so write that.',
    wrong: { ...SYNCED, ...SECOND, 'v1/d/page.md': PAGE + '\n[New](../../v2/d/new.md)\n' },
    right: { ...SYNCED, ...SECOND, 'v1/d/page.md': PAGE + '\n[New](/v2/d/new)\n' },
  },
  'bad-post': {
    severity: 'error',
    says: 'The front matter of a changelog post is malformed, or lacks what a post needs.',
    why: 'A changelog post that has no title, or whose date or front matter cannot be read, is not sent.',
    wrong: { 'changelogs/news/august.md': POST.replace('2026-08-04', '4 August') },
    right: { 'changelogs/news/august.md': POST },
  },
  'bad-block': {
    severity: 'warning',
    says: 'The front matter of a synced block is malformed, or has no title.',
    why: 'A synced block is embedded even if its front matter is wrong, but the editor lists it by its title.',
    wrong: { '_synced-blocks/note.md': 'Text\n' },
    right: { '_synced-blocks/note.md': BLOCK },
  },
  'bad-name': {
    severity: 'error',
    says: 'The name of a file cannot be the slug of a post or the id of a synced block.',
    why: 'The name of the file is the slug of a post or the id of a block, and those can only have letters, digits and hyphens. `docs changelog push` sends nothing while there is such a post.',
    wrong: { 'changelogs/news/august_4.md': POST },
    right: { 'changelogs/news/august-4.md': POST },
  },
  'stray-file': {
    severity: 'warning',
    says: 'A folder for posts, synced blocks or definitions has a file that is none of them.',
    why: 'The folder is only for posts of a changelog, for synced blocks, or for API definitions: other texts there are not read.',
    wrong: { 'changelogs/august.md': POST },
    right: { 'changelogs/news/august.md': POST },
  },
  'bad-definition': {
    severity: 'error',
    says: 'An API definition breaks a rule of its standard.',
    why: 'An API definition breaks a rule of its standard in a way that affects readers or clients. The rule is in brackets: `docs ref rules` explains it, and `checks:` can set it separately. `.redocly.lint-ignore.yaml` ignores single places.',
    wrong: { 'v1/refs/api.yaml': API.replace(", version: '1'", '') },
    right: { 'v1/refs/api.yaml': API },
  },
  'definition-warning': {
    severity: 'warning',
    says: 'An API definition could be better.',
    why: 'An API definition has something that its standard forbids, or that has no effect, but clients still work. The rule is in brackets: `docs ref rules` explains it, and `checks:` can set it separately.',
    wrong: {
      'v1/refs/api.yaml': API.replace('paths: {}', 'paths: { /pets: { get: { responses: {} } } }'),
    },
    right: { 'v1/refs/api.yaml': API },
  },
} as const satisfies Record<string, Rule>;
