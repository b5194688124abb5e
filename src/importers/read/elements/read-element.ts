/**
 * Turns elements into pieces by a table of names. Decides about elements that are not in the table.
 */
import { isShowable } from '../../../content/shown-files.ts';
import type { SourcePiece } from '../../model.ts';
import { type ElementTag, type Inner, stringIn } from '../element.ts';
import { paragraph } from '../made-pieces.ts';
import { htmlName, isHtml } from '../names.ts';
import type { SourceReading } from '../source-reading.ts';
import { attributeText, textPhrase } from '../phrases.ts';
import { CARDS } from './cards.ts';
import { GROUPS } from './groups.ts';
import { HTML } from './html.ts';
import { MEDIA } from './media.ts';
import { type ElementReaders, SourceElement } from './source-element.ts';

const ELEMENTS: ElementReaders = { ...GROUPS, ...CARDS, ...MEDIA, ...HTML };

export function readElement(
  page: SourceReading,
  tag: ElementTag,
  inner: Inner | null,
  line: number,
): SourcePiece[] {
  const element = new SourceElement(page, tag, inner, line);
  const name = htmlName(tag.name);
  if (page.leavesOut(tag, line, () => inner?.text ?? '')) return [];
  page.tellLost(tag, line);
  const id = attributeText(tag, 'id');
  if (id !== '' && tag.kind !== 'close') page.id(id);
  page.nameIt(tag);
  if (tag.kind === 'close') return name === '' || isHtml(name) ? [] : element.kept();
  const file = page.imports.get(name) ?? '';
  const isFile = /\.mdx?$/i.test(file);
  if (!isFile && Object.hasOwn(ELEMENTS, name)) return ELEMENTS[name]?.(element) ?? [];
  if (isFile) {
    const included = page.include(file, '', line, valuesOf(tag));
    if (included !== null) return [...included, ...element.content()];
  }
  if (isShowable(file)) {
    const label = [textPhrase(attributeText(tag, 'alt') || attributeText(tag, 'title'))];
    return [paragraph({ kind: 'image', url: file, title: '', label })];
  }
  if (!isHtml(name)) return element.kept();
  return tag.kind === 'open' && inner === null ? [] : element.content();
}

/** The values that a component passes to its file, by their names in that file. */
function valuesOf(tag: ElementTag): Map<string, string> {
  const values = new Map<string, string>();
  for (const [name, value] of tag.attributes) {
    const text = typeof value === 'object' ? stringIn(value.code.trim()) : value;
    if (typeof text !== 'string') continue;
    values.set(name, text);
    values.set(`props.${name}`, text);
  }
  return values;
}
