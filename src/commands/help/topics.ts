import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { lockFileOf } from '../../model/project.ts';
import type { Context } from '../../context.ts';
import { wrap } from '../../ui/width.ts';

/** A help page that is not about a single command. */
export interface Topic {
  readonly name: string;
  readonly parts: readonly HelpPart[];
}

/** What each exit code means. */
export const EXIT_CODES: readonly (readonly [code: string, meaning: string])[] = [
  ['0', 'Done. Also: there was nothing to do.'],
  [
    '1',
    'The command failed, the platform does not have what was named, or the question was answered with no or Ctrl-D. docs check and docs ref check found errors.',
  ],
  [
    '2',
    'The command line or the configuration is wrong, or names what this machine does not have: a file, a rule, a profile, a commit. Also: a question could not be asked, and --yes was not given.',
  ],
  ['3', '--check found something to create, update, publish, delete or pull.'],
  ['4', 'The API key is missing, invalid or lacks a permission.'],
  ['5', 'A conflict, or a plan that looks like an accident. Nothing was written.'],
  ['6', 'Waiting for the rate limits would take longer than --max-wait allows.'],
  ['7', 'Some items failed, were skipped or have no place. The others are done.'],
  ['8', 'The platform could not be reached, or is not available (502, 503, 504).'],
  ['130', 'It was interrupted. Commands that run until Ctrl-C, such as docs dev, end with 0.'],
];

const exitCodes: Topic = {
  name: 'exit-codes',
  parts: [
    'A command ends with one of these numbers. Scripts may rely on them.',
    EXIT_CODES,
    'With --json, nobody is asked, and stderr has nothing, or the error as one document. It has the code in words, which say more than the number. --verbose adds the messages for people.',
  ],
};

const files: Topic = {
  name: 'files',
  parts: [
    [
      [
        'docs-cli.config.yml',
        'The settings, also as .yaml, .json, or as "docs-cli" in package.json. Looked for in the working folder and above. Commit it. docs init writes it.',
      ],
      [
        lockFileOf(null),
        `What files and platform last had in common, one line per page. Commit it: without it, git and the platform are asked which side is newer. A profile has its own: ${lockFileOf('<profile>')}.`,
      ],
      [
        'docs-cli.baseline.txt',
        'Findings of docs check that are known and accepted, only if you keep such a list: docs check --write-baseline. Commit it.',
      ],
      [
        'docs-cli.accepted.yml',
        'Changes of API definitions that break clients and are accepted, each with its reason: docs ref accept. Commit it.',
      ],
      [
        '.docs-cli/',
        'Log of an interrupted run, the mark of a move, caches, and the texts that pulls and merges replaced. Do not commit it: docs init adds it to .gitignore.',
      ],
    ],
    'The manual is in the folder manual/ of the package. It is a project itself: docs dev shows it there as a site.',
    'Keys are never stored in a project. docs login stores them in the key store of the system, or else in keys.json in your settings folder, which only you can read.',
  ],
};

const layouts: Topic = {
  name: 'layouts',
  parts: [
    'A page has a place on the platform: version, documentation and slug, as in /v1.0/guide/install. Its file tells which, in one of these layouts. The files in a folder decide which layout it has.',
    [
      [
        'repository',
        'v1.0/guide/install.md: the folders are version and documentation, the name of the file is the slug. _settings.yaml and _nav.yaml hold titles and the order. The platform syncs repositories in this layout.',
      ],
      ['early', 'The same folders with settings.yaml, and slugs in headers.'],
      [
        'plain',
        'A folder that is one documentation: "version" and "documentation" next to its path in the configuration name it. Folders in it make subpages.',
      ],
    ],
    'At the top of a content folder, changelogs/, refs/, assets/ and all names that begin with _ are reserved: they are never versions.',
    'An export of the platform, Version/Documentation/1 Title.md, has names instead of slugs. docs import converts it once.',
    'docs init finds the folder and shows one page with its place. docs check lists files that have none.',
  ],
};

