/**
 * Finds the target of a link (manual, "Page format", "Links"), as far as it is in the folder. Pure.
 */
import { posix } from 'node:path';
import { pageKey } from '../../model/ids.ts';
import type { FilePath, Slug } from '../../model/ids.ts';
import { areAlmostSame } from '../../model/text/nearest.ts';
import { VARIABLE } from '../darkdown/read/variable.ts';
import { decoded, isEditorAddress, isPageFile, parseAddress } from '../darkdown/address.ts';
import type { Address } from '../darkdown/address.ts';
import { fileOfTarget, pathTo } from '../links/link-targets.ts';
import { endsAsFile } from '../shown-files.ts';
import { wholeAddress } from './fixes/whole-address.ts';
import type { CheckedPage, Site } from './linkable-pages.ts';

/** The target of a link. */
export type Target =
  /** Outside the project, or unknown in the folder. */
  | { readonly kind: 'elsewhere' }
  | { readonly kind: 'page'; readonly page: CheckedPage; readonly fragment: string }
  | { readonly kind: 'several'; readonly pages: readonly CheckedPage[] }
  | { readonly kind: 'reference'; readonly version: Slug; readonly slug: Slug }
  | { readonly kind: 'editor' }
  /** `instead`: the most similar target. `sure`: the intended target, if that is certain. */
  | {
      readonly kind: 'broken';
      readonly why: string;
      readonly instead: string | null;
      readonly sure?: string;
    }
  /** An incomplete address of another site. `whole`: the address that was meant. */
  | { readonly kind: 'address'; readonly why: string; readonly whole: string }
  /** A missing or hidden file of the folder that is not a page. */
  | {
      readonly kind: 'no-file';
      readonly path: string;
      readonly isHidden: boolean;
      readonly instead: string | null;
    };

const ELSEWHERE: Target = { kind: 'elsewhere' };

/** An encoded byte in an address, which may look like a part of a variable. */
const ENCODED = /%[0-9a-f]{2}/gi;

/** Whether the address contains a variable, which is replaced for readers. */
export const holdsVariable = (target: string): boolean =>
  target.search(VARIABLE) !== -1 && target.replaceAll(ENCODED, '').search(VARIABLE) !== -1;

/** The target of the link `target` on the page `from`. Ignores the query. */
export function targetOf(target: string, from: CheckedPage, site: Site): Target {
  if (target === '') return { kind: 'broken', why: 'it has no target', instead: null };
  if (isEditorAddress(target)) return { kind: 'editor' };
  // A variable may have any value.
  if (holdsVariable(target)) return ELSEWHERE;
  const address = parseAddress(target);
  const { kind, path, fragment: written } = address;
  const fragment = decoded(written.slice(1)) ?? written.slice(1);
  switch (kind) {
    case 'elsewhere':
      return broken(target, false) ?? ELSEWHERE;
    case 'here':
      return { kind: 'page', page: from, fragment };
    case 'site':
      return /\.md$/i.test(path)
        ? fromTheTop(address, from, site)
        : absolute(address, fragment, from, site);
    case 'file':
      return relative(address, fragment, from, site);
    default:
      return kind satisfies never;
  }
}

function broken(target: string, isFile: boolean): Target | null {
  const found = wholeAddress(target, isFile);
  return found && { kind: 'address', ...found };
}

/** The query and fragment of a target. */
const rest = ({ query, fragment }: Address): string => query + fragment;

/** The target of a link from one file to another. */
const linkTo = (from: CheckedPage, to: string, address: Address): string =>
  pathTo(from.file, to as FilePath) + rest(address);

