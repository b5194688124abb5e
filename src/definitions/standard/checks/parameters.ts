/** Rules for single parameters and headers. `paths` checks them against paths and each other. */
import { child, isTree, listAt, textAt, type Tree } from '../../tree.ts';
import type { Inspection } from '../inspection.ts';
import { below, type Spot } from '../spot.ts';
import { checkExamples } from './examples.ts';
import { checkSimpleValue } from './schemas.ts';

export function checkParameter(inspection: Inspection, spot: Spot, node: Tree): void {
  const place = textAt(node, 'in');
  if (place === 'path' && child(node, 'required') !== true) {
    const name = textAt(node, 'name') ?? '';
    const message = `the path parameter "${name}" is not \`required: true\``;
    const key = Object.hasOwn(node, 'required') ? { key: 'required' } : { onKey: true };
    inspection.report('path-parameter-required', spot, message, key);
  }
  if (inspection.standard === '2.0') checkParameter2(inspection, spot, node);
  else {
    checkValue(inspection, spot, node, 'a parameter');
    checkStyle(inspection, spot, node, place);
    if (place === 'querystring') checkQuerystring(inspection, spot, node);
  }
}

function checkParameter2(inspection: Inspection, spot: Spot, node: Tree): void {
  const place = textAt(node, 'in');
  const foreign = place === 'body' ? ['type', 'items', 'collectionFormat'] : ['schema'];
  for (const key of foreign) {
    if (!Object.hasOwn(node, key) || place === undefined) continue;
    const message = `a parameter in ${place} cannot have \`${key}\``;
    inspection.report('unknown-field', spot, message, { key, onKey: true });
  }
  if (place !== 'body') checkSimpleValue(inspection, spot, node);
  if (textAt(node, 'type') === 'file' && place !== undefined && place !== 'formData') {
    const message = `a file must be sent in \`formData\`, not in ${place}`;
    inspection.report('form-consumes', spot, message, { key: 'type' });
  }
  const isMulti = textAt(node, 'collectionFormat') === 'multi';
  if (isMulti && place !== 'query' && place !== 'formData') {
    const message = `\`multi\` can only be used in \`query\` and \`formData\`, not ${place === undefined ? 'here' : `in ${place}`}`;
    inspection.report('collection-format', spot, message, { key: 'collectionFormat' });
  }
}

/** `schema` or `content` describes the value: exactly one of them, and `content` with exactly one media type. */
export function checkValue(inspection: Inspection, spot: Spot, node: Tree, called: string): void {
  checkExamples(inspection, spot, node);
  const hasContent = Object.hasOwn(node, 'content');
  if (Object.hasOwn(node, 'schema') === hasContent) {
    const message = hasContent
      ? `${called} cannot have both \`schema\` and \`content\``
      : `${called} needs \`schema\` or \`content\``;
    inspection.report('parameter-value', spot, message, { onKey: true });
  }
  const content = child(node, 'content');
  if (!isTree(content)) return;
  const types = Object.keys(content).filter((key) => !key.startsWith('x-'));
  if (types.length !== 1) {
    const message = `the \`content\` of ${called} must have one media type, but this one has ${types.length}`;
    inspection.report('parameter-value', spot, message, { key: 'content' });
  }
}

const STYLES: Readonly<Record<string, readonly string[]>> = {
  path: ['matrix', 'label', 'simple'],
  query: ['form', 'spaceDelimited', 'pipeDelimited', 'deepObject'],
  header: ['simple'],
  cookie: ['form'],
};

export function checkStyle(
  inspection: Inspection,
  spot: Spot,
  node: Tree,
  place: string | undefined,
): void {
  const style = textAt(node, 'style');
  const fitting = [...(STYLES[place ?? ''] ?? [])];
  if (style === undefined || fitting.length === 0) return;
  if (place === 'cookie' && inspection.standard === '3.2') fitting.push('cookie');
  if (fitting.includes(style)) return;
  const list = fitting.map((each) => `\`${each}\``).join(', ');
  const message = `\`style: ${style}\` cannot be used in ${place}, which allows ${list}`;
  inspection.report('parameter-style', spot, message, { key: 'style' });
}

function checkQuerystring(inspection: Inspection, spot: Spot, node: Tree): void {
  if (Object.hasOwn(node, 'content')) return;
  const message = 'a parameter in querystring needs `content`';
  inspection.report('spec-querystring-parameters', spot, message, { onKey: true });
}

/** A list has each name and place only once. A reference counts as its target, if that was read already. */
export function checkParameterList(inspection: Inspection, spot: Spot, node: Tree): void {
  const list = listAt(node, 'parameters');
  if (list.length < 2) return;
  const inside = below(spot, 'parameters', list);
  const seen = new Set<string>();
  for (const [at, each] of list.entries()) {
    const reference = textAt(each, '$ref');
    const key =
      reference === undefined
        ? `${textAt(each, 'in') ?? ''} ${nameIn(each)}`
        : keyOfTarget(inspection, below(inside, at, each), reference);
    if (key === undefined) continue;
    if (seen.has(key)) {
      const [place = '', ...name] = key.split(' ');
      const message = `the parameter "${name.join(' ')}" in ${place} is defined twice`;
      inspection.report('operation-parameters-unique', inside, message, { key: at });
    }
    seen.add(key);
  }
}

/** Names of headers are not case-sensitive. */
const nameIn = (node: unknown): string => {
  const name = textAt(node, 'name') ?? '';
  return textAt(node, 'in') === 'header' ? name.toLowerCase() : name;
};

function keyOfTarget(inspection: Inspection, spot: Spot, reference: string): string | undefined {
  const lead = inspection.references.follow(reference, spot);
  if (lead.kind !== 'found') return undefined;
  const name = textAt(lead.spot.value, 'name');
  return name === undefined
    ? undefined
    : `${textAt(lead.spot.value, 'in') ?? ''} ${nameIn(lead.spot.value)}`;
}
