/** The files that `docs init` writes, as text. Pure. */

export interface Setup {
  /** `null`: the default, which is not written. */
  readonly baseUrl: string | null;
  readonly content: readonly ContentChoice[];
  readonly publish: boolean;
}

export interface ContentChoice {
  readonly path: string;
  /** `null`: the paths in it name version and documentation. */
  readonly place: { readonly version: string; readonly documentation: string } | null;
}

/** `docs-cli.config.yml`. */
export function configText({ baseUrl, content, publish }: Setup): string {
  const address =
    baseUrl === null
      ? '# The platform is the default one; `baseUrl:` names another. DOCS_BASE_URL and --base-url come before it.'
      : `# DOCS_BASE_URL and --base-url come before it.\nbaseUrl: ${scalar(baseUrl)}`;
  return `# Settings of docs (docs-cli); \`docs config\` shows what applies and where it came from.
# An API key is never in here: set DOCS_API_KEY or run \`docs login\`.
${address}

# Folders of pages, relative to this file.
content:
${content.map(contentText).join('')}
# Whether a push publishes what it changes. --publish and --no-publish come before it.
publish: ${publish}
`;
}

function contentText({ path, place }: ContentChoice): string {
  if (place === null) {
    return `  # Paths name version and documentation: version/documentation/page.md\n  - path: ${scalar(path)}\n`;
  }
  return `  # One documentation: every page in the folder goes there.
  - path: ${scalar(path)}
    version: ${scalar(place.version)}
    documentation: ${scalar(place.documentation)}
`;
}

/** Plain where YAML reads it back as this very text, else quoted as JSON is, which YAML reads. */
const scalar = (text: string): string =>
  /^[A-Za-z][A-Za-z0-9_./-]*$/.test(text) && !/^(?:true|false|null|yes|no|on|off|y|n)$/i.test(text)
    ? text
    : JSON.stringify(text);

/** `.gitignore` with a line for what the tool keeps for itself; `null` where it has one. */
export function withIgnored(text: string): string | null {
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  if (lines.some((line) => /^\/?\.docs-cli(?:\/.*)?$/.test(line))) return null;
  const before = text === '' || text.endsWith('\n') ? text : `${text}\n`;
  return `${before}# Journal and caches of docs (docs-cli); the lock file beside the config is to be committed.\n.docs-cli/\n`;
}

/** `major.minor` of the tool: a pipeline gets its fixes and not its next ways. */
const range = (version: string): string => /^\d+\.\d+/.exec(version)?.[0] ?? 'latest';

/** `.github/workflows/docs.yml` */
export const githubWorkflow = (
  version: string,
): string => `# Checks the pages of a pull request and shows what it would change; sends it to the platform when it is merged.
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
      DOCS_API_KEY: \${{ secrets.DOCS_API_KEY }}
    steps:
      - uses: actions/checkout@v4
        with:
          # The history tells an earlier push from somebody's edit on the platform.
          fetch-depth: 0
      - uses: actions/setup-node@v4
        with:
          node-version: 22
      - name: Check
        run: npx --yes docs-cli@${range(version)} check
      - name: What a push would do
        # A pull request from a fork has no key.
        if: github.event_name == 'pull_request' && env.DOCS_API_KEY != ''
        run: npx --yes docs-cli@${range(version)} push --dry-run
      - name: Push
        if: github.event_name == 'push'
        run: npx --yes docs-cli@${range(version)} push --yes
`;

/** `.gitlab-ci.yml` */
export const gitlabPipeline = (
  version: string,
): string => `# Checks the pages of a branch and shows what they would change; sends them to the platform when they are merged.
docs:
  image: node:22
  variables:
    # The history tells an earlier push from somebody's edit on the platform.
    GIT_DEPTH: 0
  # One run after the other, and none that is under way is cut off.
  resource_group: docs
  interruptible: false
  script:
    - npx --yes docs-cli@${range(version)} check
    # A protected variable is not there on other branches: then they are checked only.
    - |
      if [ "$CI_COMMIT_BRANCH" = "$CI_DEFAULT_BRANCH" ]; then
        npx --yes docs-cli@${range(version)} push --yes
      elif [ -n "$DOCS_API_KEY" ]; then
        npx --yes docs-cli@${range(version)} push --dry-run
      fi
`;
