/**
 * Prints all settings files and navigations as YAML in the platform's own form. The platform would
 * rewrite any other form by a commit.
 */

/** The content of a settings file or a navigation. Undefined values are left out. */
type Written = string | boolean | number | readonly Written[] | WrittenMap;
type WrittenMap = { readonly [key: string]: Written | undefined };

/** Text that contains nothing with a meaning in YAML. */
const PLAIN = /^(?![-?:#&*!|>'"%@`=~<])[^\s:,[\]{}\p{Cc}\p{Cf}]+$/u;

/** Text that parsers of YAML 1.1 or 1.2 read as a number, a date, a boolean or null. */
const MEANS_OTHER = [
  /^(?:true|false|yes|no|on|off|y|n|null)$/i,
  /^[-+]?[\d_]*\.?[\d_]*(?:e[-+]?[\d_]+)?$/i,
  /^[-+]?(?:0[box][\da-f_]*|\.(?:inf|nan))$/i,
  /^\d{4}-\d\d?-\d\d?(?:t.*)?$/i,
];

const CONTROLS = /[\p{Cc}\u2028\u2029\ufeff]/u;

/**
 * A text as a value: without quotes if possible, else in single quotes; in double quotes if it has
 * control characters.
 */
export function yamlText(text: string): string {
  if (CONTROLS.test(text)) {
    return JSON.stringify(text).replace(
      /[\u007f-\u009f\u2028\u2029\ufeff]/g,
      (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
    );
  }
  const isPlain = PLAIN.test(text) && !MEANS_OTHER.some((each) => each.test(text));
  return isPlain ? text : `'${text.replaceAll("'", "''")}'`;
}

/** The text of a settings file. */
export const printSettings = (settings: WrittenMap): string => print(settings, 4);

/** The text of a `_nav.yaml`. */
export const printNavigation = (navigation: WrittenMap): string => print(navigation, 2);

const print = (map: WrittenMap, indent: number): string =>
  linesOf(map, indent)
    .map((line) => `${line}\n`)
    .join('');

function linesOf(value: readonly Written[] | WrittenMap, indent: number): readonly string[] {
  if (isList(value)) {
    return value.flatMap((item) => {
      if (typeof item !== 'object') return [`- ${scalar(item)}`];
      const [first = '{}', ...rest] = linesOf(item, indent);
      return [`- ${first}`, ...rest.map((line) => `  ${line}`)];
    });
  }
  return Object.entries(value).flatMap(([key, inner]) => {
    if (inner === undefined) return [];
    if (typeof inner !== 'object') return [`${yamlText(key)}: ${scalar(inner)}`];
    const lines = linesOf(inner, indent);
    if (lines.length === 0) return [`${yamlText(key)}: ${isList(inner) ? '[]' : '{}'}`];
    return [`${yamlText(key)}:`].concat(lines.map((line) => `${' '.repeat(indent)}${line}`));
  });
}

const isList = (value: Written): value is readonly Written[] => Array.isArray(value);

const scalar = (value: string | boolean | number): string =>
  typeof value === 'string' ? yamlText(value) : String(value);
