/** The pipeline that `docs init --ci gitlab` writes, as text. Pure. */
import {
  BUILD,
  comparedWithBase,
  generatedIn,
  indented,
  installing,
  matrixLines,
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

/** The job of a pipeline that another one includes. */
export interface GitlabPlace {
  readonly job: string;
  /** Null for the default stage, `test`. */
  readonly stage: string | null;
}

const VARIABLES: Readonly<Record<keyof MatrixEntry, string>> = {
  name: 'NAME',
  config: 'CONFIG',
  content: 'CONTENT',
  definitions: 'DEFINITIONS',
  key: 'KEY',
  address: 'DOCS_BASE_URL',
};

const value = (name: keyof MatrixEntry): string => `$${VARIABLES[name]}`;

/** The matrix as YAML. Empty if there is one configuration. */
function matrix(setup: PipelineSetup, names?: readonly (keyof MatrixEntry)[]): string {
  const lines = matrixLines(setup, (name) => VARIABLES[name], names);
  return lines.length === 0 ? '' : `  parallel:\n    matrix:\n${indented(lines, '      ')}`;
}

/** `.gitlab-ci.yml`, or a file that it includes. */
export function gitlabPipeline(setup: PipelineSetup, { job, stage }: GitlabPlace): string {
  const { comment } = setup;
  const spelled = spelling(setup, value);
  const { isMatrix, config, content, fetchTexts, definitions: files, hasReferences } = spelled;
  const part = isMatrix ? `-${value('name')}` : '';
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
  const page = [...review(spelled, base, '.'), 'if [ ! -s review.md ]; then rm review.html; fi'];
  const inArtifact = comment
    ? ''
    : `    # What changes for readers, as a page. It needs no key.
    - |
      if [ -n "$CI_MERGE_REQUEST_IID" ]; then
${indented(page.slice(1), '        ')}      fi
`;
  const definitions =
    files === ''
      ? ''
      : `    - |
      if [ -n "$CI_MERGE_REQUEST_IID" ]; then
${indented(comparedWithBase(spelled, base), '        ')}      fi
`;
  const ownKey = isMatrix ? '    - export DOCS_API_KEY="${!KEY-}"\n' : '';
  const sends = `docs ref upload --fail-on breaking --yes${config}`;
  const upload = !hasReferences
    ? ''
    : isMatrix
      ? `        if [ -n "${files}" ]; then ${sends}; fi\n`
      : `        ${sends}\n`;
  return `# Checks the pages of a merge request and shows what it would change; sends it to the platform when it is merged.
${job}:
${head}${matrix(setup)}  rules:
    - if: $CI_PIPELINE_SOURCE == "merge_request_event"
    - if: $CI_COMMIT_BRANCH == $CI_DEFAULT_BRANCH
  # One run after the other, and none that is under way is cut off.
  resource_group: docs${part}
  interruptible: false
  # The same content is planned once: the platform answers only 30 plans an hour.
  cache:
    key: docs-plan${part}-$CI_MERGE_REQUEST_IID
    paths: [${PLANNED}]
  script:
    - |
${indented(installing(setup), '      ')}${indented(generatedIn(setup).map(BUILD), '    ')}${ownKey}${inArtifact}    - docs check${config}
${definitions}    - |
      content=$(git ls-tree HEAD -- ${content} | git hash-object --stdin)
      if [ "$CI_COMMIT_BRANCH" = "$CI_DEFAULT_BRANCH" ]; then
${indented(fetchTexts, '        ')}        docs push --yes${config}
${upload}      elif git diff --quiet ${base} HEAD -- ${content}; then
        echo "No content changed: nothing to plan."
      # A protected variable is not there on other branches: then they are checked only.
      elif [ -n "$DOCS_API_KEY" ] && [ "$content" != "$(cat ${PLANNED} 2> /dev/null)" ]; then
${indented(fetchTexts, '        ')}        docs push --dry-run --fail-on conflict,unplaced${config}
        mkdir -p .docs-cli && echo "$content" > ${PLANNED}
      fi
${comment ? '' : artifact}${comment ? gitlabComment(setup, spelled, { job, head, artifact, page }) : ''}`;
}

function gitlabComment(
  setup: PipelineSetup,
  spelled: Spelling,
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
${head}${matrix(setup, ['name', 'config'])}  rules:
    - if: $CI_PIPELINE_SOURCE == "merge_request_event"
  resource_group: docs-review${spelled.isMatrix ? `-${value('name')}` : ''}-$CI_MERGE_REQUEST_IID
  interruptible: false
  script:
    - |
${indented(installing(setup), '      ')}    - |
${indented(page, '      ')}    # COMMENT_TOKEN: a project access token with the scope api and the role Reporter. Forks have none.
    - |
      if [ -z "$COMMENT_TOKEN" ]; then exit 0; fi
${indented(said(spelled, '.'), '      ')}      notes="$CI_API_V4_URL/projects/$CI_PROJECT_ID/merge_requests/$CI_MERGE_REQUEST_IID/notes"
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
