/** Rules of the headers of pages. */
import type { Rule } from './rule.ts';

const RIGHT = '---\ntitle: Page\n---\n\nText\n';

export const HEADER_RULES = {
  'bad-header': {
    severity: 'error',
    says: 'What looks like a header is not valid, so it is read as text.',
    why: 'The header is not closed, or its first line is not `key: value` with a key in lower case. Then all of it is text, and readers see it.',
    wrong: '---\nTitle: Page\n---\n\nText\n',
    right: RIGHT,
  },
  'long-header': {
    severity: 'error',
    says: 'The header has more than 15 lines: the platform reads no further.',
    why: 'The platform reads the first 15 lines of a header. The lines below are lost.',
    wrong: `---\ntitle: Page\ndescription: One line${'\n'.repeat(15)}tags: lost\n---\n\nText\n`,
    right: RIGHT,
  },
  'unknown-key': {
    severity: 'warning',
    says: 'The header key is unknown.',
    why: 'The platform ignores keys that it does not know. Most likely the key is misspelt, or belongs to another tool.',
    wrong: '---\ntitle: Page\ndescripton: About it\n---\n\nText\n',
    right: '---\ntitle: Page\ndescription: About it\n---\n\nText\n',
  },
  'duplicate-key': {
    severity: 'warning',
    says: 'A header key appears twice: the first one counts.',
    why: 'The first one counts, and the second is lost.',
    wrong: '---\ntitle: Page\ntitle: Another\n---\n\nText\n',
    right: RIGHT,
  },
  'continued-value': {
    severity: 'warning',
    says: 'A header line is not `key: value`, so it continues the value above it.',
    why: 'A header is not YAML: a line that is not `key: value` continues the value above it, comments included.',
    wrong: '---\ntitle: Page\n# a comment\n---\n\nText\n',
    right: RIGHT,
  },
  'quoted-value': {
    severity: 'warning',
    says: 'A header value is in quotes: the header is not YAML, so they are part of the value.',
    why: 'A header is not YAML: quotes are part of the value, and readers see them in the title. A value with a colon does not need them. `--fix` removes them.',
    wrong: '---\ntitle: "Page: one"\n---\n\nText\n',
    right: '---\ntitle: Page: one\n---\n\nText\n',
  },
  'yaml-value': {
    severity: 'warning',
    says: 'A header value is written as YAML, but the header is not YAML.',
    why: 'A header is not YAML: a list is a value with commas, and a value is on one line. `--fix` writes lists that way.',
    wrong: '---\ntitle: Page\ntags: [one, two]\n---\n\nText\n',
    right: '---\ntitle: Page\ntags: one, two\n---\n\nText\n',
  },
  'header-blank': {
    severity: 'warning',
    says: 'There is no space after the colon of a header key.',
    why: 'The colon needs a space after it. `--fix` adds it.',
    wrong: '---\ntitle:Page\n---\n\nText\n',
    right: RIGHT,
  },
  'header-in-text': {
    severity: 'warning',
    says: 'The text has what looks like a header: readers see it.',
    why: 'Another tool left its own header below the header of the page, or lines above it. A header has to begin on the first line: readers see any other. `--fix` merges the two if nothing is lost.',
    wrong: '---\ntitle: Page\n---\n---\ntags: one\n---\n\nText\n',
    right: '---\ntitle: Page\ntags: one\n---\n\nText\n',
  },
  'bad-boolean': {
    severity: 'warning',
    says: 'A header value must be true or false.',
    why: '`listed` and `hidden` are true or false. What the platform makes of another word cannot be predicted.',
    wrong: '---\ntitle: Page\nlisted: no\n---\n\nText\n',
    right: '---\ntitle: Page\nlisted: false\n---\n\nText\n',
  },
  'unclear-visibility': {
    severity: 'error',
    says: 'A key may mean "not for readers yet", and its value is neither yes nor no: what it belongs to is held back.',
    why: 'What is not clearly public is not shown: not on the sites of this tool, and `docs push` does not publish it. Keys of other tools count, such as `draft`, `private` and `published`, and misspelt ones, such as `audiences`. The platform ignores most of them and would show the page.',
    wrong: '---\ntitle: Page\ndraft: until spring\n---\n\nText\n',
    right: RIGHT,
  },
  'already-public': {
    severity: 'warning',
    says: 'Readers already see a page whose file says that it is not for readers yet.',
    why: 'The API cannot unpublish a page: it stays public until somebody unpublishes it in the editor. The lock file tells that it was published.',
    wrong: null,
    right: null,
  },
  'unknown-type': {
    severity: 'error',
    says: 'The page type is unknown: the page is not pushed.',
    why: 'A sidebar entry is a `page`, `category`, `link`, `separator` or `label`. A page with another type is not pushed, even if this rule is off.',
    wrong: '---\ntype: pages\ntitle: Page\n---\n\nText\n',
    right: '---\ntype: page\ntitle: Page\n---\n\nText\n',
  },
  'missing-title': {
    severity: 'warning',
    says: 'The page has no title: its file name is used instead.',
    why: 'Without a title, the sidebar and the page show the name of the file. If the text begins with a first-level heading, `--fix` makes it the title.',
    wrong: { 'v1/d/page.md': '# First steps\n\nText\n' },
    right: { 'v1/d/page.md': '---\ntitle: First steps\n---\n\nText\n' },
  },
  'stray-section': {
    severity: 'error',
    says: 'A section marker does not begin a section here: the page is not pushed.',
    why: 'Draft and published sections begin at the header. The same line further down, written in another way or a second time, is text: readers would see it, and the draft below it. So the page is not pushed, even if this rule is off. In code, and behind a backslash, the line is text.',
    wrong: 'Text\n\n---draft\n\nMore text',
    right: '---\ntitle: Page\n---draft\n\nText\n\n---published\n\nMore text\n',
  },
  'missing-followed': {
    severity: 'warning',
    says: 'The page follows a file that is not there, or `translations` a folder.',
    why: '`follows` names files, folders or globs of the project, from the folder of the configuration. `docs report --behind` cannot say that the page is behind what it does not find. The same goes for folders of `translations` in the settings.',
    wrong: '---\ntitle: Page\nfollows: docs/v1/d/gone.md\n---\n\nText\n',
    right: '---\ntitle: Page\nfollows: docs/v1/d/page.md\n---\n\nText\n',
  },
} as const satisfies Record<string, Rule>;
