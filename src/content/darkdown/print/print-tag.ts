/** The canonical form of tags. */
import { textOf } from '../read/blocks.ts';
import type { AttributeValue, Attributes } from '../read/model.ts';
import { TAGS } from '../read/vocabulary.ts';

/** Written without quotes here; early pages quote them. */
const NUMBERS: ReadonlySet<string> = new Set(['image.width', 'image.height']);
const BOOLEANS: ReadonlySet<string> = new Set([
  'accordion.open',
  'cell.header',
  'code.showLineNumbers',
]);

function printValue(value: AttributeValue): string {
  if (Array.isArray(value)) return `[${value.map((item) => printValue(item)).join(', ')}]`;
  if (typeof value !== 'string') return String(value);
  const escaped = value.replaceAll(/["\\]/g, '\\$&').replaceAll('\n', '\\n');
  return `"${escaped}"`;
}

function typed(tag: string, name: string, value: AttributeValue): AttributeValue {
  const key = `${tag}.${name}`;
  if (typeof value !== 'string') return value;
  if (NUMBERS.has(key) && /^\d{1,6}$/.test(value)) return Number(value);
  if (BOOLEANS.has(key) && (value === 'true' || value === 'false')) return value === 'true';
  return value;
}

/** ` a="b" c=1`, in the platform's order, without defaults and empty ones. */
export function printAttributes(tag: string, attributes: Attributes): string {
  const rule = TAGS.get(tag);
  const defaults = rule?.defaults ?? {};
  const first = (rule?.order ?? []).filter((name) => attributes.has(name));
  const names = new Set([...first, ...attributes.keys()]);
  let text = '';
  for (const name of names) {
    const value = attributes.get(name) ?? null;
    const plain = textOf(attributes, name);
    if (plain === '' || plain === String(defaults[name] ?? '')) continue;
    text += ` ${name}=${printValue(typed(tag, name, value))}`;
  }
  return text;
}

/** An opening tag in its canonical form. */
export const printTag = (name: string, attributes: Attributes, selfClosing: boolean): string =>
  `{% ${name}${printAttributes(name, attributes)} ${selfClosing ? '/' : ''}%}`;
