/** The files that `docs init` writes, as text. Pure. */
import { printSettings } from '../../content/settings/printed-yaml.ts';
import type { Version } from '../../model/resources.ts';
import type { ContentChoice, ContentPlace, ReferenceFound } from './document.ts';

export interface Setup {
  /** The address at which editors find the schema of the config file. */
  readonly schema: string;
  /** `null` for the default, which is not written. */
  readonly baseUrl: string | null;
  /** A version of the project. `null` if no request was sent, or the platform is a trial. */
  readonly project: Pick<Version, 'id' | 'slug'> | null;
  readonly content: readonly ContentChoice[];
  readonly references: readonly ReferenceFound[];
  readonly publish: boolean;
  /** Whether the platform itself syncs, or may sync, the repository. */
  readonly isSynced: boolean;
}

/** `docs-cli.config.yml`. */
export function configText(setup: Setup): string {
  const { schema, baseUrl, project, content, references, publish, isSynced } = setup;
  const address =
    baseUrl === null
      ? '# The platform is the default one; `baseUrl:` names another one. DOCS_BASE_URL and --base-url override it.'
      : `# DOCS_BASE_URL and --base-url override it.\nbaseUrl: ${scalar(baseUrl)}`;
  return `# yaml-language-server: $schema=${schema}
# Settings of docs (docs-cli); \`docs config\` shows what applies and where it came from.
# An API key is never in here: set DOCS_API_KEY or run \`docs login\`.
${address}
${project === null ? '' : projectText(project)}
# Folders of pages, relative to this file. Each is one documentation or, if none is named here,
# has paths that name it: version/documentation/page.md
${contentLines(content).join('\n')}
${referencesText(references)}
# Whether a push publishes what it changes. --publish and --no-publish override it.
publish: ${publish}
${isSynced ? BESIDE_SYNC : ''}`;
}

/** The id of a version identifies its project; names and addresses do not. */
const projectText = ({ id, slug }: Pick<Version, 'id' | 'slug'>): string =>
  `# The project, by its version ${slug}: with a key of another project, nothing is written.\nproject: ${id}\n`;

/** A comment in the settings. The line is not active, because only a person can decide that. */
const BESIDE_SYNC = `
# The platform's own GitHub Sync seems to write to this repository, too. If you want both, this turns off the note in each push.
# besideGithubSync: true
`;

/** The setting `content`. */
export const contentLines = (content: readonly ContentChoice[]): readonly string[] => [
  'content:',
  ...content.map(({ path, place }) =>
    place === null
      ? `  - path: ${scalar(path)}`
      : `  - { path: ${scalar(path)}, version: ${scalar(place.version)}, documentation: ${scalar(place.documentation)} }`,
  ),
];

/** The list of definitions; empty if there are none. */
function referencesText(references: readonly ReferenceFound[]): string {
  if (references.length === 0) return '';
  const items = references.map(
    ({ file, version }) => `  - file: ${scalar(file)}\n    version: ${scalar(version)}\n`,
  );
  return `
# OpenAPI definitions, each with the version whose reference it is: docs ref check, docs ref upload.
references:
${items.join('')}`;
}

/**
 * The text without quotes if YAML parses it as the same text, else quoted as in JSON, which YAML
 * accepts.
 */
export const scalar = (text: string): string =>
  /^[A-Za-z][A-Za-z0-9_./-]*$/.test(text) && !/^(?:true|false|null|yes|no|on|off|y|n)$/i.test(text)
    ? text
    : JSON.stringify(text);

/** `.gitignore` with a line for the folder of the tool; `null` if it has one. */
export function withIgnored(text: string): string | null {
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  if (lines.some((line) => /^\/?\.docs-cli(?:\/.*)?$/.test(line))) return null;
  const before = text === '' || text.endsWith('\n') ? text : `${text}\n`;
  return `${before}# Log and caches of docs (docs-cli). Commit the lock file next to the config.\n.docs-cli/\n`;
}

/**
 * The files for a first page that explains how to continue, in `folder`; with version and
 * documentation unless the configuration names them (`isMapped`). Texts by file; the page is last.
 */
export function firstPage(
  folder: string,
  { version, documentation }: ContentPlace,
  isMapped: boolean,
): ReadonlyMap<string, string> {
  if (isMapped) return new Map([[`${folder}/welcome.md`, WELCOME]]);
  const inside = `${folder}/${version}/${documentation}`;
  const title = documentation.replaceAll(/[-_]+/g, ' ');
  const upper = title.charAt(0).toUpperCase() + title.slice(1);
  return new Map([
    [`${folder}/${version}/_settings.yaml`, printSettings({ name: version })],
    [`${inside}/_settings.yaml`, printSettings({ title: upper })],
    [`${inside}/_nav.yaml`, 'items:\n  - welcome\n'],
    [`${inside}/welcome.md`, WELCOME],
  ]);
}

const WELCOME = `---
type: page
title: Welcome
listed: true
---

This is the first page. \`docs dev\` shows it in a browser, and shows each change as it is saved.

{% callout title="Where it goes" %}
Folders name the version and the documentation. The name of the file is the end of the page's address.
{% /callout %}
`;
