/** Folders of pages that other tools make sites of. Their paths name no versions, and their pages hold their markup. Pure. */
import { posix } from 'node:path';

/** A folder that belongs to another tool. */
export interface OtherTool {
  readonly name: 'Docusaurus' | 'VitePress' | 'MkDocs' | 'Mintlify' | 'GitBook';
  /** Where its pages are, relative to the project; `.` is the project itself. */
  readonly folder: string;
  /** Where its configuration is. */
  readonly base: string;
}

/** What marks a tool: a file by its name, and where its pages are seen from that file's folder. */
const SIGNS: readonly (readonly [sign: RegExp, name: OtherTool['name'], pages: string])[] = [
  [/^docusaurus\.config\.[cm]?[jt]s$/, 'Docusaurus', 'docs'],
  [/^mkdocs\.ya?ml$/, 'MkDocs', 'docs'],
  [/^mint\.json$/, 'Mintlify', '.'],
  [/^\.gitbook\.yaml$/, 'GitBook', '.'],
  [/^SUMMARY\.md$/, 'GitBook', '.'],
];

/**
 * The tools whose signs are among `files`, and among `hidden`: folders with a dot in front. `docs.json` marks Mintlify only beside `.mdx`, as
 * others have a file of that name.
 */
export function otherTools(
  files: readonly string[],
  hidden: readonly string[],
): readonly OtherTool[] {
  const found = files.flatMap((file): OtherTool[] => {
    const folder = posix.dirname(file);
    const name = posix.basename(file);
    const sign = SIGNS.find(([pattern]) => pattern.test(name));
    if (sign !== undefined)
      return [{ name: sign[1], folder: posix.join(folder, sign[2]), base: folder }];
    const isMintlify = name === 'docs.json' && files.some((each) => isBelow(each, folder, '.mdx'));
    return isMintlify ? [{ name: 'Mintlify', folder, base: folder }] : [];
  });
  const press = hidden
    .filter((folder) => posix.basename(folder) === '.vitepress')
    .map((folder) => posix.dirname(folder))
    .map((folder): OtherTool => ({ name: 'VitePress', folder, base: folder }));
  return [...found, ...press];
}

const isBelow = (file: string, folder: string, end: string): boolean =>
  file.endsWith(end) && (folder === '.' || file.startsWith(`${folder}/`));
