/** Compares settings files of the repository layout with the settings that the platform reads. */
import type { FilePath } from '../../../model/ids.ts';
import { didYouMean, nearest } from '../../../model/text/nearest.ts';
import { settingVerdict, isFlag, mapOf } from '../../settings/settings-file.ts';
import type { PlacedYaml, SettingsValue } from '../../../system/yaml/placed-yaml.ts';
import type { YamlPath } from '../../../system/yaml/yaml-text.ts';
import { type CheckFinding, finding, quoted } from '../finding.ts';
import { type SettingsOf, type Shape, SHAPES } from './shapes.ts';

/** Settings that the platform does not know, or for which it expects another form. */
export function checkSettings(file: FilePath, yaml: PlacedYaml, of: SettingsOf): CheckFinding[] {
  const findings: CheckFinding[] = [];
  checkValue(yaml.value, SHAPES[of], [], false);
  findings.push(...checkReaders(file, yaml));
  return findings;

  function wrong(path: YamlPath, isReset: boolean, message: string): void {
    const code = isReset ? 'bad-theme' : 'wrong-setting';
    findings.push(finding(code, { file, ...yaml.valueAt(path), message }));
  }

  function checkValue(value: SettingsValue, shape: Shape, path: YamlPath, isReset: boolean): void {
    if (value === null || (path.length === 0 && value === '')) return;
    const expected = expectation(value, shape);
    if (expected !== null) return wrong(path, isReset, `${nameOf(path)} ${expected}.`);
    if (shape.kind === 'list') {
      const items = value as readonly SettingsValue[];
      for (const [index, item] of items.entries()) {
        checkValue(item, shape.of, [...path, index], isReset);
      }
      const { most } = shape;
      if (most !== undefined && items.length > most) {
        wrong([...path, most], isReset, `${nameOf(path)} has more than ${most} entries.`);
      }
    } else if (shape.kind === 'map') {
      for (const [key, inner] of Object.entries(value)) {
        const known = Object.hasOwn(shape.keys, key) ? shape.keys[key] : undefined;
        const at = [...path, key];
        if (known) checkValue(inner, known, at, isReset || shape.isReset === true);
        else if (settingVerdict(key, inner) === 'holds' && shape.isOpen !== true) {
          unreadKey(key, at, shape);
        } else if (!isToldAsUnclear(key, inner, at)) unknownKey(key, at, shape);
      }
    }
  }

  /** Reports a key that hides content here and that the platform does not know. */
  function unreadKey(key: string, path: YamlPath, shape: Shape & { readonly kind: 'map' }): void {
    const message =
      path.length === 1
        ? `The platform does not know ${quoted(key)}, and shows what this tool holds back.`
        : `The platform does not know ${quoted(path.join('.'))}: it hides nothing.`;
    const hint = Object.hasOwn(shape.keys, 'published')
      ? 'Write `published: false`'
      : 'Remove the line';
    findings.push(finding('unread-settings', { file, ...yaml.keyAt(path), message, hint }));
  }

  /** Whether `checkReaders` reports the key, so that it needs no second finding. */
  function isToldAsUnclear(key: string, value: SettingsValue, path: YamlPath): boolean {
    return path.length === 1 && settingVerdict(key, value) === 'unclear';
  }

  function unknownKey(key: string, path: YamlPath, shape: Shape & { readonly kind: 'map' }): void {
    const names = Object.keys(shape.keys);
    const near = shape.isOpen
      ? names.find((name) => spelling(name) === spelling(key))
      : nearest(key, names);
    if (shape.isOpen && near === undefined) return;
    const hint = didYouMean(near && `\`${near}\``, `There are ${names.join(', ')}`);
    const code = shape.isReset ? 'bad-theme' : 'unknown-setting';
    const message = `Unknown setting ${quoted(path.join('.'))}.`;
    findings.push(finding(code, { file, ...yaml.keyAt(path), message, hint }));
  }
}

/** Settings that may mean "not for readers yet" but are not clear. */
function checkReaders(file: FilePath, yaml: PlacedYaml): CheckFinding[] {
  return Object.entries(mapOf(yaml.value) ?? {}).flatMap(([key, value]) => {
    if (settingVerdict(key, value, file) !== 'unclear') return [];
    // For other values, the check of the file's shape already has a finding.
    if (key === 'published' && value !== null && value !== '') return [];
    const isEmpty = value === null || value === '';
    const message = isEmpty
      ? `${quoted(key)} has no value: what it belongs to is held back.`
      : `${quoted(key)} does not clearly say whether readers may see this: it is held back.`;
    const hint = 'Write `true` or `false`, or remove the line';
    return [finding('unclear-visibility', { file, ...yaml.keyAt([key]), message, hint })];
  });
}

/**
 * Normalises the spelling of a name. If a map may have unknown names, only another spelling of a
 * known name is a problem.
 */
const spelling = (name: string): string =>
  name.toLowerCase().replaceAll('color', 'colour').replaceAll(/[_-]/g, '');

const nameOf = (path: YamlPath): string =>
  path.length === 0
    ? 'This file'
    : quoted(
        path
          .map((part, at) =>
            typeof part === 'number' ? `[${part}]` : at === 0 ? part : `.${part}`,
          )
          .join(''),
      );

/** What a value should be, as the end of a sentence; null if it is valid. */
function expectation(value: SettingsValue, { kind }: Shape): string | null {
  switch (kind) {
    case 'anything':
      return null;
    case 'text':
      return typeof value === 'string' ? null : 'must be text';
    case 'flag':
      return isFlag(value) ? null : 'must be true or false';
    case 'colour':
      return isText(value, /^#?(?:[\da-f]{3}|[\da-f]{6}|[\da-f]{8})$/i)
        ? null
        : 'must be a colour such as 5368e7';
    case 'language':
      return isText(value, /^(?:[a-z]{2,3}(?:[_-][a-z\d]{2,8})*)?$/i)
        ? null
        : 'must be the code of a language, such as de or en_us';
    case 'list':
      return Array.isArray(value) ? null : 'must be a list';
    case 'map':
      return typeof value === 'object' && !Array.isArray(value)
        ? null
        : 'must be a group of settings (`key: value` lines)';
    default:
      return kind satisfies never;
  }
}

const isText = (value: SettingsValue, pattern: RegExp): boolean =>
  typeof value === 'string' && pattern.test(value);
