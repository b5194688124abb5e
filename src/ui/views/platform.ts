import { count } from '../count.ts';
import type { PublishedDocumentations } from '../documents/platform.ts';
import type { Style } from '../style.ts';
import type { View } from '../ui.ts';

interface Running {
  readonly baseUrl: string;
  readonly apiKey: string;
  /** Nothing in the API tells their ids. */
  readonly changelogs: readonly { readonly id: number; readonly path: string }[];
}

/** How many of each a start brought. */
export interface PlatformContents {
  readonly versions: number;
  readonly documentations: number;
  readonly references: number;
  /** `null`: none, a folder's pages are pushed. */
  readonly pages: number | null;
}

interface Setup {
  /** `null`: in memory. */
  readonly folder: string | null;
  /** What `--from` brought; `null`: it was not given. */
  readonly from: PlatformContents | null;
}

/** Where the platform is, what is in it and what to type next. */
export const platformView =
  ({ folder, from }: Setup): View<Running> =>
  ({ baseUrl, apiKey, changelogs }, style: Style) => {
    const kept =
      folder === null ? 'in memory: all is gone when it stops' : `kept in ${style.text(folder)}`;
    return [
      `${style.bold('The platform runs at')} ${style.green(baseUrl)}`,
      style.dim(from === null ? kept : `${contentsText(from)}; ${kept}`),
      style.dim(
        `Changelogs: ${changelogs.map(({ id, path }) => `${id} (${style.text(path)})`).join(', ')}`,
      ),
      ...(from !== null && from.versions === 0 ? ['', ...NO_PLACE] : []),
      '',
      'In another terminal, in a folder of pages:',
      '',
      `  export DOCS_BASE_URL=${baseUrl}`,
      `  export DOCS_API_KEY=${style.text(apiKey)}`,
      '  docs push',
      '',
      style.dim('Ctrl-C stops it.'),
    ].join('\n');
  };

/** Pages of a plain folder cannot be pushed until the settings say where they belong. */
const NO_PLACE = [
  'The folder names no version and no documentation. Where its paths are not',
  'version/documentation/page.md, say where its pages belong, and start again:',
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
    ? `${seeded.join(', ')}; no pages yet`
    : [...seeded, count(pages, 'page')].join(', ');
};

/** A line for each. */
export const publishedDocumentationsView: View<PublishedDocumentations> = (
  { documentations },
  style,
) =>
  documentations
    .map(({ version, documentation, published, changed }) => {
      const place = style.text(`${version}/${documentation}`);
      const state = published ? 'published' : 'hidden from readers';
      return changed ? `${style.green('✔')} ${place} is ${state}` : `= ${place} was ${state}`;
    })
    .join('\n');
