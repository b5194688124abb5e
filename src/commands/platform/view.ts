import { count, grouped } from '../../model/text/sentences.ts';
import type {
  CopiedPlatform,
  ListedPlatformKeys,
  PublishedDocumentations,
  RevokedPlatformKey,
  StartedPlatform,
} from './document.ts';
import type { Style } from '../../ui/style.ts';
import type { View } from '../../ui/ui.ts';
import { tableWidth } from '../../ui/table.ts';
import { sinceView } from '../../ui/when.ts';
import { wrap, wrapLines } from '../../ui/width.ts';

/** The contents that a start loaded. */
export interface PlatformContents {
  readonly versions: number;
  readonly documentations: number;
  readonly references: number;
  /** `null` if there are none, because the pages of a folder are pushed. */
  readonly pages: number | null;
}

interface Setup {
  /** The folder or the database; `null` if the project is in memory. */
  readonly kept: string | null;
  /** The contents that `--from` loaded; `null` without `--from`. */
  readonly from: PlatformContents | null;
  /** Shows how to set variables in PowerShell. */
  readonly isWindows: boolean;
}

/** The platform's address, its contents and what to type next. */
export const platformView =
  ({ kept: place, from, isWindows }: Setup): View<StartedPlatform> =>
  ({ baseUrl, siteUrl, metricsUrl, apiKey, changelogs }, style: Style) => {
    const variable = (name: string, value: string): string =>
      isWindows ? `  $env:${name} = '${value}'` : `  export ${name}=${value}`;
    const kept =
      place === null
        ? 'In memory: everything is lost when it stops'
        : `Kept in ${style.text(place)}`;
    const head = [
      `${style.bold('The platform runs at')} ${style.green(baseUrl)}`,
      ...(siteUrl === undefined
        ? []
        : [
            `${style.bold('Readers find its pages at')} ${style.green(siteUrl)}`,
            style.dim(
              'Everybody on this machine can read what is published: no invitation is needed',
            ),
          ]),
      ...(metricsUrl === undefined
        ? []
        : [`${style.bold('Prometheus finds its metrics at')} ${style.green(metricsUrl)}`]),
      ...(from === null ? [] : [style.dim(contentsText(from))]),
      style.dim(kept),
      style.dim(
        `Changelogs: ${changelogs.map(({ id, path }) => `${id} (${style.text(path)})`).join(', ')}`,
      ),
      ...(from !== null && from.versions === 0 ? ['', ...NO_PLACE] : []),
    ];
    // Lines to copy stay as they are.
    return [
      wrapLines(head.join('\n'), style.width),
      '',
      'In another terminal, in a folder of pages:',
      '',
      variable('DOCS_BASE_URL', baseUrl),
      ...(apiKey === null ? [] : [variable('DOCS_API_KEY', style.text(apiKey))]),
      '  docs push',
      '',
      ...(apiKey === null ? [wrapLines(OTHER_KEY, style.width), ''] : []),
      style.dim('Ctrl-C stops it.'),
    ].join('\n');
  };

/** A key is shown once and not stored. */
const OTHER_KEY =
  'with one of its keys as DOCS_API_KEY. docs platform key create --database … creates another.';

/** Pages of a plain folder cannot be pushed until the settings say where they belong. */
const NO_PLACE = [
  'No version or documentation was found in the folder. If its paths are not version/documentation/page.md, say where its pages belong, and start again:',
  '',
  '  docs init --in v1.0/guide',
];

const contentsText = ({
  versions,
  documentations,
  references,
  pages,
}: PlatformContents): string => {
  const seeded = [
    count(versions, 'version'),
    count(documentations, 'documentation'),
    count(references, 'reference'),
  ];
  return pages === null
    ? `${seeded.join(', ')}; docs push adds the pages`
    : [...seeded, count(pages, 'page')].join(', ');
};

/** What a key may do takes as many lines as it needs; columns that say the same of all are left out. */
export const platformKeysView =
  (exact: boolean): View<ListedPlatformKeys> =>
  (keys, style) => {
    const hasUsers = keys.some(({ user }) => user !== null);
    const hasVersions = keys.some(({ versions }) => versions !== null);
    const head = [...(hasVersions ? ['IN'] : []), ...(hasUsers ? ['USER'] : []), 'CREATED'];
    const rows = keys.map(({ id, name, permissions, versions, user, created }) => {
      const where = versions === null ? 'all versions' : style.text(versions.join(', '));
      return {
        before: [String(id), style.text(name)],
        may: (permissions?.join(', ') ?? 'everything').split(' ').map(style.text),
        after: [
          ...(hasVersions ? [where] : []),
          ...(hasUsers ? [style.text(user ?? '')] : []),
          sinceView(style, created, exact),
        ],
      };
    });
    const taken = tableWidth([
      ['ID', 'KEY', ...head],
      ...rows.map(({ before, after }) => [...before, ...after]),
    ]);
    const lines: string[][] = [];
    for (const { before, may, after } of rows) {
      const [first = '', ...more] = wrap(may, style.width - taken, 0);
      lines.push([...before, first, ...after]);
      for (const line of more) lines.push(['', '', line]);
    }
    return style.table(lines, { head: ['ID', 'KEY', 'MAY', ...head], whole: true });
  };

export const revokedKeyView: View<RevokedPlatformKey> = ({ id, name, revoked }, style) => {
  const key = `The key "${style.text(name)}"`;
  return revoked ? `${style.green('✔')} ${key} is revoked.` : `${key} (${id}) would be revoked.`;
};

/** One line for each documentation. */
export const publishedDocumentationsView: View<PublishedDocumentations> = (
  { documentations },
  style,
) =>
  documentations
    .map(({ version, documentation, published, changed }) => {
      const place = style.text(`${version}/${documentation}`);
      const state = published ? 'published' : 'hidden from readers';
      return changed
        ? `${style.green('✔')} ${place} is ${state}`
        : `${style.dim('·')} ${place} was already ${state}`;
    })
    .join('\n');

export const copiedPlatformView: View<CopiedPlatform> = (copied) => {
  const { versions, documentations, pages, references, users, readers, keys, auditEntries } =
    copied;
  const counts = [
    count(versions, 'version'),
    count(documentations, 'documentation'),
    count(pages, 'page'),
    count(references, 'reference'),
    count(users, 'user'),
    count(readers, 'reader'),
    count(keys, 'key'),
  ];
  return `Copied ${counts.join(', ')}, and ${grouped(auditEntries)} entries of the audit log.`;
};
