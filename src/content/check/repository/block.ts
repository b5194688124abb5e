/** The front matter of a synced block. The platform embeds a block whatever its header says, so all findings are warnings. */
import type { FilePath } from '../../../model/ids.ts';
import { finding } from '../finding.ts';
import type { Finding } from '../finding.ts';
import { splitFrontMatter } from '../../settings/front-matter.ts';
import { mapOf } from '../../settings/settings-file.ts';
import { placedYaml } from '../../settings/placed-yaml.ts';
import { unknownKeys } from './post.ts';

const KEYS = ['title'];

export async function checkBlock(file: FilePath, text: string): Promise<Finding[]> {
  const { header } = splitFrontMatter(text);
  const hint = 'It begins with a line of `---`, then `title`, then another line of `---`';
  if (header === null) {
    return [
      finding('bad-block', {
        file,
        message: 'The front matter of this block is missing, or not closed.',
        hint,
      }),
    ];
  }
  const yaml = await placedYaml(header, 'header');
  if ('problem' in yaml) {
    const { problem: message, line, column } = yaml;
    return [finding('bad-block', { file, line: line + 1, column, message })];
  }
  const values = mapOf(yaml.value);
  if (values === null) {
    const message = 'The front matter is not a list of `key: value` lines.';
    return [finding('bad-block', { file, line: 2, message })];
  }
  const title = Object.hasOwn(values, 'title') ? values['title'] : null;
  const isTitled = typeof title === 'string' && title.trim() !== '';
  const untitled = isTitled
    ? []
    : [finding('bad-block', { file, message: 'A block needs a `title`, as text.', hint })];
  return [...untitled, ...unknownKeys(file, yaml, KEYS)];
}
