import * as v from 'valibot';
import { Failure } from '../model/failure.ts';
import type { ConfigText } from './find.ts';
import { didYouMean, nearest, thereAre } from '../model/text/nearest.ts';
import type { TextPosition } from '../system/findings/place.ts';
import { YamlText } from '../system/yaml/yaml-text.ts';
import type { YamlPath } from '../system/yaml/yaml-text.ts';
import { fileSchema, KNOWN_KEYS, type FileSettings } from './settings.ts';

const EXAMPLE = 'docs config --help shows every setting';

/** Names that people use for a key that they put into the configuration. */
const KEY_NAME = /^(?:x[-_]?)?(?:docs[-_]?)?(?:api[-_]?)?(?:key|token|secret|password)$/i;

/**
 * The settings in a file. Throws `Failure('config')` with the place in the file. No message repeats
 * a value: it could be a misplaced key. JSON is parsed as YAML, of which it is a subset.
 *
 * @param name the name of the file in messages
 */
export function parseConfig({ text, property }: ConfigText, name: string): FileSettings {
  const yaml = new YamlText(text, 'core');
  const failAt = (at: TextPosition, message: string, hint: string): never => {
    const { line, column } = at;
    throw new Failure('config', message, { hint, place: { file: name, line, column } });
  };

  if (yaml.problem !== null) failAt(yaml.problem, yaml.problem.message, 'Correct the syntax');
  const key = yaml
    .scalars()
    .find(({ path, value: said }) => path === null && KEY_NAME.test(String(said)));
  if (key !== undefined) {
    failAt(
      yaml.placeAt(key.start),
      'An API key does not belong in a configuration file.',
      'Remove it, replace it on the platform, and set DOCS_API_KEY or run: docs login',
    );
  }

  const root = property === null ? [] : [property];
  const whole = yaml.value(root);
  // The YAML has more aliases than any configuration needs.
  if ('message' in whole) return failAt(whole, whole.message, 'write the values out');
  const value = whole.value ?? {};
  if (Array.isArray(value)) {
    failAt(START, 'The file must have settings by name, not a list.', EXAMPLE);
  }
  const found = v.safeParse(fileSchema, value);
  if (found.success) return found.output;
  // A misspelt name is reported both as unknown and as missing; the unknown one is more helpful.
  const issue = found.issues.find(isUnknownKey) ?? found.issues[0];
  const path = (v.getDotPath(issue) === null ? [] : (issue.path ?? [])).map(
    ({ key: part }) => part as string | number,
  );
  const isKey = issue.path?.at(-1)?.origin === 'key';
  const at = placeOf(yaml, [...root, ...path], isKey);
  if (isUnknownKey(issue)) {
    const known = knownKeys(path);
    const near = nearest(String(path.at(-1)), known);
    const hint = didYouMean(near, thereAre(known));
    return failAt(at, `There is no setting "${String(path.at(-1))}".`, hint);
  }
  if (isKey && issue.type === 'strict_object') {
    return failAt(at, `"${String(path.at(-1))}" is missing.`, 'Add it');
  }
  return failAt(at, `${what(path)} must be ${issue.message}.`, EXAMPLE);
}

/** Where a file that was parsed has the setting at `path`, or its key. */
export const placeInConfig = (
  { text, property }: ConfigText,
  path: YamlPath,
  isKey: boolean,
): TextPosition => placeOf(new YamlText(text, 'core'), [property ?? [], path].flat(), isKey);

const START: TextPosition = { line: 1, column: 1 };

const placeOf = (yaml: YamlText, path: YamlPath, isKey: boolean): TextPosition =>
  isKey ? yaml.keyAt(path) : yaml.valueAt(path);

const isUnknownKey = ({ type, expected, path }: v.BaseIssue<unknown>): boolean =>
  type === 'strict_object' && expected === 'never' && path?.at(-1)?.origin === 'key';

function knownKeys(path: YamlPath): readonly string[] {
  if (path.includes('content')) return KNOWN_KEYS.content;
  if (path.includes('references')) return KNOWN_KEYS.references;
  if (path.includes('translations')) return KNOWN_KEYS.translations;
  return path[0] === 'profiles' ? KNOWN_KEYS.profile : KNOWN_KEYS.top;
}

/** `content[0].path`, as people write it. */
const what = (path: YamlPath): string =>
  path.length === 0
    ? 'The file'
    : path
        .map((part, at) => (typeof part === 'number' ? `[${part}]` : at === 0 ? part : `.${part}`))
        .join('');
