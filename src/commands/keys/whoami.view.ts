import type { WhoAmI } from './document.ts';
import type { Source } from '../../config/config.ts';
import type { KeySource } from '../../config/credentials.ts';
import type { Style } from '../../ui/style.ts';

const KEPT: Readonly<Record<KeySource, string>> = {
  environment: 'DOCS_API_KEY',
  system: "the system's key store (docs login)",
  file: 'a local key file (docs login)',
};

/** The address, where the key came from, and a line for each permission. */
export function whoamiView(
  { baseUrl, baseUrlFrom, keyFrom, keyEnd, profile, project, permissions }: WhoAmI,
  style: Style,
): string {
  const rows = permissions.map(({ permission, may, reason }) => [
    permission,
    may === 'yes' ? style.green(may) : may === 'no' ? style.red(may) : style.dim(may),
    reason === null ? '' : style.dim(style.text(reason)),
  ]);
  const head = [
    ['base URL', `${style.text(baseUrl)} ${style.dim(`(${style.text(sourceText(baseUrlFrom))})`)}`],
    ['key', `from ${KEPT[keyFrom]}${keyEnd === null ? '' : style.text(`, ends in ${keyEnd}`)}`],
    ...(profile === null ? [] : [['profile', style.text(profile)]]),
    ['project', style.text(projectText(project))],
  ];
  return `${style.table(head)}\n\n${style.table(rows, { head: ['PERMISSION', 'GRANTED', ''] })}`;
}

/** The platform has no name for a project: its address and its versions tell which one it is. */
function projectText({ site, versions }: WhoAmI['project']): string {
  const names = versions?.map(({ slug, published }) => (published ? `${slug} (published)` : slug));
  const parts = [
    ...(site === null ? [] : [site]),
    ...(names === undefined
      ? []
      : [names.length === 0 ? 'no versions' : `versions: ${someOf(names)}`]),
  ];
  return parts.length === 0 ? 'not known: the platform did not tell' : parts.join(', ');
}

const SHOWN = 6;

const someOf = (names: readonly string[]): string =>
  names.length <= SHOWN
    ? names.join(', ')
    : `${names.slice(0, SHOWN).join(', ')} and ${names.length - SHOWN} more`;

function sourceText(source: Source): string {
  switch (source.kind) {
    case 'flag':
    case 'environment':
      return source.name;
    case 'profile':
      return `profile ${source.name}`;
    case 'file':
      return source.file;
    case 'default':
      return 'the default';
    default:
      return source satisfies never;
  }
}
