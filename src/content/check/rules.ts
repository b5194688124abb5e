/** What `docs check` looks for: the one table of its rules, from which output formats and documentation are made. */

/** A rule: its severity and its meaning. */
export interface Rule {
  readonly severity: 'error' | 'warning';
  /** A sentence that is true of every finding of the rule. */
  readonly says: string;
}

/**
 * An error is something that readers would notice, or that keeps a page from being pushed as its file means it. A warning is something that is read in
 * another way than its writer may think. Codes with `_` are the platform's own (`GET /version/{id}/broken-links`).
 */
export const RULES = {
  'unreadable-file': { severity: 'error', says: 'The file cannot be read, or is not UTF-8.' },
  'oversized-file': {
    severity: 'error',
    says: 'The file, or its header, is too large to be read.',
  },
  'conflict-markers': {
    severity: 'error',
    says: 'The file still has conflict markers, such as `<<<<<<< HEAD`: the page is not pushed.',
  },
  'binary-file': { severity: 'error', says: 'The file is not text: the page is not pushed.' },
  'lfs-pointer': {
    severity: 'error',
    says: 'The file is a Git LFS pointer: the page is not pushed.',
  },
  'empty-file': { severity: 'error', says: 'The file is empty: the page is not pushed.' },
  bom: {
    severity: 'warning',
    says: 'The file begins with a byte order mark, which is not sent.',
  },
  crlf: {
    severity: 'warning',
    says: 'Lines of the file end in CR LF; they are sent with LF.',
  },

  'misplaced-file': {
    severity: 'error',
    says: 'The path of the file does not name a place for a page: it is not pushed.',
  },
  'duplicate-slug': {
    severity: 'error',
    says: 'Two files claim the same page: neither is pushed.',
  },
  'bad-slug': {
    severity: 'warning',
    says: 'A slug has characters that addresses of the platform do not have.',
  },
  'unread-slug': {
    severity: 'warning',
    says: 'The header has a `slug`, and the layout takes slugs from file names.',
  },
  'path-collision': {
    severity: 'error',
    says: 'Two paths differ only in case or Unicode form.',
  },
  'unportable-name': {
    severity: 'warning',
    says: 'The name of a file or folder is not valid on Windows.',
  },
  'bad-settings': { severity: 'error', says: 'A settings file is malformed.' },
  'wrong-setting': {
    severity: 'error',
    says: 'A value in a settings file has the wrong type.',
  },
  'unknown-setting': { severity: 'error', says: 'The setting is unknown.' },
  'bad-theme': {
    severity: 'warning',
    says: 'A theme setting is not valid: the platform uses its default.',
  },
  'unknown-section': {
    severity: 'warning',
    says: 'The settings of a version or the top navigation name a section that has no folder.',
  },
  'shared-slug': {
    severity: 'error',
    says: 'A reference and a documentation of one version have the same slug.',
  },
  'unread-file': {
    severity: 'warning',
    says: 'A file looks like a page but is not read: the names of pages end in `.md`.',
  },
  'not-in-nav': {
    severity: 'warning',
    says: '`_nav.yaml` does not list the page: it comes last in the sidebar.',
  },
  'nav-without-page': {
    severity: 'error',
    says: '`_nav.yaml` lists a page that has no file.',
  },
  'nav-duplicate': {
    severity: 'warning',
    says: '`_nav.yaml` lists a page twice: the first entry counts.',
  },

  'bad-header': {
    severity: 'error',
    says: 'What looks like a header is not valid, so it is read as text.',
  },
  'long-header': {
    severity: 'error',
    says: 'The header has more than 15 lines: the platform reads no further.',
  },
  'unknown-key': { severity: 'warning', says: 'The header key is unknown.' },
  'duplicate-key': {
    severity: 'warning',
    says: 'A header key appears twice: the first one counts.',
  },
  'continued-value': {
    severity: 'warning',
    says: 'A header line is not `key: value`, so it continues the value above it.',
  },
  'quoted-value': {
    severity: 'warning',
    says: 'A header value is in quotes: the header is not YAML, so they are part of the value.',
  },
  'yaml-value': {
    severity: 'warning',
    says: 'A header value is written as YAML, but the header is not YAML.',
  },
  'header-blank': {
    severity: 'warning',
    says: 'There is no space after the colon of a header key.',
  },
  'header-in-text': {
    severity: 'warning',
    says: 'The text has what looks like a header: readers see it.',
  },
  'bad-boolean': { severity: 'warning', says: 'A header value must be true or false.' },
  'unknown-type': { severity: 'error', says: 'The page type is unknown: the page is not pushed.' },
  'missing-title': {
    severity: 'warning',
    says: 'The page has no title: its file name is used instead.',
  },
  'stray-section': {
    severity: 'warning',
    says: 'A section marker does not start a section here: readers see it as text.',
  },

  'bad-post': {
    severity: 'error',
    says: 'The front matter of a changelog post is malformed, or lacks what a post needs.',
  },
  'bad-block': {
    severity: 'warning',
    says: 'The front matter of a synced block is malformed, or has no title.',
  },
  'bad-name': {
    severity: 'warning',
    says: 'The name of a file cannot be the slug of a post or the id of a synced block.',
  },
  'stray-file': {
    severity: 'warning',
    says: 'A folder for posts or synced blocks has a file that is neither.',
  },

  'bad-plugin': {
    severity: 'error',
    says: 'A `$plugin` block is malformed: readers see its source.',
  },
  'unknown-plugin': { severity: 'warning', says: 'The plugin does not exist.' },
  'bad-tag': { severity: 'error', says: 'A tag is malformed: readers see its source.' },
  'unknown-tag': { severity: 'warning', says: 'The tag does not exist.' },
  'bad-value': {
    severity: 'warning',
    says: 'A tag has an attribute with an invalid value, or lacks one that it needs.',
  },
  'foreign-markup': {
    severity: 'warning',
    says: 'A line has the markup of another tool: readers see its source.',
  },
  'misplaced-tag': {
    severity: 'warning',
    says: 'A tag is in a place where it is read as text: readers see its source.',
  },
  'unclosed-block': { severity: 'error', says: 'A block is never closed.' },
  'stray-close': { severity: 'error', says: 'A closing tag has no opening tag.' },
  'unclosed-fence': { severity: 'warning', says: 'A fence runs to the end of the page.' },
  'unclosed-raw': { severity: 'error', says: 'A raw block is never closed.' },
  'too-deep': { severity: 'error', says: 'Blocks nest too deep.' },
  'empty-link': {
    severity: 'warning',
    says: 'A link has no text: readers do not see it.',
  },

  broken_link: { severity: 'error', says: 'A link leads to a page that does not exist.' },
  'bad-address': {
    severity: 'error',
    says: 'A link to another site is incomplete: browsers look for it on this site.',
  },
  'missing-file': {
    severity: 'error',
    says: 'A link leads to a file that does not exist, or is hidden.',
  },
  same_slug: { severity: 'error', says: 'A link is ambiguous: several pages share its slug.' },
  app_link: {
    severity: 'warning',
    says: "A link leads into the platform's editor, which readers cannot open.",
  },
  linked_page_unlisted: {
    severity: 'warning',
    says: 'A link leads to a page that readers cannot open.',
  },
  linked_page_in_unpublished_documentation: {
    severity: 'warning',
    says: 'A link leads into a documentation that is not published.',
  },
  linked_page_in_unpublished_reference: {
    severity: 'warning',
    says: 'A link leads into an API reference that is not published.',
  },
  'broken-anchor': {
    severity: 'warning',
    says: 'The page that a link leads to does not have the heading.',
  },
  'missing-image': { severity: 'error', says: 'The file of an image does not exist.' },
  'missing-asset': {
    severity: 'error',
    says: 'An image names an asset that the page does not list.',
  },
  'missing-synced-block': {
    severity: 'error',
    says: 'The synced block does not exist in the folder.',
  },
  'unknown-variable': {
    severity: 'warning',
    says: '`developerhub.yaml` does not set the variable: readers see its name between percent signs.',
  },
  'unused-ignore': {
    severity: 'warning',
    says: 'A comment that ignores a rule has no effect.',
  },
  'bad-ignore': {
    severity: 'warning',
    says: 'A comment that should ignore a rule is not recognised, or does not name a rule.',
  },
  'bad-definition': { severity: 'error', says: 'An API definition breaks a rule of its standard.' },
  'definition-warning': { severity: 'warning', says: 'An API definition could be better.' },
} as const satisfies Record<string, Rule>;

/** The code of a rule. */
export type RuleCode = keyof typeof RULES;

export const isRuleCode = (name: string): name is RuleCode => Object.hasOwn(RULES, name);
