/** A definition's text as JSON, in the order of its keys. */
import { type Document, isScalar, parseDocument, visit } from 'yaml';
import { tryJson } from '../../model/fields.ts';
import { decimalText, losesDigits } from '../../model/text/long-number.ts';

/** YAML as JSON with an indentation of two spaces: same order, aliases and merge keys expanded, without comments. */
export function yamlToJson(text: string): string {
  const document = parseDocument(text, { uniqueKeys: false, merge: true, intAsBigInt: true });
  visit(document, {
    Scalar: (_, node) => {
      const { value, source = '' } = node;
      if (typeof value === 'number' && losesDigits(source)) node.value = new LongNumber(source);
    },
  });
  return `${printJson(valueOf(document), '')}\n`;
}

/** A number that has to be printed as it is written. */
class LongNumber {
  readonly #source: string;

  constructor(source: string) {
    this.#source = source;
  }

  toString(): string {
    const isJson = tryJson(this.#source) !== undefined;
    return (isJson ? this.#source : decimalText(this.#source)) ?? 'null';
  }
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
  if (typeof value === 'bigint' || value instanceof LongNumber) return String(value);
  return JSON.stringify(value) ?? 'null';
}

const keyOf = (key: unknown): string => (isScalar(key) ? String(key.value) : String(key));
