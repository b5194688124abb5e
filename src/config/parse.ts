import * as v from 'valibot';
import { isMap, isNode, isScalar, LineCounter, visit, type Document } from 'yaml';
import { Failure } from '../model/failure.ts';
import type { ConfigText } from './find.ts';
import { didYouMean, nearest, thereAre } from '../model/text/nearest.ts';
import { parseYaml } from '../system/yaml/parse-yaml.ts';
import { fileSchema, KNOWN_KEYS, type FileSettings } from './settings.ts';

/** The keys and indexes that lead to a setting. */
export type SettingPath = readonly (string | number)[];

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
  const lines = new LineCounter();
  const document = parseYaml(text, { lineCounter: lines, prettyErrors: false });
  const failAt = (offset: number, message: string, hint: string): never => {
    const { line, col } = lines.linePos(offset);
    throw new Failure('config', message, { hint, place: { file: name, line, column: col } });
  };

  const [syntax] = document.errors;
  if (syntax) failAt(syntax.pos[0], `${firstSentence(syntax.message)}.`, 'Correct the syntax');
  const key = keyInFile(document);
  if (key !== undefined) {
    failAt(
      key,
      'An API key does not belong in a configuration file.',
      'Remove it, replace it on the platform, and set DOCS_API_KEY or run: docs login',
    );
  }

  const root = property === null ? [] : [property];
  const value = valueAt(document, root, failAt) ?? {};
  if (Array.isArray(value)) failAt(0, 'The file must have settings by name, not a list.', EXAMPLE);
  const found = v.safeParse(fileSchema, value);
  if (found.success) return found.output;
  // A misspelt name is reported both as unknown and as missing; the unknown one is more helpful.
  const issue = found.issues.find(isUnknownKey) ?? found.issues[0];
  const path = (v.getDotPath(issue) === null ? [] : (issue.path ?? [])).map(
    ({ key }) => key as string | number,
  );
  const isKey = issue.path?.at(-1)?.origin === 'key';
  const offset = offsetOf(document, [...root, ...path], isKey);
  if (isUnknownKey(issue)) {
    const known = knownKeys(path);
    const near = nearest(String(path.at(-1)), known);
    const hint = didYouMean(near, thereAre(known));
    return failAt(offset, `There is no setting "${String(path.at(-1))}".`, hint);
  }
  if (isKey && issue.type === 'strict_object') {
    return failAt(offset, `"${String(path.at(-1))}" is missing.`, 'Add it');
  }
  return failAt(offset, `${what(path)} must be ${issue.message}.`, EXAMPLE);
}

/** Where a file that was parsed has the setting at `path`, or its key. */
export function placeInConfig(
  { text, property }: ConfigText,
  path: SettingPath,
  isKey: boolean,
): { readonly line: number; readonly column: number } {
  const lines = new LineCounter();
  const document = parseYaml(text, { lineCounter: lines, prettyErrors: false });
  const { line, col } = lines.linePos(offsetOf(document, [property ?? [], path].flat(), isKey));
  return { line, column: col };
}

function valueAt(
  document: Document,
  path: SettingPath,
  failAt: (offset: number, message: string, hint: string) => never,
): unknown {
  try {
    const node = document.getIn(path, true);
    return isNode(node) ? node.toJS(document) : node;
  } catch (error) {
    // The YAML has more aliases than any configuration needs.
    return failAt(0, `${(error as Error).message}.`, 'write the values out');
  }
}

/** The offset of the first setting whose name looks like that of a key. */
function keyInFile(document: Document): number | undefined {
  let offset: number | undefined;
  visit(document, {
    Pair(_, { key }) {
      if (!isScalar(key) || !KEY_NAME.test(String(key.value))) return undefined;
      offset = key.range?.[0] ?? 0;
      return visit.BREAK;
    },
  });
  return offset;
}

const isUnknownKey = ({ type, expected, path }: v.BaseIssue<unknown>): boolean =>
  type === 'strict_object' && expected === 'never' && path?.at(-1)?.origin === 'key';

/** The offset of the value at `path`, or of its key. If there is no value, that of its nearest parent. */
function offsetOf(document: Document, path: SettingPath, ofKey: boolean): number {
  for (let length = path.length; length > 0; length--) {
    const parent = document.getIn(path.slice(0, length - 1), true);
    const name = path[length - 1];
    if (ofKey && isMap(parent)) {
      const pair = parent.items.find(({ key }) => isScalar(key) && key.value === name);
      if (pair && isScalar(pair.key)) return pair.key.range?.[0] ?? 0;
    }
    const node = document.getIn(path.slice(0, length), true);
    if (isNode(node) && node.range) return node.range[0];
  }
  return document.contents?.range?.[0] ?? 0;
}

function knownKeys(path: SettingPath): readonly string[] {
  if (path.includes('content')) return KNOWN_KEYS.content;
  if (path.includes('references')) return KNOWN_KEYS.references;
  return path[0] === 'profiles' ? KNOWN_KEYS.profile : KNOWN_KEYS.top;
}

/** `content[0].path`, as people write it. */
const what = (path: SettingPath): string =>
  path.length === 0
    ? 'The file'
    : path
        .map((part, at) => (typeof part === 'number' ? `[${part}]` : at === 0 ? part : `.${part}`))
        .join('');

const firstSentence = (text: string): string => text.split('\n', 1)[0]?.replace(/\.$/, '') ?? text;
