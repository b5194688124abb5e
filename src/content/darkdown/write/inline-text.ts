/** What stands in a line, as text. */
import type { Token } from 'markdown-it';
import { textOf } from '../read/blocks.ts';
import { tagOf } from '../markdown/markdown-it.ts';
import type { Conversion } from './conversion.ts';

/** The words of the children of an inline token. */
export function inlineText(tokens: readonly Token[], project: Conversion): string {
  let text = '';
  for (const [index, token] of tokens.entries()) {
    switch (token.type) {
      case 'text':
        text += token.content === 'auto$' ? label(tokens, index, project) : token.content;
        break;
      case 'code_inline':
        text += token.content;
        break;
      case 'softbreak':
        text += ' ';
        break;
      case 'hardbreak':
        text += '\n';
        break;
      case 'image':
        text += inlineText(token.children ?? [], project);
        break;
      case 'variable':
        text += project.resolver.variable(token.content) ?? `%${token.content}%`;
        break;
      case 'tag': {
        const { name, attributes } = tagOf(token);
        if (name === 'badge') text += project.words(textOf(attributes, 'text'));
        else if (name === 'key') text += textOf(attributes, 'key');
        else if (name === 'glossary') text += textOf(attributes, 'term');
        break;
      }
      default:
    }
  }
  return text;
}

/** The words of a link: those of its target where it takes them from there. */
function label(tokens: readonly Token[], index: number, project: Conversion): string {
  const open = tokens[index - 1];
  const alone = open?.type === 'link_open' && tokens[index + 1]?.type === 'link_close';
  return alone ? project.title(String(open.attrGet('href') ?? '')) : 'auto$';
}
