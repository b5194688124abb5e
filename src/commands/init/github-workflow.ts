/** The workflow that `docs init --ci github` writes, as text. Pure. */
import {
  BUILD,
  comparedWithBase,
  generatedIn,
  indented,
  installing,
  matrixLines,
  matrixOf,
  PLANNED,
  review,
  said,
  spelling,
  variables,
  type MatrixEntry,
  type PipelineSetup,
  type Spelling,
} from './pipelines.ts';
import { scalar } from './templates.ts';

/** Actions by commit, because tags can be moved. All run on Node 24. */
const USES = {
  checkout: 'actions/checkout@08c6903cd8c0fde910a37f88322edcfb5dd907a8 # v5.0.0',
  node: 'actions/setup-node@a0853c24544627f65ddf259abe73b1d18a591444 # v5.0.0',
  cache: 'actions/cache@9255dc7a253b0ccc959486e2bca901246202afeb # v5.0.1',
  artifact: 'actions/upload-artifact@b7c566a772e6b6bfb58ed0dc250532a479d7789f # v6.0.0',
} as const;

const value = (name: keyof MatrixEntry): string => `\${{ matrix.${name} }}`;

/** The matrix as YAML. Empty if there is one configuration. */
function matrix(setup: PipelineSetup, names?: readonly (keyof MatrixEntry)[]): string {
  const lines = matrixLines(setup, (name) => name, names);
  if (lines.length === 0) return '';
  return `    strategy:
      # What one configuration needs a person for says nothing of the others.
      fail-fast: false
      matrix:
        include:
${indented(lines, '          ')}`;
}

/** The step after which `docs` can be run. */
const install = (setup: PipelineSetup): string =>
  setup.source.kind === 'action'
    ? `      # Without a command, it is docs for the steps below.
      - uses: ${setup.source.uses}
        with:
          command: ''
`
    : `      - name: Install docs
        run: |
${indented(installing(setup), '          ')}`;

/** `.github/workflows/docs.yml` */
export function githubWorkflow(setup: PipelineSetup): string {
  const { branch, comment } = setup;
  const spelled = spelling(setup, value);
  const { isMatrix, config, content, fetchTexts, definitions: files, hasReferences } = spelled;
  const part = isMatrix ? `-${value('name')}` : '';
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
${install(setup)}`;
  const own = indented(variables(setup), '  ');
  const differ = matrixOf(setup).some(({ address }) => address !== null);
  const withFiles = isMatrix ? " && matrix.definitions != ''" : '';
  const build = indented(generatedIn(setup).map(BUILD), '      ');
  const key = `        env:
          DOCS_API_KEY: \${{ ${isMatrix ? 'secrets[matrix.key]' : 'secrets.DOCS_API_KEY'} }}
${differ ? `          DOCS_BASE_URL: ${value('address')}\n` : ''}`;
  const artifact = `      - uses: ${USES.artifact}
        if: steps.review.outputs.changed == 'true'
        with:
          name: docs-review${part}
          path: \${{ runner.temp }}/review.html
`;
  const inSummary = comment
    ? ''
    : `      - name: Review
        id: review
        if: github.event_name == 'pull_request'
        # What changes for readers, in the summary and as a page. It needs no key: forks have it, too.
        run: docs review --against ${base} --out ${temp}/review.html${config}
${artifact}`;
  const definitions =
    files === ''
      ? ''
      : `      - name: What changes for clients
        if: github.event_name == 'pull_request'${withFiles}
        run: |
${indented(comparedWithBase(spelled, `"$(git merge-base ${base} HEAD)"`), '          ')}`;
  const upload = !hasReferences
    ? ''
    : `      - name: Upload the definitions
        if: github.event_name == 'push'${withFiles}
${key}        run: docs ref upload --fail-on breaking --yes${config}
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

${own === '' ? '' : `env:\n${own}\n`}jobs:
  docs:
${matrix(setup)}    runs-on: ubuntu-latest
    steps:
${prepare}${build}${inSummary}      - name: Check
        run: docs check${config}
${definitions}      - name: What changed
        id: changed
        if: github.event_name == 'pull_request'
        env:
          HEAD: \${{ github.event.pull_request.head.sha }}
        run: |
          if ! git diff --quiet ${base}..."$HEAD" -- ${content}; then
            echo "content=$(git ls-tree "$HEAD" -- ${content} | git hash-object --stdin)" >> "$GITHUB_OUTPUT"
          fi
      # The same content is planned once: the platform answers only 30 plans an hour.
      - uses: ${USES.cache}
        id: planned
        if: steps.changed.outputs.content != ''
        with:
          path: ${PLANNED}
          key: docs-plan${part}-\${{ steps.changed.outputs.content }}
      - name: What a push would do
        if: steps.changed.outputs.content != '' && steps.planned.outputs.cache-hit != 'true'
${key}        # A pull request from a fork has no key.
        run: |
          if [ -n "$DOCS_API_KEY" ]; then
${indented(fetchTexts, '            ')}            docs push --dry-run --fail-on conflict,unplaced${config}
            mkdir -p .docs-cli && date > ${PLANNED}
          fi
      - name: Push
        if: github.event_name == 'push'
${key}        run: |
${indented(fetchTexts, '          ')}          docs push --yes${config}
${upload}${comment ? githubComment(setup, spelled, prepare, artifact) : ''}`;
}

/** The job that writes the comment. */
function githubComment(
  setup: PipelineSetup,
  spelled: Spelling,
  prepare: string,
  artifact: string,
): string {
  const temp = '"$RUNNER_TEMP"';
  return `
  # What changes for readers, as one comment that each run replaces. Only this job may write comments.
  review:
    if: github.event_name == 'pull_request'
${matrix(setup, ['name', 'config'])}    runs-on: ubuntu-latest
    permissions:
      contents: read
      pull-requests: write
    steps:
${prepare}      - name: Review
        id: review
        run: |
${indented(review(spelled, '"origin/$GITHUB_BASE_REF"', temp), '          ')}${artifact}      - name: Comment
        # A pull request from a fork may not write: its review is in the summary.
        if: github.event.pull_request.head.repo.full_name == github.repository
        env:
          GH_TOKEN: \${{ github.token }}
          PULL_REQUEST: \${{ github.event.number }}
        run: |
${indented(said(spelled, temp), '          ')}          comments="repos/$GITHUB_REPOSITORY/issues/$PULL_REQUEST/comments"
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
