/** What people call a command elsewhere, and what it is called here. */
export const OTHER_WORDS: Readonly<Record<string, string>> = {
  add: 'docs push creates pages for new files',
  auth: 'docs login stores an API key',
  clone: 'docs pull downloads the pages of the platform; docs version clone copies a version',
  commit: 'docs push sends changed pages',
  create: 'docs push creates pages for new files; docs init sets up a folder',
  delete: 'docs page delete deletes a page; docs push --prune deletes pages whose files are gone',
  deploy: 'docs push --publish sends pages and publishes them; docs build writes a site of files',
  download: 'docs pull writes pages into files; docs export writes a ZIP',
  edit: 'docs dev shows the pages while you edit their files',
  fetch: 'docs pull writes pages into files',
  format: 'docs fmt writes pages in canonical form',
  generate: 'docs build writes a site of files',
  get: 'docs page get prints a page; docs pull writes pages into files',
  invite: 'docs access grant gives readers access',
  merge: 'docs pull merges what changed on both sides',
  new: 'docs init sets up a folder',
  open: 'docs dev --open shows the pages in a browser',
  openapi: 'docs ref checks, compares and uploads OpenAPI definitions',
  publish: 'docs push --publish sends and publishes; docs page publish publishes drafts',
  revoke: 'docs access revoke ends the access of readers',
  run: 'docs dev shows the pages in a browser',
  send: 'docs push sends changed pages',
  setup: 'docs init sets up a folder',
  start: 'docs dev shows the pages; docs platform start runs a platform on this machine',
  test: 'docs check looks for mistakes',
  update: 'docs push sends changed files; docs pull writes what changed on the platform',
  upload: 'docs push sends pages; docs ref upload sends OpenAPI definitions',
  user: 'docs users lists users of the project',
  versions: 'docs version list',
  pages: 'docs page list',
  references: 'docs ref list',
};

/** What to type in place of a command that there is not. Returns undefined if the word is not a known name for one. */
export const otherWord = (word: string): string | undefined =>
  Object.hasOwn(OTHER_WORDS, word) ? OTHER_WORDS[word] : undefined;
