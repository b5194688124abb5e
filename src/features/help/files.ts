import type { Topic } from './topic.ts';

export const files: Topic = {
  name: 'files',
  parts: [
    [
      [
        'docs-cli.config.yml',
        'The settings, also as .yaml, .json, or as "docs-cli" in package.json. Looked for in the working folder and above. Commit it. docs init writes it.',
      ],
      [
        'docs-cli.lock.json',
        'What files and platform last had in common, one line per page. Commit it: without it, git and the platform are asked which side is newer. A profile has its own: docs-cli.lock.<profile>.json.',
      ],
      [
        '.docs-cli/',
        'Journal of a run that was cut off, caches, and the texts that pulls and merges replaced. Do not commit it: docs init adds it to .gitignore.',
      ],
    ],
    'The manual is in the folder manual/ of the package. It is a project of its own: docs dev shows it there as a site.',
    'Keys are never in a project. docs login keeps them in the key store of the system, else in keys.json below your own settings folder, readable by you alone.',
  ],
};
