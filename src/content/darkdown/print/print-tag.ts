/** The canonical form of tags. */
import { textOf } from '../read/blocks.ts';
import type { AttributeValue, Attributes } from '../read/model.ts';
import { TAGS } from '../read/vocabulary.ts';
import type { AttributeRule } from '../read/vocabulary.ts';

function printValue(value: AttributeValue): string {
  if (Array.isArray(value)) return `[${value.map((item) => printValue(item)).join(', ')}]`;
  if (typeof value !== 'string') return String(value);
  const escaped = value.replaceAll(/["\\]/g, '\\$&').replaceAll('\n', '\\n');
  return `"${escaped}"`;
}

function typed(rule: AttributeRule | undefined, value: AttributeValue): AttributeValue {
  if (typeof value !== 'string') return value;
  if (rule?.kind === 'number' && /^\d{1,6}$/.test(value)) return Number(value);
  if (rule?.kind === 'boolean' && (value === 'true' || value === 'false')) return value === 'true';
  return value;
}

/** ` a="b" c=1`, in the platform's order, without presets and empty values. */
export function printAttributes(tag: string, attributes: Attributes): string {
  const { order = [], attributes: rules } = TAGS.get(tag) ?? {};
  const first = order.filter((name) => attributes.has(name));
  const names = new Set([...first, ...attributes.keys()]);
  let text = '';
  for (const name of names) {
    const rule = rules?.get(name);
    const plain = textOf(attributes, name);
    if (plain === '' || plain === String(rule?.preset ?? '')) continue;
    text += ` ${name}=${printValue(typed(rule, attributes.get(name) ?? null))}`;
  }
  return text;
}

/** An opening tag in its canonical form. */
export const printTag = (name: string, attributes: Attributes, selfClosing: boolean): string =>
  `{% ${name}${printAttributes(name, attributes)} ${selfClosing ? '/' : ''}%}`;
