/** Matches folders that have names instead of slugs, as in an export, to versions or documentations of the platform. Pure. */
import { foldPath, safeName } from '../../content/file-names.ts';
import type { Slug } from '../../model/ids.ts';

/** A version or documentation of the platform. */
export interface Named {
  readonly slug: Slug;
  /** The name of a version, or the title of a documentation. */
  readonly name: string;
}

/** A folder whose name is the name of a version or documentation. */
export interface NamedFolder {
  readonly name: string;
  /** The slug that the name alone suggests. */
  readonly slug: Slug;
}

/** `problem` continues a sentence that starts with the file's name. */
export type FolderMatch = { readonly slug: Slug } | { readonly problem: string };

interface Around {
  readonly what: 'version' | 'documentation';
  readonly there: readonly Named[];
  /** Whether earlier runs sent the folder there. Decides between several with the same name. */
  readonly isKnown: (slug: Slug) => boolean;
  /** Slugs that other folders claim explicitly. */
  readonly taken: ReadonlySet<Slug>;
}

/**
 * What each folder means, by its name. Leaves out folders that match nothing on the platform. A matching slug
 * wins, unless something else has that name; between two candidates it never guesses. No two folders get the
 * same slug.
 */
export function findNamed(
  folders: readonly NamedFolder[],
  around: Around,
): ReadonlyMap<string, FolderMatch> {
  const found = new Map<string, FolderMatch>();
  for (const folder of folders) {
    const one = findOne(folder, folders, around);
    if (one) found.set(folder.name, one);
  }
  const named = [...found];
  for (const [name, one] of named) {
    if (!('slug' in one) || one.slug === name) continue;
    const twin = named.find(
      ([other, its]) => other !== name && 'slug' in its && its.slug === one.slug,
    );
    if (!twin) continue;
    const problem = `is in the folder "${name}", which is the ${around.what} "${one.slug}", as is the folder "${twin[0]}": merge the two folders`;
    found.set(name, { problem });
  }
  return found;
}

function findOne(
  { name, slug }: NamedFolder,
  folders: readonly NamedFolder[],
  { what, there, isKnown, taken }: Around,
): FolderMatch | undefined {
  const free = there.filter((one) => !taken.has(one.slug));
  const called = namesakes(name, there).filter((one) => free.includes(one));
  const own = free.find((one) => one.slug === name) ?? free.find((one) => one.slug === slug);
  const hasFolder = (one: Named): boolean =>
    folders.some((folder) => folder.name !== name && namesakes(folder.name, [one]).length > 0);
  if (own && called.every((one) => one === own)) return own;
  if (own && called.includes(own) && !folders.some((folder) => isTwin(folder.name, name))) {
    return own;
  }
  const candidates = !own || called.includes(own) || hasFolder(own) ? called : [own, ...called];
  const known = candidates.filter((one) => isKnown(one.slug));
  const meant = known.length === 1 ? known : candidates;
  const [first, ...others] = meant;
  if (!first || others.length === 0) return first;
  const slugs = meant.map((one) => `"${one.slug}"`).join(' and ');
  const problem = `is in the folder "${name}", which may be the ${what} ${slugs}: rename the folder to a slug or name that only one of them has`;
  return { problem };
}

/** The suffix that an export adds to the second folder with the same name. */
const NUMBER = / \(\d{1,6}\)$/;

const isTwin = (folder: string, name: string): boolean =>
  NUMBER.test(folder) && foldPath(folder.replace(NUMBER, '')) === foldPath(name);

/** The versions or documentations to which an export gives this folder name. */
function namesakes(folder: string, there: readonly Named[]): readonly Named[] {
  const own = folder.normalize('NFC');
  const base = own.replace(NUMBER, '');
  const twins = there.filter((one) => foldPath(safeName(one.name)) === foldPath(base));
  return there.filter((one) => {
    const name = safeName(one.name);
    return name === own || (base !== own && twins.length > 1 && name === base);
  });
}
