/** Turns HTML elements and components in a line into phrases. Pure. */
import type { Phrase } from '../../../content/darkdown/markdown/flow.ts';
import type { ElementTag } from '../element.ts';
import { attributeText, tagPhrase } from '../phrases.ts';

/** Elements that become marks. */
export const MARKS: ReadonlyMap<string, 'em' | 'strong' | 's'> = new Map([
  ['b', 'strong'],
  ['strong', 'strong'],
  ['i', 'em'],
  ['em', 'em'],
  ['s', 's'],
  ['del', 's'],
  ['strike', 's'],
]);

/** Types of badges that are not `info`, by the types and colours of tools. */
const BADGES: ReadonlyMap<string, string> = new Map([
  ['tip', 'success'],
  ['success', 'success'],
  ['green', 'success'],
  ['warning', 'warning'],
  ['yellow', 'warning'],
  ['orange', 'warning'],
  ['danger', 'error'],
  ['error', 'error'],
  ['red', 'error'],
]);

type Maker = (text: string, tag: ElementTag) => Phrase[];

export const badgeOf: Maker = (content, tag) => {
  const text = content || attributeText(tag, 'text');
  const kind = attributeText(tag, 'type') || attributeText(tag, 'color');
  const type = BADGES.get(kind) ?? 'info';
  return text === '' ? [] : [tagPhrase('badge', { text, type })];
};

const code: Maker = (text) => (text === '' ? [] : [{ kind: 'code-span', code: text }]);
const key: Maker = (text) => (text === '' ? [] : [tagPhrase('key', { key: text })]);

export const isIcon = (tag: ElementTag): boolean =>
  tag.name === 'i' && attributeText(tag, 'class').startsWith('fa-');

const BRANDS =
  /^(?:android|apple(?!-alt|-whole)|aws|discord|docker|facebook|figma|git(?:hub|lab)?|golang|google|instagram|java|js|linkedin|linux|microsoft|node|npm|php|python|react|reddit|rust|slack|stripe|swift|telegram|(?:x-)?twitter|ubuntu|vuejs|whatsapp|windows|youtube)(?:-|$)/;

/** The class for an icon's style. The platform has each icon in one style only. */
const styleOf = (name: string): string => (BRANDS.test(name) ? 'fab' : 'fas');

/** A Font Awesome icon, from its classes. Text in the element is dropped. */
export const icon: Maker = (_text, tag) => {
  const classes = attributeText(tag, 'class');
  return [tagPhrase('icon', { classes: `${styleOf(classes.replace(/^fa-/, ''))} ${classes}` })];
};

/**
 * The classes of the Font Awesome icon with this name; null for an address. Other icon sets share
 * most names.
 */
export function iconClasses(name: string, type = ''): string | null {
  if (!/^[a-z\d-]+$/.test(name)) return null;
  return `${type === 'brands' ? 'fab' : styleOf(name)} fa-${name}`;
}

export const iconNamed: Maker = (name, tag) => {
  const classes = iconClasses(name, attributeText(tag, 'iconType'));
  return classes === null ? [] : [tagPhrase('icon', { classes })];
};

/** Elements of which only the text is used, and functions that turn it into phrases. */
export const MADE: ReadonlyMap<string, Maker> = new Map([
  ['code', code],
  ['tt', code],
  ['samp', code],
  ['Latex', code],
  ['kbd', key],
  ['Kbd', key],
  ['Badge', badgeOf],
]);
