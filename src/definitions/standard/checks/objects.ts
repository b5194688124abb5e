/** The standard's rules for single objects, beyond the types of their values. */
import { child, isTree, type Tree } from '../../tree.ts';
import type { Inspection } from '../inspection.ts';
import { below, type Spot } from '../spot.ts';
import { checkDocument } from './document.ts';
import { checkExamples } from './examples.ts';
import { checkParameter, checkParameterList, checkStyle, checkValue } from './parameters.ts';
import { checkSchema, checkSimpleValue } from './schemas.ts';
import { checkSecurityScheme } from './security.ts';
import { checkServer } from './servers.ts';

/** @param isReference whether part of it is defined elsewhere */
export function checkObject(
  inspection: Inspection,
  spot: Spot,
  type: string,
  isReference: boolean,
): void {
  const { value: node } = spot;
  if (!isTree(node)) return;
  switch (type) {
    case 'Root':
      checkDocument(inspection, spot, node);
      break;
    case 'PathItem':
      checkParameterList(inspection, spot, node);
      if (inspection.standard === '3.2') checkMethods(inspection, spot, node);
      break;
    case 'Operation':
      inspection.visited.operations.push(spot);
      checkParameterList(inspection, spot, node);
      break;
    case 'Responses':
      checkResponses(inspection, spot, node);
      break;
    case 'Parameter':
      checkParameter(inspection, spot, node);
      break;
    case 'Header':
      if (inspection.standard === '2.0') checkSimpleValue(inspection, spot, node);
      else {
        checkValue(inspection, spot, node, 'a header');
        checkStyle(inspection, spot, node, 'header');
      }
      break;
    case 'Items':
      checkSimpleValue(inspection, spot, node);
      break;
    case 'RequestBody':
    case 'Response':
      checkMediaTypes(inspection, spot, node);
      break;
    case 'MediaType':
      checkMediaType(inspection, spot, node);
      break;
    case 'Example':
      checkExample(inspection, spot, node);
      break;
    case 'Schema':
      checkSchema(inspection, spot, node, isReference);
      break;
    case 'SecurityScheme':
      checkSecurityScheme(inspection, spot, node);
      break;
    case 'SecurityRequirement':
      inspection.visited.requirements.push(spot);
      break;
    case 'Server':
      checkServer(inspection, spot, node);
      break;
    case 'Link':
      inspection.visited.links.push(spot);
      break;
    default:
  }
}

const FIXED = new Set('GET PUT POST DELETE OPTIONS HEAD PATCH TRACE QUERY'.split(' '));

function checkMethods(inspection: Inspection, spot: Spot, node: Tree): void {
  const more = child(node, 'additionalOperations');
  if (!isTree(more)) return;
  for (const method of Object.keys(more)) {
    if (!FIXED.has(method.toUpperCase())) continue;
    const message = `${method} belongs in \`${method.toLowerCase()}\`, not in \`additionalOperations\``;
    const inside = below(spot, 'additionalOperations', more);
    inspection.report('additional-operations', inside, message, { key: method, onKey: true });
  }
}

function checkResponses(inspection: Inspection, spot: Spot, node: Tree): void {
  const keys = Object.keys(node).filter((key) => !key.startsWith('x-'));
  if (keys.length === 0) {
    inspection.report('responses-empty', spot, 'no responses are defined', { onKey: true });
  }
  const hasRanges = inspection.standard !== '2.0';
  for (const key of keys) {
    if (key === 'default' || /^[1-5](?:[0-9]{2}|XX)$/.test(key)) {
      if (!hasRanges && key.endsWith('XX')) {
        const message = `OpenAPI 2.0 has no ranges such as "${key}": name each status`;
        inspection.report('response-status-range', spot, message, { key, onKey: true });
      }
    } else if (/^[0-9](?:[0-9]{2}|xx)$/i.test(key)) {
      const hint = /xx/i.test(key) ? `: write "${key.toUpperCase()}"` : '';
      const message = `"${key}" is not an HTTP status${hint}`;
      inspection.report('response-status-range', spot, message, { key, onKey: true });
    } else if (/^[0-9]/.test(key)) {
      const message = `"${key}" is neither a status nor \`default\``;
      inspection.report('response-status', spot, message, { key, onKey: true });
    }
  }
}

function checkMediaTypes(inspection: Inspection, spot: Spot, node: Tree): void {
  const content = child(node, 'content');
  if (!isTree(content)) return;
  for (const key of Object.keys(content)) {
    if (key.includes('/') || key === '$ref' || key.startsWith('x-')) continue;
    const inside = below(spot, 'content', content);
    const message = `"${key}" is not a media type`;
    inspection.report('media-type-form', inside, message, { key, onKey: true });
  }
}

function checkMediaType(inspection: Inspection, spot: Spot, node: Tree): void {
  checkExamples(inspection, spot, node);
  if (inspection.standard !== '3.2') return;
  const first = ['prefixEncoding', 'itemEncoding'].find((key) => Object.hasOwn(node, key));
  if (first !== undefined && Object.hasOwn(node, 'encoding')) {
    const message = `\`encoding\` works by name and \`${first}\` by position: use only one of them`;
    const rule = 'spec-no-invalid-encoding-combinations';
    inspection.report(rule, spot, message, { key: first, onKey: true });
  }
}

const EXCLUSIVE: readonly (readonly [string, string])[] = [
  ['value', 'dataValue'],
  ['value', 'serializedValue'],
  ['serializedValue', 'externalValue'],
];

function checkExample(inspection: Inspection, spot: Spot, node: Tree): void {
  const has = (key: string): boolean => Object.hasOwn(node, key);
  if (has('value') && has('externalValue')) {
    const rule = 'no-example-value-and-externalValue';
    const message = '`value` and `externalValue` cannot be used together';
    inspection.report(rule, spot, message, { key: 'value', onKey: true });
  }
  for (const [one, other] of EXCLUSIVE) {
    if (inspection.standard !== '3.2' || !has(one) || !has(other)) continue;
    const message = `\`${one}\` and \`${other}\` cannot be used together`;
    inspection.report('spec-example-values', spot, message, { key: one, onKey: true });
  }
}
