/** What the pipelines that `docs init --ci` writes have in common, as text. Pure. */
import { posix } from 'node:path';
import { DEFAULT_BASE_URL } from '../../config/config.ts';
import { variableOf } from '../../config/credentials.ts';
import { fetchingWords, inShell } from '../../system/git/history.ts';
import { scalar } from './templates.ts';

/** A configuration. Its paths are relative to the top of the repository. */
export interface PipelineProject {
  readonly config: string;
  readonly content: readonly string[];
  readonly references: readonly {
    readonly file: string;
    readonly generated?: boolean | undefined;
  }[];
  /** Null: the default address, which a pipeline does not have to name. */
  readonly baseUrl: string | null;
}

export interface PipelineSetup {
  /** The branch whose merges are pushed. */
  readonly branch: string;
  /** Each has a job of its own. */
  readonly projects: readonly [PipelineProject, ...PipelineProject[]];
  /** Whether a job writes the review as a comment. */
  readonly comment: boolean;
}

/** What installs the tool in a pipeline: one release, known by its digest. Stops while nobody has said which. */
export const INSTALL = [
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
export const PLANNED = '.docs-cli/planned';

export const indented = (lines: readonly string[], indent: string): string =>
  lines.map((line) => `${indent}${line}\n`).join('');

const addressesOf = ({ projects }: PipelineSetup): ReadonlySet<string | null> =>
  new Set(projects.map(({ baseUrl }) => baseUrl));

/** The variables that a person or the configuration gives; lines without indentation. */
export function variables(setup: PipelineSetup): readonly string[] {
  const [address = null, another] = addressesOf(setup);
  return [
    '# Both are on the release page of docs: the address of the tarball, and its SHA-256.',
    "DOCS_TARBALL: ''",
    "DOCS_SHA256: ''",
    ...(address === null || another !== undefined
      ? []
      : [
          '# As in the configuration: a key is sent to another address than the default one only if the pipeline names it.',
          `DOCS_BASE_URL: ${scalar(address)}`,
        ]),
  ];
}

/** What git has of the definitions; a build makes the others. */
const committed = ({ references }: PipelineProject): readonly string[] =>
  references.flatMap(({ file, generated }) => (generated === true ? [] : [file]));

export const generatedIn = ({ projects }: PipelineSetup): readonly string[] =>
  projects.flatMap(({ references }) =>
    references.flatMap(({ file, generated }) => (generated === true ? [file] : [])),
  );

const words = (paths: readonly string[]): string => paths.map(inShell).join(' ');

/** The paths that a shell would not take as they are: what a matrix gives is not quoted. */
export const oddPathsIn = ({ projects }: PipelineSetup): readonly string[] =>
  projects
    .flatMap(({ config, content, references }) => [
      config,
      ...content,
      ...references.map(({ file }) => file),
    ])
    .filter((path) => inShell(path) !== path);

/** What one job of a matrix is given. */
export interface MatrixEntry {
  readonly name: string;
  readonly config: string;
  /** What a plan depends on. */
  readonly content: string;
  readonly definitions: string;
  /** The name of the secret. */
  readonly key: string;
  /** Null: it is the same for all. */
  readonly address: string | null;
}

/** Each configuration by the last part of its folder, or by all parts where two have the same. */
export function matrixOf(setup: PipelineSetup): readonly MatrixEntry[] {
  const { projects } = setup;
  const folders = projects.map(({ config }) => posix.dirname(config));
  const last = new Set(folders.map((folder) => posix.basename(folder)));
  const isShort = last.size === folders.length;
  return projects.map(({ config, content, references, baseUrl }, at) => {
    const folder = folders[at] ?? '.';
    const name =
      folder === '.'
        ? 'top'
        : (isShort ? posix.basename(folder) : folder).replaceAll(/[^A-Za-z\d]+/g, '-');
    return {
      name,
      config,
      content: words([...content, config]),
      // Those that a build makes are not where the branch began, and then not compared.
      definitions: words(references.map(({ file }) => file)),
      key: folder === '.' ? 'DOCS_API_KEY' : variableOf(name),
      address: addressesOf(setup).size > 1 ? (baseUrl ?? DEFAULT_BASE_URL) : null,
    };
  });
}

const NAMES = ['name', 'config', 'content', 'definitions', 'key', 'address'] as const;

/** The matrix as YAML; none if there is one configuration. */
export function matrixLines(
  setup: PipelineSetup,
  nameOf: (name: keyof MatrixEntry) => string,
  names: readonly (keyof MatrixEntry)[] = NAMES,
): readonly string[] {
  if (setup.projects.length === 1) return [];
  const entries = matrixOf(setup);
  const isUsed = (name: keyof MatrixEntry): boolean => entries.some((each) => each[name]);
  return entries.flatMap((entry) =>
    names
      .filter(isUsed)
      .map((name, at) => `${at === 0 ? '- ' : '  '}${nameOf(name)}: ${scalar(entry[name] ?? '')}`),
  );
}

/** How jobs write what differs between configurations: as it is if there is one, else as their matrix gives it. */
export interface Spelling {
  readonly isMatrix: boolean;
  /** Stands behind each command of docs. */
  readonly config: string;
  /** What a plan depends on. */
  readonly content: string;
  /** A partial clone has no old texts. */
  readonly fetchTexts: readonly string[];
  /** Empty: no configuration has any. */
  readonly definitions: string;
  readonly hasReferences: boolean;
  /** The first line of the comment, in a shell. */
  readonly mark: string;
}

/** @param value what a matrix gives, in the notation of the forge */
export function spelling(
  { projects }: PipelineSetup,
  value: (name: keyof MatrixEntry) => string,
): Spelling {
  const [only, another] = projects;
  const isMatrix = another !== undefined;
  const content = isMatrix ? value('content') : words(only.content);
  const hasReferences = projects.some(({ references }) => references.length > 0);
  const marked = isMatrix ? value('config') : only.config.replaceAll(/[^\w./ -]|--/g, '');
  return {
    isMatrix,
    config: isMatrix ? ` --config ${value('config')}` : '',
    content: isMatrix ? content : words([...only.content, only.config]),
    fetchTexts: [
      '# A partial clone lacks the old texts of the pages, which tell an earlier push from an edit.',
      `if git config remote.origin.promisor > /dev/null; then ${fetchingWords(content)}; fi`,
    ],
    definitions: !isMatrix ? words(committed(only)) : hasReferences ? value('definitions') : '',
    hasReferences,
    mark: `"<!-- docs review ${marked} -->"`,
  };
}

/** Compares the definitions with those where the branch began: this needs no key. */
export const comparedWithBase = (
  { config, definitions }: Spelling,
  base: string,
): readonly string[] => [
  `git worktree add --force --detach ${BEFORE} ${base}`,
  `for file in ${definitions}; do`,
  `  if [ -f "${BEFORE}/$file" ]; then docs ref diff "$file" --against "${BEFORE}/$file" --fail-on breaking${config}; fi`,
  'done',
];

export const BUILD = (file: string): string =>
  `# ${file} is generated: put the step that builds it in the place of this line.`;

/** What readers get, as a comment: broken links first, then words. Both files are empty if nothing changed. */
export const review = ({ config }: Spelling, base: string, folder: string): readonly string[] => [
  `docs check --changed=${base} --format markdown${config} > ${folder}/check.md || true`,
  `docs review --against ${base} --out ${folder}/review.html --format markdown${config} > ${folder}/review.md`,
];

/** Writes what is to be said into `comment.md`; it is empty if nothing is. */
export const said = ({ mark }: Spelling, folder: string): readonly string[] => [
  `mark=${mark}`,
  `if [ -s ${folder}/check.md ] || [ -s ${folder}/review.md ]; then`,
  `  { echo "$mark"; cat ${folder}/check.md; echo; cat ${folder}/review.md; } > ${folder}/comment.md`,
  'else',
  `  : > ${folder}/comment.md`,
  'fi',
];
