import { Command } from 'commander';
import type { Context } from '../../context.ts';

const FILE = `
The config file is docs-cli.config.yml (also .yaml, .json, or "docs-cli" in
package.json) in the working folder or above it:

  baseUrl: https://api.developerhub.io/api/v1
  content:                    # one or more folders
    - path: docs              # holds version/documentation/page.md …
    - path: guides/api        # … or is one documentation
      version: v1.0
      documentation: api-guides
      include: ['**/*.md']
      exclude: ['drafts/**']
  references:                 # what docs ref upload sends
    - file: openapi/petstore.yaml
      version: v1.0
  project: 620165719          # a version's id: a key of another project writes nothing
  changelogs:                 # folder below changelogs/: id of the changelog
    whats-new: 77
  translations:               # for docs report --behind
    - { of: docs/v1.0/en, in: [docs/v1.0/de] }
  checks:                     # rules of check and ref check: error, warning, off
    broken-anchor: warning
  publish: false              # publish what a push changes
  besideGithubSync: false     # true: the platform also syncs this repository
  site: https://docs.example.com  # where readers see the pages
  editUrl: https://github.com/example/lapwing/edit/main  # where they are edited
  timeout: 30s                # longest time for one answer
  maxWait: 15m                # longest wait for rate limits in a run
  profiles:                   # --profile staging
    staging: { baseUrl: https://docs.example.com/api/v1, publish: true }

The file never holds an API key: set DOCS_API_KEY or run docs login.

Examples:
  $ docs config
  $ docs config --profile staging --json`;

export const configCommand = (context: Context): Command =>
  new Command('config')
    .summary('show every setting and where it came from')
    .description(
      'Shows every setting and where it came from: flag, environment, profile, config file or default.',
    )
    .addHelpText('after', FILE)
    .action(async () => {
      const { showSettings } = await import('./config.run.ts');
      await showSettings(context);
    });
