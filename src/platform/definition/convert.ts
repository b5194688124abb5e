/** Definitions as JSON and as YAML, in the order of their keys, with their numbers as they are written. */
import { isScalar, stringify, visit, type Document, type ScalarTag } from 'yaml';
import { textOfString, visitJson } from '../../definitions/json-text.ts';
import { tryJson } from '../../model/fields.ts';
import { parseYaml } from '../../system/yaml/yaml-text.ts';
import { decimalText, losesDigits } from '../../model/text/long-number.ts';

/** YAML as JSON with an indentation of two spaces: same order, aliases and merge keys expanded, without comments. */
export function yamlToJson(text: string): string {
  const document = parseYaml(text, { merge: true, intAsBigInt: true });
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
  readonly source: string;

  constructor(source: string) {
    this.source = source;
  }

  toString(): string {
    const isJson = tryJson(this.source) !== undefined;
    return (isJson ? this.source : decimalText(this.source)) ?? 'null';
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

/** The YAML of a map in JSON, which must be valid. YAML 1.1 and 1.2 read the result in the same way. */
export const jsonToYaml = (text: string): string =>
  stringify(valuesIn(text), {
    compat: 'yaml-1.1',
    customTags: (tags) => [LONG_NUMBER, ...tags],
    aliasDuplicateObjects: false,
    blockQuote: 'literal',
    indentSeq: false,
    lineWidth: 0,
  });

const LONG_NUMBER: ScalarTag = {
  tag: 'tag:yaml.org,2002:float',
  default: true,
  identify: (value) => value instanceof LongNumber,
  resolve: (source) => source,
  stringify: ({ value }) => (value as LongNumber).source,
};

/** Maps, not objects: an object would move keys such as `200` to its front. */
function valuesIn(text: string): unknown {
  const root: unknown[] = [];
  const open: (unknown[] | Map<string, unknown>)[] = [root];
  let key = '';
  const put = (value: unknown): void => {
    const inside = open.at(-1);
    if (inside instanceof Map) inside.set(key, value);
    else inside?.push(value);
  };
  visitJson(text, {
    begin: (_, isMap) => {
      const made = isMap ? new Map<string, unknown>() : [];
      put(made);
      open.push(made);
    },
    end: () => void open.pop(),
    key: (start, end) => {
      key = textOfString(text, start, end);
    },
    scalar: (start, end) => {
      const written = text.slice(start, end);
      const isLong = /^[-\d]/.test(written) && losesDigits(written);
      put(isLong ? new LongNumber(written) : (JSON.parse(written) as unknown));
    },
  });
  return root[0];
}
