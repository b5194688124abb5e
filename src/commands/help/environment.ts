import type { Topic } from './topic.ts';

export const environment: Topic = {
  name: 'environment',
  parts: [
    'Flags override the environment, and the environment overrides the configuration file. docs config shows what applies and where it came from.',
    [
      ['DOCS_API_KEY', 'The API key. If not set, the one that docs login stored is used.'],
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
      ['CI', 'If set, docs asks no questions.'],
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
