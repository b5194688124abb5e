/** Entries of a `_nav.yaml` that the platform ignores. Other rules check that pages exist. */
import type { FilePath } from '../../../model/ids.ts';
import { didYouMean, nearest } from '../../../model/text/nearest.ts';
import { isNavIcon, NAV_KEYS, NAV_KINDS, navIcon } from '../../layouts/nav.ts';
import { navHolds, navRestrictions } from '../../folder/nav-holds.ts';
import type { SettingsMap } from '../../settings/settings-file.ts';
import type { PlacedYaml, SettingsValue } from '../../../system/yaml/placed-yaml.ts';
import type { YamlPath } from '../../../system/yaml/yaml-text.ts';
import { type CheckFinding, finding, quoted } from '../finding.ts';

const EXPECTED =
  'An item is a page path, `separator`, or a map with `page`, `category`, `label` or `link`';

/** @param isDrawn returns whether `docs dev` has an icon with this name */
export function checkNavigation(
  file: FilePath,
  yaml: PlacedYaml,
  isDrawn: IsDrawn = () => true,
): CheckFinding[] {
  const findings: CheckFinding[] = [];
  if (isMap(yaml.value)) {
    for (const [key, value] of Object.entries(yaml.value)) {
      if (key !== 'items') unknown(key, [key], ['items'], value);
    }
    if (Object.hasOwn(yaml.value, 'items')) checkItems(yaml.value['items'] ?? null, ['items']);
  }
  return findings;

  function wrong(path: YamlPath, message: string, hint: string | null = null): void {
    findings.push(finding('wrong-setting', { file, ...yaml.valueAt(path), message, hint }));
  }

  function unknown(
    key: string,
    path: YamlPath,
    known: readonly string[],
    value: SettingsValue,
  ): void {
    if (navHolds({ [key]: value }).holds.length > 0) {
      const message = `A navigation hides nothing on the platform: it shows what ${quoted(key)} holds back here.`;
      const hint = 'Write it in the header of the page';
      findings.push(finding('unread-settings', { file, ...yaml.keyAt(path), message, hint }));
      return;
    }
    const near = nearest(key, known);
    const hint = didYouMean(near && `\`${near}\``, EXPECTED);
    const message = `Unknown key ${quoted(key)} in a navigation.`;
    findings.push(finding('unknown-setting', { file, ...yaml.keyAt(path), message, hint }));
  }

  function checkItems(items: SettingsValue, path: YamlPath): void {
    if (!Array.isArray(items)) return;
    for (const [index, item] of (items as readonly SettingsValue[]).entries()) {
      const at = [...path, index];
      if (isMap(item)) checkItem(item, at);
      else if (item === null) wrong(at, 'This item is empty.', EXPECTED);
    }
  }

  function checkItem(item: SettingsMap, path: YamlPath): void {
    const keys = Object.keys(item);
    for (const key of keys) {
      const value = item[key] ?? null;
      const isUnknown = !NAV_KEYS.includes(key) || navRestrictions({ [key]: value }) !== null;
      if (isUnknown) unknown(key, [...path, key], NAV_KEYS, value);
    }
    if (Object.hasOwn(item, 'icon')) {
      findings.push(...checkIcon(file, yaml, [...path, 'icon'], item['icon'] ?? null, isDrawn));
    }
    const kinds = keys.filter((key) => NAV_KINDS.includes(key));
    const [kind] = kinds;
    if (kind === undefined) {
      if (keys.every((key) => NAV_KEYS.includes(key))) {
        wrong(path, 'This item does not say what it is.', EXPECTED);
      }
    } else if (kinds.length > 1) {
      const both = kinds.map((each) => `\`${each}\``).join(' and ');
      wrong(path, `This item has ${both} at once.`, EXPECTED);
    } else if (kind === 'link') checkLink(item['link'] ?? null, [...path, 'link']);
    else if (typeof item[kind] !== 'string' || item[kind] === '') {
      wrong([...path, kind], `The \`${kind}\` of this item must be text.`);
    }
    if (Object.hasOwn(item, 'items')) checkItems(item['items'] ?? null, [...path, 'items']);
  }

  function checkLink(link: SettingsValue, path: YamlPath): void {
    const isWhole = isMap(link) && typeof link['url'] === 'string' && link['url'] !== '';
    if (!isWhole) wrong(path, 'A link in a navigation needs a `title` and a `url`.');
    if (isMap(link) && Object.hasOwn(link, 'icon')) {
      const message = 'The icon of a link is next to `link`, not in it.';
      findings.push(finding('bad-icon', { file, ...yaml.keyAt([...path, 'icon']), message }));
    }
  }
}

export type IsDrawn = (icon: string) => boolean;

/** Reports an icon that the platform ignores, or that `docs dev` cannot draw. */
export function checkIcon(
  file: FilePath,
  yaml: PlacedYaml,
  path: YamlPath,
  icon: SettingsValue,
  isDrawn: IsDrawn,
): CheckFinding[] {
  if (icon === null || icon === '') return [];
  const bad = (message: string, hint: string | null): CheckFinding[] => [
    finding('bad-icon', { file, ...yaml.valueAt(path), message, hint }),
  ];
  const text = typeof icon === 'string' ? icon : '';
  if (isNavIcon(text)) {
    if (text.startsWith('https://') || isDrawn(text)) return [];
    return bad(`There is no free icon ${quoted(text)}: nothing is shown.`, null);
  }
  const meant = navIcon(text);
  return bad(
    `The platform ignores the icon ${quoted(text)}.`,
    meant === undefined
      ? 'Write `rocket`, `far:bell`, `fab:github` or an address that begins with https://'
      : `Write \`${meant}\``,
  );
}

const isMap = (value: SettingsValue): value is SettingsMap =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
