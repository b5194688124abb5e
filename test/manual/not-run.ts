/** The manual's commands that no test runs, with reasons. All of `sh` and `powershell` are here. */
export const NOT_RUN: readonly (readonly [command: RegExp, reason: string])[] = [
  [/^npm (install|uninstall) --global /, 'it installs for the whole machine'],
  [/^npx --package /, 'it installs'],
  [/^\$env:[A-Z_]+ = '/, 'there is no PowerShell where the tests run'],
  [/^Get-FileHash |^shasum -a 256 /, 'there is no tarball of a release where the tests run'],
  [
    /^export DOCS_PLATFORM_DATABASE=|^docs platform start --port 4000$/,
    'it needs a PostgreSQL server (test/commands/platform-database)',
  ],
  [/^docker compose /, 'there is no Docker where the tests run (test/manual/several-instances)'],
  [/^echo 'eval /, 'it changes the settings of a shell'],
];
