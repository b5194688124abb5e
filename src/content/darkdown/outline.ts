/** The words of a heading, as anchors are made of them. */
import type { Token } from 'markdown-it';

/** Texts of links are kept, tags and the percents of variables dropped. */
export function headingText(tokens: readonly Token[]): string {
  let text = '';
  for (const token of tokens) {
    switch (token.type) {
      case 'text':
      case 'code_inline':
      case 'variable':
        text += token.content;
        break;
      case 'softbreak':
      case 'hardbreak':
        text += ' ';
        break;
      default:
    }
  }
  return text;
}
