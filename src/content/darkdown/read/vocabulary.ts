/** The tags of darkdown, and how the canonical form writes them. */
import { nearest } from '../../../model/text/nearest.ts';
import type { AttributeValue } from './model.ts';

interface TagRule {
  readonly form: 'block' | 'inline' | 'pair';
  /** The order in the canonical form. Other names follow in source order. */
  readonly order: readonly string[];
  /** Values that the canonical form leaves out. */
  readonly defaults?: Readonly<Record<string, AttributeValue>>;
}

const block = (...order: string[]): TagRule => ({ form: 'block', order });

/** The block that only one audience sees. */
export const GATE = 'conditional';

/** All tags by name. */
export const TAGS: ReadonlyMap<string, TagRule> = new Map<string, TagRule>([
  ['badge', { form: 'inline', order: ['text', 'type'], defaults: { type: 'info' } }],
  ['icon', { form: 'inline', order: ['classes'] }],
  ['key', { form: 'inline', order: ['key'] }],
  ['glossary', { form: 'inline', order: ['term'] }],
  ['inline-image', { form: 'inline', order: ['url', 'width', 'mode'] }],
  ['u', { form: 'pair', order: [] }],
  ['link', { form: 'pair', order: ['href'] }],
  ['callout', { form: 'block', order: ['type', 'title'], defaults: { type: 'info' } }],
  ['image', block('url', 'width')],
  ['code', block('showLineNumbers')],
  ['tab', block('title')],
  ['tabs', block()],
  ['table', block('layout', 'widths')],
  ['row', block()],
  ['cell', { form: 'block', order: ['header', 'colwidth'], defaults: { header: false } }],
  ['video', { form: 'block', order: ['provider', 'videoId'], defaults: { provider: 'youtube' } }],
  ['synced', block('id')],
  ['html', block()],
  ['github-code', block('url')],
  ['index-list', block()],
  ['cards', block('view')],
  ['card', block('title', 'text', 'link')],
  ['accordion-group', block()],
  ['accordion', { form: 'block', order: ['title', 'open'], defaults: { open: false } }],
  ['code-steps', block('title')],
  ['step', block('title', 'codeId', 'highlightLines')],
  [GATE, block('audience')],
  ['p', block()],
  ['changelog', block('label', 'slug', 'date')],
]);

/** Whether a tag of this name is that block, or was probably meant to be it. */
export const isGate = (name: string): boolean =>
  name === GATE || (!TAGS.has(name) && nearest(name, TAGS.keys()) === GATE);

/** The message that a name is unknown, with the name that was most likely meant. */
export function noSuchTag(what: 'block' | 'tag', name: string): string {
  const near = nearest(name, TAGS.keys());
  const short = name.length > 40 ? `${name.slice(0, 40)}…` : name;
  return `There is no ${what} "${short}"${near === undefined ? '.' : `: did you mean "${near}"?`}`;
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

/** How deep blocks may nest. Deeper tags stay text: a page of a million opening tags must not exhaust the stack. */
export const MAX_BLOCK_DEPTH = 32;
