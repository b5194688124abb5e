import { parseYaml } from '../../yaml/parse-yaml.ts';

/** The settings of a configuration that another one lacks: `checks`, `content.exclude`, and of a list its entries too: `content.path guides`. Pure. */
export function droppedSettings(before: string, after: string): string[] {
  const kept = new Set(namesIn(parseYaml(after).toJS()));
  const gone = new Set(namesIn(parseYaml(before).toJS()).filter((name) => !kept.has(name)));
  return [...gone].filter((name) => !parentsOf(name).some((parent) => gone.has(parent)));
}

function namesIn(value: unknown, path = '', isInList = false): string[] {
  if (Array.isArray(value)) return value.flatMap((entry) => namesIn(entry, path, true));
  if (typeof value !== 'object' || value === null)
    return isInList ? [`${path} ${String(value)}`] : [];
  return Object.entries(value).flatMap(([key, inner]) => {
    const name = path === '' ? key : `${path}.${key}`;
    return [name].concat(namesIn(inner, name, isInList));
  });
}

/** What a name begins with, up to a dot or the space before a value. */
const parentsOf = (name: string): string[] =>
  [...name.matchAll(/[. ]/g)].map(({ index }) => name.slice(0, index));
