/** Lines and columns of values in JSON and YAML texts. Takes time in proportion to the text, however wide its maps are. */
import { placed, type TextPosition } from '../../system/findings/place.ts';
import { YamlText } from '../../system/yaml/yaml-text.ts';
import { textOfString, visitJson } from '../json-text.ts';
import type { DefinitionFormat } from '../read-definition.ts';
import { keysFrom } from '../definition-tree.ts';

/** A value by its JSON pointer: its key, if it has one, or the value. */
export interface WantedValue {
  readonly pointer: string;
  readonly onKey: boolean;
}

/** What to look for below one value. */
interface Branch {
  readonly wanted: { readonly at: number; readonly onKey: boolean }[];
  readonly inside: Map<string, Branch>;
}

/** A text that was parsed, and as what. */
export interface ParsedText {
  readonly text: string;
  readonly format: DefinitionFormat;
}

/** The place of each value, in the order of `wanted`. If the text does not have the value, the place of its nearest parent. */
export function placesInText(
  { text, format }: ParsedText,
  wanted: readonly WantedValue[],
): TextPosition[] {
  if (format === 'yaml') {
    const yaml = new YamlText(text, 'core');
    return wanted.map(({ pointer, onKey }) => {
      const path = keysFrom(pointer);
      return onKey ? yaml.keyAt(path) : yaml.entryAt(path);
    });
  }
  const offsets = new OffsetsInJson(wanted);
  offsets.find(text);
  const found = placed(
    text,
    offsets.found.map((offset, at) => ({ offset, at })),
  );
  const result: TextPosition[] = [];
  for (const { at, line, column } of found) result[at] = { line, column };
  return result;
}

class OffsetsInJson {
  readonly found: number[];
  readonly #root: Branch = { wanted: [], inside: new Map() };

  constructor(wanted: readonly WantedValue[]) {
    this.found = wanted.map(() => 0);
    for (const [at, { pointer, onKey }] of wanted.entries()) {
      let branch = this.#root;
      for (const key of keysFrom(pointer)) {
        let next = branch.inside.get(key);
        if (next === undefined) branch.inside.set(key, (next = { wanted: [], inside: new Map() }));
        branch = next;
      }
      branch.wanted.push({ at, onKey });
    }
  }

  find(text: string): void {
    const open: { readonly branch: Branch | undefined; index: number }[] = [];
    let key: { readonly name: string; readonly offset: number } | undefined;
    const value = (offset: number): Branch | undefined => {
      const parent = open.at(-1);
      const branch =
        parent === undefined
          ? this.#root
          : parent.branch?.inside.get(key?.name ?? String(parent.index));
      if (branch !== undefined) this.#mark(branch, key?.offset ?? offset, offset);
      if (parent !== undefined) parent.index += 1;
      key = undefined;
      return branch;
    };
    visitJson(text, {
      begin: (offset) => {
        open.push({ branch: value(offset), index: 0 });
      },
      end: () => {
        open.pop();
      },
      key: (start, end) => {
        // Nothing is wanted in most maps.
        if (open.at(-1)?.branch !== undefined)
          key = { name: textOfString(text, start, end), offset: start };
      },
      scalar: value,
    });
  }

  /** Sets the offset for everything below this branch; a match further down replaces it. */
  #mark(branch: Branch, key: number, value: number): void {
    for (const { at, onKey } of branch.wanted) this.found[at] = onKey ? key : value;
    for (const inside of branch.inside.values()) this.#mark(inside, key, value);
  }
}