const environment: Topic = {
  name: 'environment',
  parts: [
    'Flags override the environment, and the environment overrides the configuration file. docs config shows what applies and where it came from.',
    [
      ['DOCS_API_KEY', 'The API key. If not set, the one that docs login stored is used.'],
      [
        'DOCS_API_KEY_<PROFILE>',
        'The same for one profile, in capitals, with underscores for other signs. It comes first.',
      ],
      ['DOCS_BASE_URL', 'Address of the platform, as --base-url.'],
      [
        'DOCS_PLATFORM_DATABASE',
        'Database of docs platform, as its --database. May hold a password.',
      ],
      ['DOCS_PROFILE', 'Profile of the configuration file, as --profile.'],
    ],
    'Variables that other programs use as well:',
    [
      ['HTTPS_PROXY, HTTP_PROXY', 'Proxy for requests. The names may be in lower case.'],
      ['NO_PROXY', 'Hosts that are reached without a proxy, separated by commas.'],
      ['NODE_EXTRA_CA_CERTS', "File with the certificates of your organisation's own authorities."],
      ['NO_COLOR', 'If set, output has no colours.'],
      ['FORCE_COLOR', 'If set, output has colours in pipes, too. 0 turns them off.'],
      ['PAGER', 'Program that shows long texts on a terminal. If empty, none is used.'],
      [
        'LESS',
        'Options for less. If not set, less keeps colours and exits if everything fits on one screen.',
      ],
      ['CI', 'If set, and not to false or 0, docs asks no questions.'],
      ['GITHUB_ACTIONS', 'If true, errors mark their lines in the pull request.'],
      ['GITHUB_STEP_SUMMARY', 'File that receives the summary of the job.'],
      ['GITHUB_OUTPUT', 'File that receives counts and paths for later steps of the job.'],
      [
        'GITHUB_WORKSPACE',
        'Folder that file paths in annotations and the summary are relative to.',
      ],
      [
        'GITHUB_SERVER_URL, GITHUB_REPOSITORY, GITHUB_SHA',
        'Used by the summary of a push to link to files.',
      ],
      [
        'XDG_CONFIG_HOME, XDG_CACHE_HOME',
        'Where keys and caches are kept on Linux. On Windows: APPDATA and LOCALAPPDATA.',
      ],
      ['NODE_DISABLE_COMPILE_CACHE', 'If 1, compiled code is not kept between runs.'],
    ],
  ],
};

export const TOPICS: readonly Topic[] = [environment, exitCodes, files, layouts];

/** The topic that is a file of the package, so that agents can also load it themselves. */
const AGENTS = 'agents';

/** Prints a help topic. An unknown name cannot occur, because the command tree lists the names. */
export async function showTopic({ host, ui }: Context, name: string): Promise<void> {
  if (name === AGENTS) {
    const skill = await readFile(join(host.packageFolder, 'skills/docs/SKILL.md'), 'utf8');
    return ui.raw(skill.replace(/^---\n[^]*?\n---\n+/, ''), { long: true });
  }
  const topic = TOPICS.find((each) => each.name === name);
  const width = Math.min(host.stdout.columns ?? 80, 100);
  if (topic) await ui.raw(`${helpText(topic.parts, width)}\n`, { long: true });
}

/** A part of a help page: a paragraph, or a list of terms with their meanings. */
export type HelpPart = string | readonly (readonly [term: string, meaning: string])[];

const INDENT = 2;
/** Terms shorter than this have their meaning on the same line. */
const TERM_WIDTH = 22;

/** A help page in lines of at most `width` columns. Pure. */
export const helpText = (parts: readonly HelpPart[], width: number): string =>
  parts
    .map((part) => (typeof part === 'string' ? lines(part, width, 0) : list(part, width)))
    .join('\n\n');

const lines = (text: string, width: number, indent: number): string =>
  wrap(text.split(' '), width, indent).join('\n');

function list(items: Exclude<HelpPart, string>, width: number): string {
  const longest = Math.max(...items.map(([term]) => term.length));
  const isBeside = longest <= TERM_WIDTH && width >= 60;
  return items
    .map(([term, meaning]) => {
      const head = ' '.repeat(INDENT) + term;
      if (!isBeside) return `${head}\n${lines(meaning, width, INDENT + 4)}`;
      const column = INDENT + longest + 2;
      return head.padEnd(column) + lines(meaning, width, column).trimStart();
    })
    .join('\n');
}
