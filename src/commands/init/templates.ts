/** The files that `docs init` writes, as text. Pure. */
import { printSettings } from '../../content/settings/printed-yaml.ts';
import type { Version } from '../../model/resources.ts';
import type { ContentChoice, ContentPlace, ReferenceFound } from './document.ts';

export interface Setup {
  /** Where editors find the schema of the config file. */
  readonly schema: string;
  /** `null`: the default, which is not written. */
  readonly baseUrl: string | null;
  /** A version of the project. `null`: the platform was not asked, or is a trial. */
  readonly project: Pick<Version, 'id' | 'slug'> | null;
  readonly content: readonly ContentChoice[];
  readonly references: readonly ReferenceFound[];
  readonly publish: boolean;
  /** Whether the platform syncs the repository itself, or may. */
  readonly isSynced: boolean;
}

/** `docs-cli.config.yml`. */
export function configText(setup: Setup): string {
  const { schema, baseUrl, project, content, references, publish, isSynced } = setup;
  const address =
    baseUrl === null
      ? '# The platform is the default one; `baseUrl:` names another one. DOCS_BASE_URL and --base-url override it.'
      : `# DOCS_BASE_URL and --base-url override it.\nbaseUrl: ${scalar(baseUrl)}`;
  return `# yaml-language-server: $schema=${schema}
# Settings of docs (docs-cli); \`docs config\` shows what applies and where it came from.
# An API key is never in here: set DOCS_API_KEY or run \`docs login\`.
${address}
${project === null ? '' : projectText(project)}
# Folders of pages, relative to this file.
content:
${content.map(contentText).join('')}${referencesText(references)}
# Whether a push publishes what it changes. --publish and --no-publish override it.
publish: ${publish}
${isSynced ? BESIDE_SYNC : ''}`;
}

/** The id of a version names its project: names and addresses do not. */
const projectText = ({ id, slug }: Pick<Version, 'id' | 'slug'>): string =>
  `# The project, by its version ${slug}: with a key of another project, nothing is written.\nproject: ${id}\n`;

/** Nobody's silence is an answer: it is for a person to take the sign away. */
const BESIDE_SYNC = `
# The platform's own GitHub Sync seems to write to this repository, too. If you want both, this turns off the note in each push.
# besideGithubSync: true
`;

function contentText({ path, place }: ContentChoice): string {
  if (place === null) {
    return `  # Paths name the version and the documentation: version/documentation/page.md\n  - path: ${scalar(path)}\n`;
  }
  return `  # One documentation: every page in the folder goes there.
  - path: ${scalar(path)}
    version: ${scalar(place.version)}
    documentation: ${scalar(place.documentation)}
`;
}

/** The list of definitions; empty if there are none. */
function referencesText(references: readonly ReferenceFound[]): string {
  if (references.length === 0) return '';
  const items = references.map(
    ({ file, version }) => `  - file: ${scalar(file)}\n    version: ${scalar(version)}\n`,
  );
  return `
# OpenAPI definitions, each with the version whose reference it is: docs ref check, docs ref upload.
references:
${items.join('')}`;
}

/** Plain where YAML reads it back as this very text, else quoted as JSON is, which YAML reads. */
const scalar = (text: string): string =>
  /^[A-Za-z][A-Za-z0-9_./-]*$/.test(text) && !/^(?:true|false|null|yes|no|on|off|y|n)$/i.test(text)
    ? text
    : JSON.stringify(text);

/** `.gitignore` with a line for what the tool keeps for itself; `null` if it has one. */
export function withIgnored(text: string): string | null {
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  if (lines.some((line) => /^\/?\.docs-cli(?:\/.*)?$/.test(line))) return null;
  const before = text === '' || text.endsWith('\n') ? text : `${text}\n`;
  return `${before}# Log and caches of docs (docs-cli). Commit the lock file next to the config.\n.docs-cli/\n`;
}

