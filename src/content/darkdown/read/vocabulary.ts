/** The tags of darkdown, and how the canonical form writes them. */
import { shorten } from '../../../model/text/sentences.ts';
import { nearest } from '../../../model/text/nearest.ts';
import type { AttributeValue } from './model.ts';

/** What an attribute may hold: any text, unless the rule restricts it. */
export interface AttributeRule {
  /**
   * `number` and `boolean` need no quotes, though early pages have them; `image`: the address of an
   * image.
   */
  readonly kind?: 'number' | 'boolean' | 'image';
  /** The only values that have a meaning. */
  readonly oneOf?: readonly string[];
  /** The value that the canonical form leaves out. */
  readonly preset?: AttributeValue;
  /** Without this attribute, the tag shows nothing. */
  readonly isNeeded?: true;
  /** The canonical form writes it after the others, in source order, like unknown attributes. */
  readonly isLast?: true;
}

interface TagRule {
  readonly form: 'block' | 'inline' | 'pair';
  /** In the order of the canonical form. */
  readonly attributes: ReadonlyMap<string, AttributeRule>;
  /** The attributes without those that are written last. */
  readonly order: readonly string[];
  /** Whether the canonical form writes no blank lines between the blocks inside. */
  readonly isDense: boolean;
  /** Whether it replaces a plugin of the first generation. */
  readonly replacesPlugin: boolean;
}

type AttributeRules = Readonly<Record<string, AttributeRule>>;

const rule = (
  form: TagRule['form'],
  attributes: AttributeRules,
  { isDense = false, replacesPlugin = false } = {},
): TagRule => ({
  form,
  attributes: new Map(Object.entries(attributes)),
  order: Object.keys(attributes).filter((name) => attributes[name]?.isLast !== true),
  isDense,
  replacesPlugin,
});

const inline = (attributes: AttributeRules): TagRule => rule('inline', attributes);
const block = (
  attributes: AttributeRules = {},
  more?: { isDense?: boolean; replacesPlugin?: boolean },
): TagRule => rule('block', attributes, more);

const TEXT: AttributeRule = {};
const FLAG: AttributeRule = { kind: 'boolean' };
const OFF: AttributeRule = { kind: 'boolean', preset: false };
const SPAN: AttributeRule = { kind: 'number', isLast: true };
const PICTURE: AttributeRule = { kind: 'image', isNeeded: true };

export const CALLOUT_TYPES: readonly string[] = ['info', 'success', 'warning', 'error'];
const BADGE_TYPES = ['info', 'primary', 'success', 'warning', 'error', 'custom'];
const PROVIDERS = ['youtube', 'vimeo', 'loom', 'raw'];

/** The block for one audience. */
export const GATE = 'conditional';

/** All tags by name: a new block is a row. */
export const TAGS: ReadonlyMap<string, TagRule> = new Map<string, TagRule>([
  ['badge', inline({ text: TEXT, type: { oneOf: BADGE_TYPES, preset: 'info' } })],
  ['icon', inline({ classes: TEXT })],
  ['key', inline({ key: TEXT })],
  ['glossary', inline({ term: TEXT })],
  ['inline-image', inline({ url: PICTURE, width: TEXT, mode: TEXT })],
  ['u', rule('pair', {})],
  ['link', rule('pair', { href: TEXT })],
  [
    'callout',
    block(
      { type: { oneOf: CALLOUT_TYPES, preset: 'info' }, title: TEXT },
      { replacesPlugin: true },
    ),
  ],
  [
    'image',
    block(
      { url: PICTURE, width: { kind: 'number' }, height: { kind: 'number', isLast: true } },
      { replacesPlugin: true },
    ),
  ],
  ['code', block({ showLineNumbers: FLAG }, { replacesPlugin: true })],
  ['tab', block({ title: TEXT })],
  ['tabs', block()],
  ['table', block({ layout: TEXT, widths: TEXT }, { isDense: true })],
  ['row', block({}, { isDense: true })],
  ['cell', block({ header: OFF, colwidth: TEXT, colspan: SPAN, rowspan: SPAN })],
  [
    'video',
    block({ provider: { oneOf: PROVIDERS, preset: 'youtube' }, videoId: { isNeeded: true } }),
  ],
  ['synced', block({ id: TEXT }, { replacesPlugin: true })],
  ['html', block()],
  ['github-code', block({ url: TEXT })],
  ['index-list', block()],
  ['cards', block({ view: TEXT }, { isDense: true })],
  ['card', block({ title: TEXT, text: TEXT, link: TEXT })],
  ['accordion-group', block()],
  ['accordion', block({ title: TEXT, open: OFF })],
  ['code-steps', block({ title: TEXT })],
  ['step', block({ title: TEXT, codeId: TEXT, highlightLines: TEXT })],
  [GATE, block({ audience: { isNeeded: true } })],
  ['p', block()],
  ['changelog', block({ label: TEXT, slug: TEXT, date: TEXT })],
]);

export const isImageAddress = (tag: string, name: string): boolean =>
  TAGS.get(tag)?.attributes.get(name)?.kind === 'image';

/** The effective value: an empty or unknown one counts as the preset. */
export function meantValue(tag: string, name: string, value: string): string {
  const { oneOf, preset = '' } = TAGS.get(tag)?.attributes.get(name) ?? {};
  return value === '' || oneOf?.includes(value) === false ? String(preset) : value;
}

/**
 * Results of `nearestTag` by name. A page may have the same wrong name a hundred thousand times.
 */
const found = new Map<string, string | undefined>();
const MAX_FOUND = 1000;

/** The tag that was probably meant; `undefined` if no name is near. */
export function nearestTag(name: string): string | undefined {
  if (found.has(name)) return found.get(name);
  const near = nearest(name, TAGS.keys());
  if (found.size < MAX_FOUND) found.set(name, near);
  return near;
}

/** Whether a tag of this name is a gate, or was probably meant as one. */
export const isGate = (name: string): boolean =>
  name === GATE || (!TAGS.has(name) && nearestTag(name) === GATE);

/** The message that a name is unknown, with the name that was most likely meant. */
export function noSuchTag(what: 'block' | 'tag', name: string): string {
  const near = nearestTag(name);
  const short = shorten(name, 40);
  return `There is no ${what} "${short}".${near === undefined ? '' : ` Did you mean "${near}"?`}`;
}

/** Plugins of the first generation, by the tag that replaced them. */
export const PLUGINS: ReadonlyMap<string, string> = new Map([
  ['image', 'image'],
  ['code-block', 'code'],
  ['callout', 'callout'],
  ['custom-html', 'html'],
  ['table', 'table'],
  ['synced-block', 'synced'],
  ['video', 'video'],
  ['github-code', 'github-code'],
  ['index-list', 'index-list'],
  ['tab-block', 'tabs'],
]);

/** Deeper tags stay text, so that a page of a million opening tags does not exhaust the stack. */
export const MAX_BLOCK_DEPTH = 32;
