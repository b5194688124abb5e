/** The front matter of changelog posts and of synced blocks. */
import type { FilePath } from '../../../model/ids.ts';
import { didYouMean, nearest } from '../../../model/text/nearest.ts';
import { readPost } from '../../changelog/changelog-files.ts';
import { frontMatterHint, frontMatterOf, splitFrontMatter } from '../../settings/front-matter.ts';
import type { FrontMatterValues } from '../../settings/front-matter.ts';
import { settingVerdict, settingsText } from '../../settings/settings-file.ts';
import { finding } from '../finding.ts';
import type { CheckFinding } from '../finding.ts';

/** Problems that prevent a post from being sent, and warnings about unknown keys. */
export async function checkPost(file: FilePath, text: string): Promise<CheckFinding[]> {
  const { problems, header } = await readPost('', text);
  return [
    ...problems.map((problem) => finding('bad-post', { file, ...problem })),
    ...(header === null ? [] : unknownKeys(file, header, ['title', 'date', 'published'])),
    ...(header === null ? [] : unclearKeys(file, header)),
  ];
}

/** All findings are warnings, because the platform embeds a block whatever its header contains. */
export async function checkBlock(file: FilePath, text: string): Promise<CheckFinding[]> {
  const front = await frontMatterOf(splitFrontMatter(text).header, 'block', '`title`');
  if ('message' in front) return [finding('bad-block', { file, ...front })];
  const hint = frontMatterHint('`title`');
  const isTitled = settingsText(front.values, 'title')?.trim();
  const untitled = isTitled
    ? []
    : [finding('bad-block', { file, message: 'A block needs a `title`, as text.', hint })];
  const holding = Object.keys(front.values).filter(
    (key) => (settingVerdict(key, front.values[key] ?? null) ?? 'open') !== 'open',
  );
  const held = holding.map((key) => {
    const message = `\`${key}\` holds the block back here; the platform shows it all the same.`;
    return finding('unknown-key', { file, ...front.keyAt(key), message });
  });
  return [...untitled, ...held, ...unknownKeys(file, front, ['title', ...holding])];
}

/**
 * Keys that may hide a post but are not clear. `published` without a value is clear: like a missing
 * one, it means that the post is not public.
 */
const unclearKeys = (file: FilePath, front: FrontMatterValues): CheckFinding[] =>
  Object.entries(front.values).flatMap(([key, value]) => {
    if (key === 'published' || settingVerdict(key, value) !== 'unclear') return [];
    const message = `\`${key}\` does not clearly say whether readers may see the post: it is not shown.`;
    return [finding('unclear-visibility', { file, ...front.keyAt(key), message })];
  });

const unknownKeys = (
  file: FilePath,
  front: FrontMatterValues,
  known: readonly string[],
): CheckFinding[] =>
  Object.keys(front.values).flatMap((key) => {
    if (known.includes(key)) return [];
    const near = nearest(key, known);
    const message = `Unknown key \`${key}\`.`;
    const hint = didYouMean(near && `\`${near}\``, null);
    return finding('unknown-key', { file, ...front.keyAt(key), message, hint });
  });
