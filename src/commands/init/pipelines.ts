/** The pipelines that `docs init --ci` writes, as text. Pure. */
import { fetchingTexts, inShell } from '../../system/git/history.ts';
import { scalar } from './templates.ts';

export interface PipelineSetup {
  /** The branch whose merges are pushed. */
  readonly branch: string;
  /** The name of the config file, beside the pipeline's folder. */
  readonly config: string;
  readonly content: readonly string[];
  readonly references: readonly {
    readonly file: string;
    readonly generated?: boolean | undefined;
  }[];
  /** Null: the default address, which a pipeline does not have to name. */
  readonly baseUrl: string | null;
  /** Whether a job writes the review as a comment. */
  readonly comment: boolean;
}

/** Where a pipeline is read beside another one. */
export interface GitlabPlace {
  readonly job: string;
  /** Null: the usual one, `test`. */
  readonly stage: string | null;
}

/** Commits, not tags, which somebody may move. All run on Node 24. */
const USES = {
  checkout: 'actions/checkout@08c6903cd8c0fde910a37f88322edcfb5dd907a8 # v5.0.0',
  node: 'actions/setup-node@a0853c24544627f65ddf259abe73b1d18a591444 # v5.0.0',
  cache: 'actions/cache@9255dc7a253b0ccc959486e2bca901246202afeb # v5.0.1',
  artifact: 'actions/upload-artifact@b7c566a772e6b6bfb58ed0dc250532a479d7789f # v6.0.0',
} as const;

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

/** Where a build keeps the definitions as they were: below the folder that git ignores. */
const BEFORE = '.docs-cli/before';
/** Names the content that was planned last. */
const PLANNED = '.docs-cli/planned';

const indented = (lines: readonly string[], indent: string): string =>
  lines.map((line) => `${indent}${line}\n`).join('');

/** The variables that a person or the configuration gives; lines without indentation. */
const variables = ({ baseUrl }: PipelineSetup): readonly string[] => [
  '# Both are on the release page of docs: the address of the tarball, and its SHA-256.',
  "DOCS_TARBALL: ''",
  "DOCS_SHA256: ''",
  ...(baseUrl === null
    ? []
    : [
        '# As in the configuration: a key is sent to another address than the default one only if the pipeline names it.',
        `DOCS_BASE_URL: ${scalar(baseUrl)}`,
      ]),
];

/** What a plan depends on. */
const contentOf = ({ content, config }: PipelineSetup): string =>
  [...content, config].map(inShell).join(' ');

/** A partial clone has no old texts. */
const fetchTexts = ({ content }: PipelineSetup): readonly string[] => [
  '# A partial clone lacks the old texts of the pages, which tell an earlier push from an edit.',
  `if git config remote.origin.promisor > /dev/null; then ${fetchingTexts(content)}; fi`,
];

/** What git has of the definitions; a build makes the others. */
const committed = ({ references }: PipelineSetup): readonly string[] =>
  references.flatMap(({ file, generated }) => (generated === true ? [] : [file]));

export const generatedIn = ({ references }: PipelineSetup): readonly string[] =>
  references.flatMap(({ file, generated }) => (generated === true ? [file] : []));

/** Compares the definitions with those where the branch began: this needs no key. */
function compareDefinitions(setup: PipelineSetup, base: string): readonly string[] {
  return [
    `git worktree add --force --detach ${BEFORE} ${base}`,
    `for file in ${committed(setup).map(inShell).join(' ')}; do`,
    `  if [ -f "${BEFORE}/$file" ]; then docs ref diff "$file" --against "${BEFORE}/$file" --fail-on breaking; fi`,
    'done',
  ];
}

const BUILD = (file: string): string =>
  `# ${file} is generated: put the step that builds it in the place of this line.`;

/** What readers get, as a comment: broken links first, then words. Both files are empty if nothing changed. */
const review = (base: string, folder: string): readonly string[] => [
  `docs check --changed=${base} --format markdown > ${folder}/check.md || true`,
  `docs review --against ${base} --out ${folder}/review.html --format markdown > ${folder}/review.md`,
];

/** Writes what is to be said into `comment.md`; it is empty if nothing is. */
const said = (folder: string, mark: string): readonly string[] => [
  `mark='${mark}'`,
  `if [ -s ${folder}/check.md ] || [ -s ${folder}/review.md ]; then`,
  `  { echo "$mark"; cat ${folder}/check.md; echo; cat ${folder}/review.md; } > ${folder}/comment.md`,
  'else',
  `  : > ${folder}/comment.md`,
  'fi',
];

const markOf = (config: string): string => `<!-- docs review ${config.replace(/'|--/g, '')} -->`;

