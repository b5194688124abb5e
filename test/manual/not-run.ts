/** Commands of the manual that no test runs, each with the reason. Every line of a fence `sh` or `powershell` is one of these. */
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
