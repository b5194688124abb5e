/** Names that Mintlify gives to components, so that links can lead to them. Pure. */
import type { ElementTag } from '../read/element.ts';
import { attributeText } from '../read/phrases.ts';

const FIELDS: ReadonlySet<string> = new Set(['ParamField', 'ResponseField', 'Param']);
const TITLED: ReadonlySet<string> = new Set(['Accordion', 'Expandable', 'Tab']);

/** The text from which a component's name is made; empty if its only name is its `id`. */
export function componentName(tag: ElementTag): string {
  if (TITLED.has(tag.name)) return attributeText(tag, 'title');
  if (!FIELDS.has(tag.name)) return '';
  const keys = tag.name === 'ResponseField' ? ['name'] : ['query', 'path', 'body', 'header'];
  const name = keys.map((key) => attributeText(tag, key)).find((text) => text !== '');
  if (name === undefined) return '';
  // `maxLength` is `param-max-length`, and `--port <number>` is `param-port`.
  const plain = name.replaceAll(/<[^<>]*>/g, '').replaceAll('_', '-');
  return `param-${plain.replaceAll(/([a-z\d])([A-Z])/g, '$1-$2')}`;
}
