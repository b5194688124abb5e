/** The front matter of a changelog post. */
import type { FilePath } from '../../../model/ids.ts';
import { nearest } from '../../../model/text/nearest.ts';
import { readPost } from '../../changelog/changelog-files.ts';
import type { PlacedYaml } from '../../settings/placed-yaml.ts';
import { mapOf } from '../../settings/settings-file.ts';
import { finding } from '../finding.ts';
import type { Finding } from '../finding.ts';

const KEYS = ['title', 'date', 'published'];

/** What the reader of posts finds wrong with a file: such a post is not sent. An unknown key is a warning. */
export async function checkPost(file: FilePath, text: string): Promise<Finding[]> {
  const { problems, header } = await readPost('', text);
  return [
    ...problems.map((problem) => finding('bad-post', { file, ...problem })),
    ...(header === null ? [] : unknownKeys(file, header, KEYS)),
  ];
}

/** Keys that are not in `known`. Their places are in the file, in which the front matter begins on the second line. */
export const unknownKeys = (
  file: FilePath,
  yaml: PlacedYaml,
  known: readonly string[],
): Finding[] =>
  Object.keys(mapOf(yaml.value) ?? {}).flatMap((key) => {
    if (known.includes(key)) return [];
    const near = nearest(key, known);
    const message = `Unknown key \`${key}\`.`;
    const hint = near === undefined ? null : `Did you mean \`${near}\`?`;
    const { line, column } = yaml.keyAt([key]);
    return finding('unknown-key', { file, line: line + 1, column, message, hint });
  });
