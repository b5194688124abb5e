/** Splits a text into the elements at its top level. */
import type { Inner } from './rules/rule.ts';
import { elementPair, findClose, elementTagAt } from './element.ts';
import type { ElementTag } from './element.ts';
import { VOID } from './names.ts';

/** The elements directly in a text, and the texts between them. */
export function* elementsIn(
  inner: Inner,
): Generator<string | { readonly tag: ElementTag; readonly inner: Inner | null }> {
  const { text } = inner;
  let from = 0;
  let at = text.indexOf('<');
  let unclosed = 0;
  while (at !== -1) {
    if (text.startsWith('<!--', at)) {
      yield text.slice(from, at);
      const end = text.indexOf('-->', at);
      from = end === -1 ? text.length : end + 3;
      at = text.indexOf('<', from);
      continue;
    }
    const tag = elementTagAt(text, at);
    if (tag === undefined) {
      at = text.indexOf('<', at + 1);
      continue;
    }
    const isOpen = tag.kind === 'open' && !VOID.has(tag.name.toLowerCase()) && unclosed < 20;
    const close = isOpen ? findClose(text, tag.end, elementPair(tag.name)) : undefined;
    if (isOpen && close === undefined) unclosed += 1;
    yield text.slice(from, at);
    const line = inner.line + text.slice(0, tag.end).split('\n').length - 1;
    yield {
      tag,
      inner: close === undefined ? null : { text: text.slice(tag.end, close.start), line },
    };
    from = close?.end ?? tag.end;
    at = text.indexOf('<', from);
  }
  yield text.slice(from);
}
