/** Folders that are called by a name, as an export has them: which of the platform's versions or documentations each is. Pure. */
import { foldPath, safeName } from '../../content/folder/file-names.ts';
import type { Slug } from '../../model/ids.ts';

/** A version or documentation of the platform. */
export interface Named {
  readonly slug: Slug;
  /** The name of a version, the title of a documentation. */
  readonly name: string;
}

/** A folder that is called by a name. */
export interface NamedFolder {
  readonly name: string;
  /** What the name alone tells. */
  readonly slug: Slug;
}

/** `problem` reads on after the file's name. */
export type Found = { readonly slug: Slug } | { readonly problem: string };

interface Around {
  readonly what: 'version' | 'documentation';
  readonly there: readonly Named[];
  /** Whether earlier runs sent the folder there: this tells apart several with one name. */
  readonly isKnown: (slug: Slug) => boolean;
  /** Slugs that other folders say they have. */
  readonly taken: ReadonlySet<Slug>;
}

/**
 * What is found for each folder, by its name; nothing if the platform has no such name or slug. A slug counts first, unless another
 * one has the name; which of two is meant is never guessed. No two folders get one slug.
 */
export function findNamed(
  folders: readonly NamedFolder[],
  around: Around,
): ReadonlyMap<string, Found> {
  const found = new Map<string, Found>();
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
    const problem = `is in the folder "${name}", which is the ${around.what} "${one.slug}", as is the folder "${twin[0]}": put the two together`;
    found.set(name, { problem });
  }
  return found;
}

function findOne(
  { name, slug }: NamedFolder,
  folders: readonly NamedFolder[],
  { what, there, isKnown, taken }: Around,
): Found | undefined {
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

/** What an export adds to the name of the second folder of one name. */
const NUMBER = / \(\d{1,6}\)$/;

const isTwin = (folder: string, name: string): boolean =>
  NUMBER.test(folder) && foldPath(folder.replace(NUMBER, '')) === foldPath(name);

/** Those that an export calls so. */
function namesakes(folder: string, there: readonly Named[]): readonly Named[] {
  const own = folder.normalize('NFC');
  const base = own.replace(NUMBER, '');
  const twins = there.filter((one) => foldPath(safeName(one.name)) === foldPath(base));
  return there.filter((one) => {
    const name = safeName(one.name);
    return name === own || (base !== own && twins.length > 1 && name === base);
  });
}
