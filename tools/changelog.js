// Moves what is in changes/unreleased into CHANGELOG.md, as a version's section or into it. What is
// written under "Unreleased" there introduces that section.
//   node tools/changelog.js 0.2.0 2026-11-22
//   node tools/changelog.js 0.2.0 2026-11-22 --keep     keeps the notes: a later run adds new ones
//   node tools/changelog.js --notes 0.2.0     prints the section, for the release page
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** @typedef {{ readonly area: string, readonly kind: string, readonly items: readonly string[] }} Group */

/** Areas in the changelog's order, with their files of `changes/unreleased`. Others: by file. */
const AREAS = /** @type {const} */ ([
  ['Safety', 'safe'],
  ['Push, pull and sync', 'sync'],
  ['Checks and format', 'check'],
  ['Definitions', 'definitions'],
  ['Import', 'import'],
  ['Site and review', 'site'],
  ['Pipelines', 'ci'],
  ['Commands', 'commands'],
  ['The embedded platform', 'platform'],
]);
const KINDS = ['Breaking', 'Added', 'Changed', 'Removed', 'Fixed', 'Security'];

/**
 * The entries of a file of `changes/unreleased`, by its headings.
 *
 * Throws if something in it would be lost: text outside of a list, or a heading that is not one of `KINDS`.
 *
 * @param {string} name of the file, without its ending
 * @param {string} text
 * @returns {Group[]}
 */
export function readFragment(name, text) {
  const area = AREAS.find(([, file]) => file === name)?.[0] ?? titleOf(name);
  if (!text.startsWith('### ')) throw new Error(`${name}.md does not begin with a heading`);
  return sections(text, '### ').map(({ title, body }) => {
    if (!KINDS.includes(title)) {
      throw new Error(`${name}.md: "${title}" is not one of ${KINDS.join(', ')}`);
    }
    return { area, kind: title, items: itemsOf(body, name) };
  });
}

/**
 * The changelog with these groups in the section of a version, which is at the top if it is new. The
 * text under "Unreleased" becomes its introduction.
 *
 * @param {string} changelog
 * @param {{ version: string, date: string }} release
 * @param {readonly Group[]} groups
 */
export function withRelease(changelog, { version, date }, groups) {
  const [head = '', ...releases] = changelog.split(/^(?=## )/m);
  const isThis = (/** @type {string} */ text) => text.startsWith(`## ${version} `);
  const former = releases.find(isThis) ?? '';
  const known = former === '' ? [] : readRelease(former);
  const upcoming = releases.find((text) => text.startsWith(UNRELEASED)) ?? '';
  const said = [upcoming, former].map(introductionOf).filter((part) => part !== '');
  const section = [`## ${version} (${date})`, ...said, ...areasOf([...known, ...groups])];
  const text = `${section.join('\n\n')}\n`;
  const others = releases.filter((each) => !isThis(each) && !each.startsWith(UNRELEASED));
  return [head.trimEnd(), text, ...others].map((part) => part.trimEnd()).join('\n\n') + '\n';
}

/**
 * The section of a version, without its heading; undefined if it has none.
 *
 * @param {string} changelog
 * @param {string} version
 */
export const notesOf = (changelog, version) =>
  changelog
    .split(/^(?=## )/m)
    .find((part) => part.startsWith(`## ${version} `))
    ?.replace(/^.*\n+/, '');

/** The prose above the groups. @param {string} release */
const introductionOf = (release) =>
  (release.split(/^(?=### )/m)[0] ?? '').replace(/^.*\n+/, '').trim();

/** @param {string} release @returns {Group[]} */
const readRelease = (release) =>
  sections(release, '### ').flatMap(({ title: area, body }) =>
    sections(body, '#### ').map(({ title: kind, body }) => ({
      area,
      kind,
      items: itemsOf(body, area),
    })),
  );

/** @param {readonly Group[]} groups */
function areasOf(groups) {
  const known = AREAS.map(([area]) => area);
  const others = groups
    .map(({ area }) => area)
    .filter((area) => !known.some((each) => each === area));
  return [...known, ...new Set(others)].flatMap((area) => {
    const parts = KINDS.flatMap((kind) => {
      const items = groups
        .filter((group) => group.area === area && group.kind === kind)
        .flatMap((group) => group.items);
      return items.length === 0 ? [] : `#### ${kind}\n\n${[...new Set(items)].join('\n')}`;
    });
    return parts.length === 0 ? [] : [`### ${area}`].concat(parts);
  });
}

/**
 * @param {string} text
 * @param {string} mark of the headings
 */
const sections = (text, mark) =>
  text
    .split(new RegExp(`^(?=${mark})`, 'm'))
    .filter((part) => part.startsWith(mark))
    .map((part) => {
      const [heading = '', ...lines] = part.split('\n');
      return { title: heading.slice(mark.length).trim(), body: lines.join('\n') };
    });

/**
 * @param {string} body
 * @param {string} where
 */
function itemsOf(body, where) {
  const items = body
    .split(/^(?=- )/m)
    .map((item) => item.trim())
    .filter((item) => item !== '');
  for (const item of items) {
    if (!item.startsWith('- ')) throw new Error(`${where}: "${item}" is not in a list`);
  }
  return items;
}

/** @param {string} name */
const titleOf = (name) => name.charAt(0).toUpperCase() + name.slice(1).replaceAll('-', ' ');

/** Where the introduction of the next version is written. */
const UNRELEASED = '## Unreleased';

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [first = '', second = '', keep] = process.argv.slice(2);
  const root = fileURLToPath(new URL('..', import.meta.url));
  const file = join(root, 'CHANGELOG.md');
  const changelog = await readFile(file, 'utf8');
  if (first === '--notes') {
    const notes = notesOf(changelog, second);
    if (notes === undefined) {
      console.error(
        `CHANGELOG.md has no section for ${second}. Run: node tools/changelog.js ${second} <date>`,
      );
      process.exitCode = 1;
    } else console.log(notes);
  } else {
    const folder = join(root, 'changes/unreleased');
    const names = (await readdir(folder)).filter((name) => name.endsWith('.md')).toSorted();
    const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
    const groups = names.flatMap((name, at) =>
      readFragment(name.slice(0, -'.md'.length), texts[at] ?? ''),
    );
    await writeFile(file, withRelease(changelog, { version: first, date: second }, groups));
    if (keep !== '--keep') for (const name of names) await rm(join(folder, name));
  }
}