function relative(address: Address, fragment: string, from: CheckedPage, site: Site): Target {
  const plain = { ...address, query: '' };
  if (address.query !== '' && isPageFile(plain)) return withoutQuery(plain, fragment, from, site);
  if (!isPageFile(address)) return toNoPage(address, from, site);
  const file = fileOfTarget(from.file, address.path);
  if (file === null) return ELSEWHERE;
  const page = site.inFile(file);
  if (page) return { kind: 'page', page, fragment };
  if (site.hasFile(file)) return { kind: 'broken', why: `${file} is not a page`, instead: null };
  if (site.isOutside(file) && site.isThere(file)) {
    const what = site.isHidden(file) ? 'hidden by a name in its path' : 'in no content folder';
    return { kind: 'broken', why: `${file} is ${what}`, instead: null };
  }
  const why = `${file} does not exist`;
  const same = site.inOtherCase(file);
  if (same !== null) {
    return { kind: 'broken', why, instead: same, sure: linkTo(from, same, address) };
  }
  return { kind: 'broken', why, instead: site.nearestFile(file) };
}

/** The target is not treated as a page because of its query. */
function withoutQuery(plain: Address, fragment: string, from: CheckedPage, site: Site): Target {
  const found = relative(plain, fragment, from, site);
  if (found.kind !== 'page') return found;
  const sure = linkTo(from, found.page.file, plain);
  return { kind: 'broken', why: 'a link to a page has no query', instead: sure, sure };
}

interface Named {
  readonly address: Address;
  /** The path in the project that the target names. */
  readonly name: string;
  readonly from: CheckedPage;
  readonly site: Site;
}

/**
 * A relative target that is not a page file. Browsers resolve it against the address of the page.
 */
function toNoPage(address: Address, from: CheckedPage, site: Site): Target {
  const path = decoded(address.path);
  if (path === null) return ELSEWHERE;
  const name = posix.join(posix.dirname(from.file), path).normalize('NFC');
  if (site.hasFile(name)) return ELSEWHERE;
  if (site.hasFolder(name)) return toFolder({ address, name, from, site });
  const other = broken(address.path, true);
  if (other?.kind === 'address') return { ...other, whole: other.whole + rest(address) };
  const last = posix.basename(name);
  if (site.isHidden(name) && endsAsFile(last))
    return { kind: 'no-file', path: name, isHidden: true, instead: null };
  if (site.isOutside(name)) return ELSEWHERE;
  if (/\.html?$/i.test(last) || !last.includes('.'))
    return toOtherPage({ address, name, from, site });
  if (!endsAsFile(last)) return ELSEWHERE;
  const near = site.inOtherCase(name) ?? site.nearestOther(name);
  return { kind: 'no-file', path: name, isHidden: false, instead: near };
}

/** A folder, which readers cannot open. Folders further up may be those of a documentation. */
function toFolder(named: Named): Target {
  const { from } = named;
  const name = named.name.replace(/\/$/, '');
  if (!name.startsWith(`${posix.dirname(from.file)}/`)) return ELSEWHERE;
  const found = toOtherPage(named);
  const slug = posix.basename(name) as Slug;
  const isAddress = named.site.withKey(pageKey({ ...from.place, slug })).length > 0;
  if (found.kind !== 'elsewhere' || isAddress) return found;
  return { kind: 'broken', why: `${name} is a folder`, instead: null };
}

/**
 * A target in the form of other tools: without an extension, or with that of their output, `.html`.
 */
function toOtherPage({ address, name, from, site }: Named): Target {
  const stem = name.replace(/\.html?$/i, '').replace(/\/$/, '');
  const why = 'a link to a page needs the name of its file, with the ending';
  for (const file of [`${stem}.md`, `${stem}/index.md`]) {
    const page = site.inFile(file)?.file ?? site.inOtherCase(file);
    if (page === undefined || page === null) continue;
    const sure = linkTo(from, page, address);
    return { kind: 'broken', why, instead: sure, sure };
  }
  const slug = posix.basename(stem) as Slug;
  const isAddress = site.withKey(pageKey({ ...from.place, slug })).length > 0;
  if (isAddress || !isMeantForPage(address)) return ELSEWHERE;
  return { kind: 'broken', why: `${stem}.md does not exist`, instead: null };
}

