import type { Topic } from './topic.ts';

export const environment: Topic = {
  name: 'environment',
  parts: [
    'Flags override the environment, and the environment overrides the configuration file. docs config shows what applies and where it came from.',
    [
      ['DOCS_API_KEY', 'The API key. Without it, the one that docs login keeps.'],
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
      ['NO_PROXY', 'Hosts that are reached without it, separated by commas.'],
      [
        'NODE_EXTRA_CA_CERTS',
        'File with the certificates of authorities that only your organisation knows.',
      ],
      ['NO_COLOR', 'If set, the output has no colours.'],
      ['FORCE_COLOR', 'If set, the output has colours in pipes, too. 0 turns them off.'],
      ['PAGER', 'Program that shows long texts on a terminal. If empty, none does.'],
      [
        'LESS',
        'Options for less. If not set, less keeps colours, and ends at once if everything fits on one screen.',
      ],
      ['CI', 'If set, docs asks no questions.'],
      ['GITHUB_ACTIONS', 'If true, errors mark their lines in the pull request.'],
      ['GITHUB_STEP_SUMMARY', 'File that gets the summary of the job.'],
      ['GITHUB_OUTPUT', 'File that gets counts and paths for later steps of the job.'],
      [
        'GITHUB_WORKSPACE',
        'Folder at which the paths of files in annotations and the summary begin.',
      ],
      [
        'GITHUB_SERVER_URL, GITHUB_REPOSITORY, GITHUB_SHA',
        'Where the summary of a push links its files.',
      ],
      [
        'XDG_CONFIG_HOME, XDG_CACHE_HOME',
        'Where keys and caches are kept on Linux. APPDATA and LOCALAPPDATA on Windows.',
      ],
      ['NODE_DISABLE_COMPILE_CACHE', 'If 1, compiled code is not kept between runs.'],
    ],
  ],
};
