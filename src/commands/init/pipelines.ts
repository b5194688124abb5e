/** Parts of the text that the pipelines of `docs init --ci` share. Pure. */
import { posix } from 'node:path';
import { DEFAULT_BASE_URL } from '../../model/address.ts';
import { variableOf } from '../../config/credentials.ts';
import { inShell } from '../../model/text/shell.ts';
import { fetchingWords } from '../../system/git/history.ts';
import type { ReleaseSource } from './release-source.ts';
import { scalar } from './templates.ts';

/** A configuration. Its paths are relative to the top of the repository. */
export interface PipelineProject {
  readonly config: string;
  readonly content: readonly string[];
  readonly references: readonly {
    readonly file: string;
    readonly generated?: boolean | undefined;
  }[];
  /** Whether a push publishes what it changes. */
  readonly publish: boolean;
  /** Null for the default address, which a pipeline need not name. */
  readonly baseUrl: string | null;
}

export interface PipelineSetup {
  /** The branch whose merges are pushed. */
  readonly branch: string;
  /** Each has a job of its own. */
  readonly projects: readonly [PipelineProject, ...PipelineProject[]];
  readonly source: ReleaseSource;
  /** Whether a job writes the review as a comment. */
  readonly comment: boolean;
}

/** One release, verified by its digest. The commands fail until somebody fills in which one. */
const FROM_TARBALL = [
  'if [ -z "$DOCS_TARBALL" ] || [ -z "$DOCS_SHA256" ]; then',
  '  echo "Fill in DOCS_TARBALL and DOCS_SHA256 above: the release page of docs has both." >&2',
  '  exit 1',
  'fi',
  'folder=$(mktemp -d)',
  'curl --fail --silent --show-error --location --output "$folder/docs.tgz" "$DOCS_TARBALL"',
  'echo "$DOCS_SHA256  $folder/docs.tgz" | sha256sum --check --quiet -',
  'npm install --global --ignore-scripts --no-audit --no-fund "$folder/docs.tgz"',
];

/** The commands that install the tool in a pipeline. */
export const installing = ({ source }: PipelineSetup): readonly string[] =>
  source.kind === 'package'
    ? [`npm install --global --ignore-scripts --no-audit --no-fund ${source.spec}`]
    : FROM_TARBALL;

/** Where a build keeps the former definitions: below the folder that git ignores. */
const BEFORE = '.docs-cli/before';
/** The file that identifies the content that was planned last. */
export const PLANNED = '.docs-cli/planned';

export const indented = (lines: readonly string[], indent: string): string =>
  lines.map((line) => `${indent}${line}\n`).join('');

const addressesOf = ({ projects }: PipelineSetup): ReadonlySet<string | null> =>
  new Set(projects.map(({ baseUrl }) => baseUrl));

const BLANKS = [
  '# Both are on the release page of docs: the address of the tarball, and its SHA-256.',
  "DOCS_TARBALL: ''",
  "DOCS_SHA256: ''",
];

/** The variables for values from a person or the configuration, as lines without indentation. */
export function variables(setup: PipelineSetup): readonly string[] {
  const [address = null, another] = addressesOf(setup);
  return [
    ...(setup.source.kind === 'tarball' ? BLANKS : []),
    ...(address === null || another !== undefined
      ? []
      : [
          '# As in the configuration: a key is sent to another address than the default one only if the pipeline names it.',
          `DOCS_BASE_URL: ${scalar(address)}`,
        ]),
  ];
}

/** The definitions that are in git. Those that a build generates are left out. */
const committed = ({ references }: PipelineProject): readonly string[] =>
  references.flatMap(({ file, generated }) => (generated === true ? [] : [file]));

export const generatedIn = ({ projects }: PipelineSetup): readonly string[] =>
  projects.flatMap(({ references }) =>
    references.flatMap(({ file, generated }) => (generated === true ? [file] : [])),
  );

const words = (paths: readonly string[]): string => paths.map(inShell).join(' ');

/** Every path of the folder that a pipeline names. */
export const pathsIn = ({ projects }: PipelineSetup): readonly string[] =>
  projects.flatMap(({ config, content, references }) => [
    config,
    ...content,
    ...references.map(({ file }) => file),
  ]);

/** The paths that need quotes in a shell, which a matrix does not add. */
export const oddPathsIn = (setup: PipelineSetup): readonly string[] =>
  pathsIn(setup).filter((path) => inShell(path) !== path);

/** The values for one job of a matrix. */
export interface MatrixEntry {
  readonly name: string;
  readonly config: string;
  /** The files that a plan depends on. */
  readonly content: string;
  readonly definitions: string;
  /** The name of the secret. */
  readonly key: string;
  /** Null if it is the same for all. */
  readonly address: string | null;
}

/**
 * An entry for each configuration, named by the last part of its folder, or by all parts if two
 * have the same last part.
 */
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
      // Generated definitions do not exist at the start of the branch, so they are not compared.
      definitions: words(references.map(({ file }) => file)),
      key: folder === '.' ? 'DOCS_API_KEY' : variableOf(name),
      address: addressesOf(setup).size > 1 ? (baseUrl ?? DEFAULT_BASE_URL) : null,
    };
  });
}

const NAMES = ['name', 'config', 'content', 'definitions', 'key', 'address'] as const;

/** The matrix as YAML. Empty if there is one configuration. */
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

/**
 * The spelling of values that differ between configurations: literal if there is one configuration,
 * else a variable of the matrix.
 */
export interface Spelling {
  readonly isMatrix: boolean;
  /** The options after each command of docs. */
  readonly config: string;
  /** The files that a plan depends on. */
  readonly content: string;
  /** Commands that fetch old texts, which a partial clone lacks. */
  readonly fetchTexts: readonly string[];
  /** Empty if no configuration has any. */
  readonly definitions: string;
  readonly hasReferences: boolean;
  /** The first line of the comment, in a shell. */
  readonly mark: string;
}

/** @param value returns a value of the matrix, in the notation of the forge */
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

/**
 * Commands that compare the definitions with those at the start of the branch. They need no key.
 */
export const comparedWithBase = (
  { config, definitions }: Spelling,
  base: string,
): readonly string[] => [
  `git worktree add --force --detach ${BEFORE} ${base}`,
  `for file in ${definitions}; do`,
  `  if [ -f "${BEFORE}/$file" ]; then docs ref diff "$file" --against "${BEFORE}/$file" --fail-on breaking${config}; else echo "$file was not compared: it was not there before"; fi`,
  'done',
];

export const BUILD = (file: string): string =>
  `# ${file} is generated: put the step that builds it in the place of this line.`;

/**
 * Commands that write the changes for readers as a comment: broken links first, then words. Both
 * files are empty if nothing changed.
 */
export const review = ({ config }: Spelling, base: string, folder: string): readonly string[] => [
  `docs check --changed=${base} --format markdown${config} > ${folder}/check.md || true`,
  `docs review --against ${base} --out ${folder}/review.html --format markdown${config} > ${folder}/review.md`,
];

/**
 * Commands that write the comment to `comment.md`. The file is empty if there is nothing to report.
 */
export const said = ({ mark }: Spelling, folder: string): readonly string[] => [
  `mark=${mark}`,
  `if [ -s ${folder}/check.md ] || [ -s ${folder}/review.md ]; then`,
  `  { echo "$mark"; cat ${folder}/check.md; echo; cat ${folder}/review.md; } > ${folder}/comment.md`,
  'else',
  `  : > ${folder}/comment.md`,
  'fi',
];
