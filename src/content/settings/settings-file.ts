/** Settings files of the layouts: YAML or JSON. Errors have a place in the file. */
import { jsonStop } from '../darkdown/read/json.ts';
import { Failure } from '../../model/failure.ts';
import type { FilePath } from '../../model/ids.ts';

/** Scalars stay texts as they are written, because `2.10`, `true` and `2023-03-20` are names as often as values. */
export type SettingsValue =
  | string
  | null
  | readonly SettingsValue[]
  | { readonly [key: string]: SettingsValue };

export type SettingsMap = { readonly [key: string]: SettingsValue };

const malformed = (
  file: FilePath,
  line: number | undefined,
  message: string,
  cause?: unknown,
): Failure =>
  new Failure('content', message, {
    hint: 'Correct the file, or restore it from version control',
    cause,
    place: { file, line },
  });

const lineOf = (text: string, offset: number): number => text.slice(0, offset).split('\n').length;

/** Reads a settings file by its extension, with or without a byte order mark. Throws `Failure('content')` with file and line if it is malformed. */
export async function parseSettings(text: string, file: FilePath): Promise<SettingsValue> {
  const unmarked = text.replace(/^\u{feff}/u, '');
  return file.endsWith('.json') ? parseJson(unmarked, file) : parseYaml(unmarked, file);
}

function parseJson(text: string, file: FilePath): SettingsValue {
  try {
    return JSON.parse(text, (_, value: unknown) =>
      typeof value === 'number' || typeof value === 'boolean' ? String(value) : value,
    ) as SettingsValue;
  } catch (error) {
    throw malformed(file, lineOf(text, jsonStop(text)), 'this is not valid JSON.', error);
  }
}

async function parseYaml(text: string, file: FilePath): Promise<SettingsValue> {
  const { isScalar, visit } = await import('yaml');
  const { parseYaml: parse } = await import('../../yaml/parse-yaml.ts');
  try {
    const document = parse(text, { schema: 'failsafe', prettyErrors: false });
    const [error] = document.errors;
    if (error) throw malformed(file, lineOf(text, error.pos[0]), error.message, error);
    visit(document, {
      Scalar: (key, node) => {
        const isNull = node.type === 'PLAIN' && /^(?:null|~)?$/i.test(String(node.value));
        if (key !== 'key' && isScalar(node) && isNull) node.value = null;
      },
    });
    return document.toJS({ maxAliasCount: 100 }) as SettingsValue;
  } catch (error) {
    if (error instanceof Failure) throw error;
    const problem = error instanceof Error ? error.message : 'this is not valid YAML.';
    throw malformed(file, undefined, problem, error);
  }
}

const isMap = (value: SettingsValue | undefined): value is SettingsMap =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The file's top level as a map. An empty file is an empty map. Throws `Failure('content')` if it is something else. */
export function settingsMap(value: SettingsValue | undefined, file: FilePath): SettingsMap {
  if (value === undefined || value === null || value === '') return {};
  if (!isMap(value)) throw malformed(file, 1, 'this must be a list of `key: value` lines.');
  return value;
}

/** The text under `key`. Returns null if there is none, or if it is not a text. */
export function settingsText(map: SettingsMap, key: string): string | null {
  const value = Object.hasOwn(map, key) ? map[key] : null;
  return typeof value === 'string' && value !== '' ? value : null;
}