/** A page that says how to go on, in `folder`; with version and documentation, unless the configuration names them (`isMapped`). Texts by file; the page is the last. */
export function firstPage(
  folder: string,
  { version, documentation }: ContentPlace,
  isMapped: boolean,
): ReadonlyMap<string, string> {
  if (isMapped) return new Map([[`${folder}/welcome.md`, WELCOME]]);
  const inside = `${folder}/${version}/${documentation}`;
  const title = documentation.replaceAll(/[-_]+/g, ' ');
  const upper = title.charAt(0).toUpperCase() + title.slice(1);
  return new Map([
    [`${folder}/${version}/_settings.yaml`, printSettings({ name: version })],
    [`${inside}/_settings.yaml`, printSettings({ title: upper })],
    [`${inside}/_nav.yaml`, 'items:\n  - welcome\n'],
    [`${inside}/welcome.md`, WELCOME],
  ]);
}

const WELCOME = `---
type: page
title: Welcome
listed: true
---

This is the first page. \`docs dev\` shows it in a browser, and shows each change as it is saved.

{% callout title="Where it goes" %}
Folders name the version and the documentation. The name of the file is the end of the page's address.
{% /callout %}
`;

/** What installs the tool in a pipeline: one release, known by its digest. Stops while nobody has said which. */
const INSTALL = [
  'if [ -z "$DOCS_TARBALL" ] || [ -z "$DOCS_SHA256" ]; then',
  '  echo "Fill in DOCS_TARBALL and DOCS_SHA256 above: the release page of docs has both." >&2',
  '  exit 1',
  'fi',
  'folder=$(mktemp -d)',
  'curl --fail --silent --show-error --location --output "$folder/docs.tgz" "$DOCS_TARBALL"',
  'echo "$DOCS_SHA256  $folder/docs.tgz" | sha256sum --check --quiet -',
  'npm install --global --ignore-scripts --no-audit --no-fund "$folder/docs.tgz"',
];

const indented = (lines: readonly string[], indent: string): string =>
  lines.map((line) => `${indent}${line}\n`).join('');

/** `.github/workflows/docs.yml` */
export const GITHUB_WORKFLOW = `# Checks the pages of a pull request and shows what it would change; sends it to the platform when it is merged.
name: docs
on:
  pull_request:
  push:
    branches: [main]

# One run after the other: a push that is under way is never cut off.
concurrency:
  group: docs-\${{ github.ref }}
  cancel-in-progress: false

permissions:
  contents: read

jobs:
  docs:
    runs-on: ubuntu-latest
    env:
      # Both are on the release page of docs: the address of the tarball, and its SHA-256.
      DOCS_TARBALL: ''
      DOCS_SHA256: ''
    steps:
      - uses: actions/checkout@11bd71901bbe5b1630ceea73d27597364c9af683 # v4.2.2
        with:
          # The history tells an earlier push from somebody's edit on the platform.
          fetch-depth: 0
      - uses: actions/setup-node@49933ea5288caeca8642d1e84afbd3f7d6820020 # v4.4.0
        with:
          node-version: 22
      - name: Install docs
        run: |
${indented(INSTALL, '          ')}      - name: Check
        run: docs check
      - name: What a push would do
        if: github.event_name == 'pull_request'
        env:
          DOCS_API_KEY: \${{ secrets.DOCS_API_KEY }}
        # A pull request from a fork has no key.
        run: if [ -n "$DOCS_API_KEY" ]; then docs push --dry-run --fail-on conflict,unplaced; fi
      - name: Push
        if: github.event_name == 'push'
        env:
          DOCS_API_KEY: \${{ secrets.DOCS_API_KEY }}
        run: docs push --yes
`;

/** `.gitlab-ci.yml` */
export const GITLAB_PIPELINE = `# Checks the pages of a branch and shows what they would change; sends them to the platform when they are merged.
docs:
  image: node:22
  variables:
    # The history tells an earlier push from somebody's edit on the platform.
    GIT_DEPTH: 0
    # Both are on the release page of docs: the address of the tarball, and its SHA-256.
    DOCS_TARBALL: ''
    DOCS_SHA256: ''
  # One run after the other, and none that is under way is cut off.
  resource_group: docs
  interruptible: false
  script:
    - |
${indented(INSTALL, '      ')}    - docs check
    # A protected variable is not there on other branches: then they are checked only.
    - |
      if [ "$CI_COMMIT_BRANCH" = "$CI_DEFAULT_BRANCH" ]; then
        docs push --yes
      elif [ -n "$DOCS_API_KEY" ]; then
        docs push --dry-run --fail-on conflict,unplaced
      fi
`;
