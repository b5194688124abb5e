/** Settings in YAML, with the positions of their values in the file. */
import { sizeProblem, type InputKind } from '../../model/input-limits.ts';
import type { TextPosition } from '../findings/place.ts';
import type { YamlPath, YamlProblem } from './yaml-text.ts';

/** Scalars stay text as written, because `2.10`, `true` and `2023-03-20` may as well be names. */
export type SettingsValue =
  | string
  | null
  | readonly SettingsValue[]
  | { readonly [key: string]: SettingsValue };

/** A well-formed document. */
export interface PlacedYaml {
  /** Scalars as they are written; empty ones are null. */
  readonly value: SettingsValue;
  /** The position of the value at a path, or of its nearest parent. */
  valueAt(path: YamlPath): TextPosition;
  /** The position of the key at the end of a path, or of that of its nearest parent. */
  keyAt(path: YamlPath): TextPosition;
}

/** Reads a text without a byte order mark. Loads the YAML library on the first call. */
export async function placedYaml(
  text: string,
  kind: InputKind = 'settings',
): Promise<PlacedYaml | YamlProblem> {
  const tooLarge = sizeProblem(kind, text.length);
  if (tooLarge !== undefined) return { message: `${tooLarge}.`, line: 1, column: 1 };
  const { YamlText } = await import('./yaml-text.ts');
  const read = new YamlText(text, 'failsafe');
  const whole = read.problem ?? read.value();
  if ('message' in whole) return whole;
  return {
    value: whole.value as SettingsValue,
    valueAt: (path) => read.valueAt(path),
    keyAt: (path) => read.keyAt(path),
  };
}
