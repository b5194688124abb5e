import { count, grouped } from '../../model/text/sentences.ts';
import type { ContentExample, ContentFound, Initialized, NextCommand } from './document.ts';
import type { FoundFolder } from './found.ts';
import { placeWords } from './place.ts';
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
    ...content.map((folder) => folderText(folder, content.length === 1, style)),
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

function folderText(folder: ContentFound, isOnly: boolean, style: Style): string {
  const { path, place, pages, unplaced, example } = folder;
  const where =
    place === null
      ? 'their paths name the version and the documentation'
      : `they go to ${placeWords(place)}`;
  const lines = [
    pages === 0
      ? `  ${folderName(path)} has no pages yet`
      : `  ${count(pages, 'page')} in ${folderName(path)}: ${where}`,
    ...(example === null || !isOnly ? [] : [`  such as ${placeText(example)}`]),
    ...(unplaced === 0
      ? []
      : [`  ${count(unplaced, 'file')} without a place on the platform: docs check lists them`]),
  ];
  return lines.map((line) => style.text(line)).join('\n');
}

/** One page with its place, in words. */
const placeText = ({ file, version, documentation, page }: ContentExample): string =>
  `${file} → version ${version}, documentation ${documentation}, page ${page}`;

export const folderName = (path: string): string => (path === '.' ? 'this folder' : path);

/** More folders are counted. */
const MAX_ROWS = 20;

/** The folders and where their pages go, each with its problems below it. */
export function foundTable(folders: readonly FoundFolder[], style: Style): string {
  const shown = folders.slice(0, MAX_ROWS);
  const rows = shown.map(({ folder, place, pages }) => [
    style.text(`  ${folderName(folder)}`),
    place === null ? '-' : style.text(placeWords(place)),
    grouped(pages),
  ]);
  const head = ['  FOLDER', 'DOCUMENTATION', 'PAGES'];
  const lines = style.table(rows, { head, right: [2] }).split('\n');
  const left = folders.length - shown.length;
  const problems = shown.map((folder) =>
    folder.problems.map((each) => style.text(`    !  ${each}`)),
  );
  return [
    '',
    ...lines.flatMap((line, at) => [line].concat(problems[at - 1] ?? [])),
    ...(left > 0 ? [`  … and ${count(left, 'more folder')}`] : []),
    '',
  ].join('\n');
}
