/** Names that Mintlify gives to components, so that links can lead to them. Pure. */
import { CountedSlugs, SLUGGERS } from '../slugs.ts';
import type { ElementTag } from './element.ts';
import { attributeText } from './phrases.ts';

const FIELDS: ReadonlySet<string> = new Set(['ParamField', 'ResponseField', 'Param']);
const TITLED: ReadonlySet<string> = new Set(['Accordion', 'Expandable', 'Tab']);

/** The names of the components of one page, which count those of one title. */
export class ComponentNames {
  /** Its older versions count in other ways. */
  readonly #ways = SLUGGERS.mintlify.map((slugger) => new CountedSlugs(slugger));

  /** The names that links may use for the component; none if it has none but its `id`. */
  take(tag: ElementTag): string[] {
    const text = textOf(tag);
    if (text === '' || tag.kind === 'close') return [];
    return [...new Set(this.#ways.map((way) => way.take(text)))];
  }
}

function textOf(tag: ElementTag): string {
  if (TITLED.has(tag.name)) return attributeText(tag, 'title');
  if (!FIELDS.has(tag.name)) return '';
  const keys = tag.name === 'ResponseField' ? ['name'] : ['query', 'path', 'body', 'header'];
  const name = keys.map((key) => attributeText(tag, key)).find((text) => text !== '');
  if (name === undefined) return '';
  // `maxLength` is `param-max-length`, and `--port <number>` is `param-port`.
  const plain = name.replaceAll(/<[^<>]*>/g, '').replaceAll('_', '-');
  return `param-${plain.replaceAll(/([a-z\d])([A-Z])/g, '$1-$2')}`;
}