/** `.github/workflows/docs.yml` */
export function githubWorkflow(setup: PipelineSetup): string {
  const { branch, comment, references } = setup;
  const temp = '"$RUNNER_TEMP"';
  const base = '"origin/$GITHUB_BASE_REF"';
  const prepare = `      - uses: ${USES.checkout}
        with:
          # The history tells an earlier push from somebody's edit on the platform.
          fetch-depth: 0
      - uses: ${USES.node}
        with:
          node-version: 22
          package-manager-cache: false
      - name: Install docs
        run: |
${indented(INSTALL, '          ')}`;
  const key = `        env:
          DOCS_API_KEY: \${{ secrets.DOCS_API_KEY }}
`;
  const artifact = `      - uses: ${USES.artifact}
        if: steps.review.outputs.changed == 'true'
        with:
          name: docs-review
          path: \${{ runner.temp }}/review.html
`;
  const inSummary = comment
    ? ''
    : `      - name: Review
        id: review
        if: github.event_name == 'pull_request'
        # What changes for readers, in the summary and as a page. It needs no key: forks have it, too.
        run: docs review --against ${base} --out ${temp}/review.html
${artifact}`;
  const definitions =
    committed(setup).length === 0
      ? ''
      : `      - name: What changes for clients
        if: github.event_name == 'pull_request'
        run: |
${indented(compareDefinitions(setup, `"$(git merge-base ${base} HEAD)"`), '          ')}`;
  const upload =
    references.length === 0
      ? ''
      : `      - name: Upload the definitions
        if: github.event_name == 'push'
${key}        run: docs ref upload --fail-on breaking --yes
`;
  return `# Checks the pages of a pull request and shows what it would change; sends it to the platform when it is merged.
name: docs
on:
  pull_request:
  push:
    branches: [${scalar(branch)}]

# One run after the other: a push that is under way is never cut off.
concurrency:
  group: docs-\${{ github.ref }}
  cancel-in-progress: false

permissions:
  contents: read

env:
${indented(variables(setup), '  ')}
jobs:
  docs:
    runs-on: ubuntu-latest
    steps:
${prepare}${indented(generatedIn(setup).map(BUILD), '      ')}${inSummary}      - name: Check
        run: docs check
${definitions}      - name: What changed
        id: changed
        if: github.event_name == 'pull_request'
        env:
          HEAD: \${{ github.event.pull_request.head.sha }}
        run: |
          if ! git diff --quiet ${base}..."$HEAD" -- ${contentOf(setup)}; then
            echo "content=$(git ls-tree "$HEAD" -- ${contentOf(setup)} | git hash-object --stdin)" >> "$GITHUB_OUTPUT"
          fi
      # The same content is planned once: the platform answers only 30 plans an hour.
      - uses: ${USES.cache}
        id: planned
        if: steps.changed.outputs.content != ''
        with:
          path: ${PLANNED}
          key: docs-plan-\${{ steps.changed.outputs.content }}
      - name: What a push would do
        if: steps.changed.outputs.content != '' && steps.planned.outputs.cache-hit != 'true'
${key}        # A pull request from a fork has no key.
        run: |
          if [ -n "$DOCS_API_KEY" ]; then
${indented(fetchTexts(setup), '            ')}            docs push --dry-run --fail-on conflict,unplaced
            mkdir -p .docs-cli && date > ${PLANNED}
          fi
      - name: Push
        if: github.event_name == 'push'
${key}        run: |
${indented(fetchTexts(setup), '          ')}          docs push --yes
${upload}${comment ? githubComment(setup, prepare, artifact) : ''}`;
}

/** The job that writes the comment. */
function githubComment({ config }: PipelineSetup, prepare: string, artifact: string): string {
  const temp = '"$RUNNER_TEMP"';
  return `
  # What changes for readers, as one comment that each run replaces. Only this job may write comments.
  review:
    if: github.event_name == 'pull_request'
    runs-on: ubuntu-latest
    permissions:
      contents: read
      pull-requests: write
    steps:
${prepare}      - name: Review
        id: review
        run: |
${indented(review('"origin/$GITHUB_BASE_REF"', temp), '          ')}${artifact}      - name: Comment
        # A pull request from a fork may not write: its review is in the summary.
        if: github.event.pull_request.head.repo.full_name == github.repository
        env:
          GH_TOKEN: \${{ github.token }}
          PULL_REQUEST: \${{ github.event.number }}
        run: |
${indented(said(temp, markOf(config)), '          ')}          comments="repos/$GITHUB_REPOSITORY/issues/$PULL_REQUEST/comments"
          own="select(.user.login == \\"github-actions[bot]\\" and (.body | startswith(\\"$mark\\")))"
          id=$(gh api --paginate "$comments" --jq ".[] | $own | .id" | head -n 1)
          one="repos/$GITHUB_REPOSITORY/issues/comments/$id"
          if [ -s ${temp}/comment.md ]; then
            if [ -n "$id" ]; then method=PATCH; else method=POST one=$comments; fi
            gh api --silent --method "$method" "$one" --field "body=@$RUNNER_TEMP/comment.md"
          elif [ -n "$id" ]; then
            gh api --silent --method DELETE "$one"
          fi
`;
}