/** Whether the target can only mean a page. A single word may mean anything. */
const isMeantForPage = ({ path, fragment }: Address): boolean =>
  /\.html?$/i.test(path) || path.includes('/') || fragment.length > 1;

/** A file path that begins with `/`, which is not the address of a page. */
function fromTheTop(address: Address, from: CheckedPage, site: Site): Target {
  const segments = (decoded(address.path) ?? '').split('/').filter((part) => part !== '');
  const why = 'the path of a file must be relative to this file';
  for (let at = 0; at < segments.length; at += 1) {
    const found = site.filesEnding(segments.slice(at).join('/'));
    if (found.length > 1) break;
    const [file] = found;
    if (file === undefined) continue;
    const instead = linkTo(from, file, address);
    // A file name without its folders may mean another page.
    const isSure = at === 0 || segments.length - at > 1;
    return { kind: 'broken', why, instead, ...(isSure ? { sure: instead } : {}) };
  }
  return { kind: 'broken', why, instead: null };
}

function absolute(address: Address, fragment: string, from: CheckedPage, site: Site): Target {
  const segments = address.path.slice(1).replace(/\/$/, '').split('/').map(decoded);
  const { version: own } = from.place;
  const [first, second, third, ...others] = segments as (Slug | null | undefined)[];
  if (!first || !second) return ELSEWHERE;
  if (site.documentation(own, first) && !site.hasVersion(first)) {
    if (third === undefined) return slug([own, first, second], { address, fragment, site });
    return nested(own, first, (others.at(-1) ?? third ?? '') as Slug, site);
  }
  if (site.reference(own, first)) return { kind: 'reference', version: own, slug: first };
  if (!site.hasVersion(first)) return ELSEWHERE;
  if (site.reference(first, second)) return { kind: 'reference', version: first, slug: second };
  if (!third || others.length > 0) return ELSEWHERE;
  if (!site.documentation(first, second)) return misspelt([first, second, third], site);
  return slug([first, second, third], { address, fragment, site });
}

/**
 * A target is broken only if its section is almost the name of a section here, because other
 * sections may exist on the platform.
 */
function misspelt([version, section, page]: readonly [Slug, Slug, Slug], site: Site): Target {
  const near = site.sectionsOf(version).filter((each) => areAlmostSame(section, each));
  const [only] = near;
  if (near.length !== 1 || only === undefined) return ELSEWHERE;
  const why = `there is no documentation ${section} in ${version}`;
  return { kind: 'broken', why, instead: `/${version}/${only}/${page}` };
}

interface Written {
  readonly address: Address;
  readonly fragment: string;
  readonly site: Site;
}

function slug(
  [version, documentation, wanted]: readonly [Slug, Slug, Slug],
  { address, fragment, site }: Written,
): Target {
  const withSlug = (each: string): readonly CheckedPage[] =>
    site.withKey(pageKey({ version, documentation, slug: each as Slug }));
  const pages = withSlug(wanted);
  const [page] = pages;
  if (pages.length > 1) return { kind: 'several', pages };
  if (page) return { kind: 'page', page, fragment };
  const why = `there is no page ${version}/${documentation}/${wanted} in this folder`;
  const plain = wanted.replace(/\.html?$/i, '');
  const same =
    withSlug(plain).length > 0 ? plain : site.slugInOtherCase(version, documentation, plain);
  if (same !== null) {
    const instead = address.path.replace(/[^/]+\/?$/, same);
    return { kind: 'broken', why, instead, sure: instead + rest(address) };
  }
  const near = site.nearestSlug(version, documentation, wanted);
  return { kind: 'broken', why, instead: near === null ? null : `/${documentation}/${near}` };
}

/** The address of a page below another page. Such addresses do not include the page above. */
function nested(version: Slug, documentation: Slug, last: Slug, site: Site): Target {
  const isThere = site.withKey(pageKey({ version, documentation, slug: last })).length > 0;
  const why = 'addresses do not include the page above';
  return { kind: 'broken', why, instead: isThere ? `/${documentation}/${last}` : null };
}
