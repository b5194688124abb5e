import { lockFileOf } from '../../model/project.ts';
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
        lockFileOf(null),
        `What files and platform last had in common, one line per page. Commit it: without it, git and the platform are asked which side is newer. A profile has its own: ${lockFileOf('<profile>')}.`,
      ],
      [
        '.docs-cli/',
        'Log of an interrupted run, caches, and the texts that pulls and merges replaced. Do not commit it: docs init adds it to .gitignore.',
      ],
    ],
    'The manual is in the folder manual/ of the package. It is a project itself: docs dev shows it there as a site.',
    'Keys are never stored in a project. docs login stores them in the key store of the system, or else in keys.json in your settings folder, which only you can read.',
  ],
};
