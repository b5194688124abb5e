/** A definition's text as YAML or JSON, in the order of its keys. */
import { isScalar, parseDocument, visit, type Document } from 'yaml';

/**
 * JSON as YAML in block style: same order, same values. Duplicate keys were refused at upload; the check of the library is
 * quadratic in the size of a map.
 */
export function jsonToYaml(text: string): string {
  const document = parseDocument(text, { uniqueKeys: false });
  visit(document, {
    Collection: (_key, node) => {
      delete node.flow;
    },
    Scalar: (_key, node) => {
      delete node.type;
    },
  });
  return document.toString({ lineWidth: 0 });
}

/** YAML as JSON indented by two spaces: same order, aliases and merge keys written out, comments gone. */
export function yamlToJson(text: string): string {
  const document = parseDocument(text, { uniqueKeys: false, merge: true, intAsBigInt: true });
  return `${printJson(valueOf(document), '')}\n`;
}

/** Maps, not objects: an object would move keys such as `200` to its front. */
const valueOf = (document: Document.Parsed): unknown =>
  document.toJS({ mapAsMap: true, maxAliasCount: -1 });

function printJson(value: unknown, indent: string): string {
  const deeper = `${indent}  `;
  if (value instanceof Map) {
    if (value.size === 0) return '{}';
    const entries = [...value].map(
      ([key, each]) => `${deeper}${JSON.stringify(keyOf(key))}: ${printJson(each, deeper)}`,
    );
    return `{\n${entries.join(',\n')}\n${indent}}`;
  }
  if (Array.isArray(value)) {
    if (value.length === 0) return '[]';
    const items = value.map((each) => `${deeper}${printJson(each, deeper)}`);
    return `[\n${items.join(',\n')}\n${indent}]`;
  }
  if (typeof value === 'bigint') return String(value);
  return JSON.stringify(value) ?? 'null';
}

const keyOf = (key: unknown): string => (isScalar(key) ? String(key.value) : String(key));
