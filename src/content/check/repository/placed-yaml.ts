/** YAML whose values know where they stand in their file. */
import type { Document, Node } from 'yaml';
import type { SettingsValue } from '../../settings/settings-file.ts';
import { placeAt } from '../../place.ts';
import type { Place } from '../../place.ts';

/** Keys and indexes from the top of a document. */
export type YamlPath = readonly (string | number)[];

/** A document that is well formed. */
export interface PlacedYaml {
  /** Scalars as they are written, empty ones null. */
  readonly value: SettingsValue;
  /** Where the value at a path begins. */
  valueAt(path: YamlPath): Place;
  /** Where the key at the end of a path begins. */
  keyAt(path: YamlPath): Place;
}

/** Why a text is not YAML, and where. */
export interface YamlProblem extends Place {
  readonly problem: string;
}

/** Reads a text without a byte order mark. Loads the YAML library when it is called first. */
export async function placedYaml(text: string): Promise<PlacedYaml | YamlProblem> {
  const [{ isMap, isNode, isScalar, visit }, { parseYaml }] = await Promise.all([
    import('yaml'),
    import('../../../yaml/parse-yaml.ts'),
  ]);
  const document: Document.Parsed = parseYaml(text, { schema: 'failsafe', prettyErrors: false });
  const [error] = document.errors;
  if (error) return { problem: sentence(error.message), ...placeAt(text, error.pos[0]) };
  visit(document, {
    Scalar: (key, node) => {
      const isEmpty = node.type === 'PLAIN' && /^(?:null|~)?$/i.test(String(node.value));
      if (key !== 'key' && isEmpty) node.value = null;
    },
  });
  let value: SettingsValue;
  try {
    value = document.toJS({ maxAliasCount: 100 }) as SettingsValue;
  } catch (failed) {
    const problem = failed instanceof Error ? failed.message : 'This is not YAML.';
    return { problem: sentence(problem), line: 1, column: 1 };
  }
  const nodeAt = (path: YamlPath): Node | undefined => {
    const node = path.length === 0 ? document.contents : document.getIn(path, true);
    return isNode(node) ? node : undefined;
  };
  const placeOf = (node: Node | undefined): Place => placeAt(text, node?.range?.[0] ?? 0);
  return {
    value,
    valueAt: (path) => placeOf(nodeAt(path)),
    keyAt(path) {
      const parent = nodeAt(path.slice(0, -1));
      const pairs = isMap(parent) ? parent.items : [];
      const pair = pairs.find(({ key }) => isScalar(key) && key.value === path.at(-1));
      return placeOf(isNode(pair?.key) ? pair.key : parent);
    },
  };
}

const sentence = (text: string): string => {
  const [first = ''] = text.split('\n', 1);
  return `${first.charAt(0).toUpperCase()}${first.slice(1).replace(/[.:]?$/, '')}.`;
};