/** `.gitlab-ci.yml`, or a file that it includes. */
export function gitlabPipeline(setup: PipelineSetup, { job, stage }: GitlabPlace): string {
  const { comment, references } = setup;
  const base = '"$CI_MERGE_REQUEST_DIFF_BASE_SHA"';
  const head = `  image: node:22
${stage === null ? '' : `  stage: ${scalar(stage)}\n`}  variables:
    # The history tells an earlier push from somebody's edit on the platform.
    GIT_DEPTH: 0
${indented(variables(setup), '    ')}`;
  const artifact = `  artifacts:
    when: always
    expose_as: Docs review
    paths: [review.html]
`;
  const page = [...review(base, '.'), 'if [ ! -s review.md ]; then rm review.html; fi'];
  const inArtifact = comment
    ? ''
    : `    # What changes for readers, as a page. It needs no key.
    - |
      if [ -n "$CI_MERGE_REQUEST_IID" ]; then
${indented(page.slice(1), '        ')}      fi
`;
  const definitions =
    committed(setup).length === 0
      ? ''
      : `    - |
      if [ -n "$CI_MERGE_REQUEST_IID" ]; then
${indented(compareDefinitions(setup, base), '        ')}      fi
`;
  return `# Checks the pages of a merge request and shows what it would change; sends it to the platform when it is merged.
${job}:
${head}  rules:
    - if: $CI_PIPELINE_SOURCE == "merge_request_event"
    - if: $CI_COMMIT_BRANCH == $CI_DEFAULT_BRANCH
  # One run after the other, and none that is under way is cut off.
  resource_group: docs
  interruptible: false
  # The same content is planned once: the platform answers only 30 plans an hour.
  cache:
    key: docs-plan-$CI_MERGE_REQUEST_IID
    paths: [${PLANNED}]
  script:
    - |
${indented(INSTALL, '      ')}${indented(generatedIn(setup).map(BUILD), '    ')}${inArtifact}    - docs check
${definitions}    - |
      content=$(git ls-tree HEAD -- ${contentOf(setup)} | git hash-object --stdin)
      if [ "$CI_COMMIT_BRANCH" = "$CI_DEFAULT_BRANCH" ]; then
${indented(fetchTexts(setup), '        ')}        docs push --yes
${references.length === 0 ? '' : '        docs ref upload --fail-on breaking --yes\n'}      elif git diff --quiet ${base} HEAD -- ${contentOf(setup)}; then
        echo "No content changed: nothing to plan."
      # A protected variable is not there on other branches: then they are checked only.
      elif [ -n "$DOCS_API_KEY" ] && [ "$content" != "$(cat ${PLANNED} 2> /dev/null)" ]; then
${indented(fetchTexts(setup), '        ')}        docs push --dry-run --fail-on conflict,unplaced
        mkdir -p .docs-cli && echo "$content" > ${PLANNED}
      fi
${comment ? '' : artifact}${comment ? gitlabComment(setup, { job, head, artifact, page }) : ''}`;
}

function gitlabComment(
  { config }: PipelineSetup,
  {
    job,
    head,
    artifact,
    page,
  }: {
    readonly job: string;
    readonly head: string;
    readonly artifact: string;
    readonly page: readonly string[];
  },
): string {
  return `
# What changes for readers, as one comment that each run replaces.
${job}-review:
${head}  rules:
    - if: $CI_PIPELINE_SOURCE == "merge_request_event"
  resource_group: docs-review-$CI_MERGE_REQUEST_IID
  interruptible: false
  script:
    - |
${indented(INSTALL, '      ')}    - |
${indented(page, '      ')}    # COMMENT_TOKEN: a project access token with the scope api and the role Reporter. Forks have none.
    - |
      if [ -z "$COMMENT_TOKEN" ]; then exit 0; fi
${indented(said('.', markOf(config)), '      ')}      notes="$CI_API_V4_URL/projects/$CI_PROJECT_ID/merge_requests/$CI_MERGE_REQUEST_IID/notes"
      ask() { curl --fail --silent --show-error --header "PRIVATE-TOKEN: $COMMENT_TOKEN" "$@"; }
      id=$(ask "$notes?sort=asc&order_by=created_at&per_page=100" | MARK="$mark" node -p '
        JSON.parse(require("node:fs").readFileSync(0)).find(({ body }) => body.startsWith(process.env.MARK))?.id ?? ""')
      if [ -s comment.md ]; then
        if [ -n "$id" ]; then method=PUT; else method=POST; fi
        ask --output /dev/null --request "$method" --form "body=<comment.md" "$notes\${id:+/$id}"
      elif [ -n "$id" ]; then
        ask --output /dev/null --request DELETE "$notes/$id"
      fi
${artifact}`;
}
