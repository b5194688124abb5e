import type { Topic } from './topic.ts';

export const layouts: Topic = {
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
