import { count } from '../../model/text/count.ts';
import type { ContentExample, ContentFound, Initialized, NextCommand } from './document.ts';
import type { Style } from '../../ui/style.ts';
import type { View } from '../../ui/ui.ts';

const NEXT: Readonly<Record<NextCommand, string>> = {
  'docs pull': 'docs pull downloads the pages of the platform.',
  'docs status': 'docs status shows what a push would do.',
  'docs dev': 'docs dev shows the pages in a browser; docs login connects to a platform.',
};

const REFERENCES = 'docs ref check checks definitions; docs ref upload --create sends them.';

export const initView: View<Initialized> = ({ written, content, references, left, next }, style) =>
  [
    ...written.map((file) => `${style.green('✔')} ${style.text(file)}`),
    ...content.map((folder) => folderText(folder, style)),
    ...references.map(({ file, version }) =>
      style.text(`  ${file}: an API reference of version ${version}`),
    ),
    ...(left.length === 0 ? [] : ['', 'Left for you to fill in:']),
    ...left.map(({ file, line, what }) =>
      style.text(`  ${file === null ? '' : `${file}:${line}  `}${what}`),
    ),
    '',
    `Next: ${NEXT[next]}`,
    ...(references.length === 0 ? [] : [`      ${REFERENCES}`]),
  ].join('\n');

function folderText(folder: ContentFound, style: Style): string {
  const { path, place, pages, unplaced, example } = folder;
  const where =
    place === null
      ? 'their paths name the version and the documentation'
      : `they go to ${place.version}/${place.documentation}`;
  const lines = [
    `  ${count(pages, 'page')} in ${path}: ${where}`,
    ...(example === null ? [] : [`  such as ${placeText(example)}`]),
    ...(unplaced === 0
      ? []
      : [`  ${count(unplaced, 'file')} without a place on the platform: docs check lists them`]),
  ];
  return lines.map((line) => style.text(line)).join('\n');
}

/** One page with its place, in words. */
export const placeText = ({ file, version, documentation, page }: ContentExample): string =>
  `${file} → version ${version}, documentation ${documentation}, page ${page}`;
