import type { WhoAmI } from '../../documents/keys.ts';
import type { Source } from '../../../config/config.ts';
import type { KeySource } from '../../../config/credentials.ts';
import type { Style } from '../../style.ts';

const KEPT: Readonly<Record<KeySource, string>> = {
  environment: 'DOCS_API_KEY',
  system: "the system's key store (docs login)",
  file: 'a local key file (docs login)',
};

/** The address, where the key came from, and a line for each permission. */
export function whoamiView(
  { baseUrl, baseUrlFrom, keyFrom, profile, permissions }: WhoAmI,
  style: Style,
): string {
  const rows = permissions.map(({ permission, may, reason }) => [
    permission,
    may === 'yes' ? style.green(may) : may === 'no' ? style.red(may) : style.dim(may),
    reason === null ? '' : style.dim(style.text(reason)),
  ]);
  const head = [
    ['base URL', `${style.text(baseUrl)} ${style.dim(`(${style.text(sourceText(baseUrlFrom))})`)}`],
    ['key', `from ${KEPT[keyFrom]}`],
    ...(profile === null ? [] : [['profile', style.text(profile)]]),
  ];
  return `${style.table(head)}\n\n${style.table(rows, { head: ['PERMISSION', 'GRANTED', ''] })}`;
}

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
