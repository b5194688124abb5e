/** Variables that are used in a text and not defined in the project. */
import { blocksIn, walkBlock } from '../darkdown/read/inline-scan.ts';
import { markdownOf } from '../darkdown/read/syntax.ts';
import type { Span } from '../darkdown/read/model.ts';
import { regionsOf } from '../darkdown/read/regions.ts';
import { VARIABLE, variableEnd } from '../darkdown/read/variable.ts';
import { findLinks } from '../links/find-links.ts';
import { placed } from '../../system/findings/place.ts';
import { didYouMean, nearest } from '../../model/text/nearest.ts';
import type { FilePath } from '../../model/ids.ts';
import { type CheckedBody, type CheckedPage, lineIn } from './linkable-pages.ts';
import type { PlacedYaml, SettingsValue } from '../../system/yaml/placed-yaml.ts';
import type { YamlPath } from '../../system/yaml/yaml-text.ts';
import { type CheckFinding, finding, quoted } from './finding.ts';
import type { Readings } from './references.ts';

/** Variables of Windows: authors write them as literal text. */
const SYSTEM =
  /^(?:allusersprofile|appdata|cd|commonprogramfiles|computername|comspec|date|errorlevel|homedrive|homepath|localappdata|os|path|pathext|processor_architecture|programdata|programfiles|programw6432|public|random|systemdrive|systemroot|temp|time|tmp|userdomain|username|userprofile|windir)$/i;

/**
 * Whether a name may be a variable of the project. One or two letters are bytes of an address or
 * date patterns; names that begin with `_.` belong to the platform.
 */
const isMeant = (name: string): boolean =>
  name.length > 2 && !name.startsWith('_.') && !SYSTEM.test(name);

/** Whether a text may use a variable whose name is not in `known`. */
const isUnknown = (name: string, known: ReadonlySet<string>): boolean =>
  isMeant(name) && !known.has(name);

/** Undefined variables in a body, outside code and the targets of links. */
export async function checkVariables(
  page: CheckedPage,
  body: CheckedBody,
  readings: Readings,
): Promise<CheckFinding[]> {
  const { file, variables: known } = page;
  const { source } = body.document;
  if (known === null || !source.includes('%') || !mayCallUnknown(source, known)) return [];
  const found = markdownOf(body.document).flatMap(({ start, end }) =>
    variablesIn(source.slice(start, end))
      .filter(({ name }) => isUnknown(name, known))
      .map(({ name, offset }) => ({ name, offset: start + offset })),
  );
  if (found.length === 0) return [];
  const names = (await readings.of(page)).variables.get(body);
  const sure = found.filter(({ name }) => names?.has(name));
  return placed(source, sure).map(({ name, line, column }) =>
    unknownVariable(name, known, { file, line: lineIn(body, line), column }),
  );
}

/** Whether a text may use an unknown variable. Most texts do not, and need no further parsing. */
function mayCallUnknown(text: string, known: ReadonlySet<string>): boolean {
  for (const { 1: name = '' } of text.matchAll(VARIABLE)) if (isUnknown(name, known)) return true;
  return false;
}

/** The finding about a variable that is not in the list of known ones. */
function unknownVariable(
  name: string,
  known: ReadonlySet<string>,
  place: { readonly file: FilePath; readonly line: number; readonly column: number },
): CheckFinding {
  const near = nearest(name, known);
  const message = `developerhub.yaml does not set the variable ${quoted(name)}: readers see ${quoted(`%${name}%`)}.`;
  const hint = didYouMean(near && `\`%${near}%\``, null);
  return finding('unknown-variable', { ...place, message, hint });
}

/**
 * Undefined variables in titles and addresses of links in a navigation, where variables are
 * allowed.
 */
export function checkNavigationVariables(
  file: FilePath,
  yaml: PlacedYaml,
  known: CheckedPage['variables'],
): CheckFinding[] {
  const findings: CheckFinding[] = [];
  if (known !== null) walk(yaml.value, [], known);
  return findings;

  function walk(value: SettingsValue, path: YamlPath, names: ReadonlySet<string>): void {
    if (typeof value === 'string') {
      if (path.at(-2) !== 'link' || !value.includes('%')) return;
      for (const { 1: name = '' } of value.matchAll(VARIABLE)) {
        if (isUnknown(name, names)) {
          findings.push(unknownVariable(name, names, { file, ...yaml.valueAt(path) }));
        }
      }
    } else if (value !== null) {
      const entries = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
      for (const [key, inner] of entries) walk(inner as SettingsValue, [...path, key], names);
    }
  }
}

interface Called {
  readonly name: string;
  readonly offset: number;
}

/** Characters that may begin a variable, and those that `walkBlock` needs. */
const SPECIAL = /[\\`%]/g;

/** Variables in a run of Markdown, outside code and link targets, as far as a scan finds them. */
function variablesIn(text: string): Called[] {
  const called: Called[] = [];
  for (const region of regionsOf(text)) {
    if (region.kind !== 'text') continue;
    for (const { start, end } of blocksIn(text, region)) {
      const block = text.slice(start, end);
      walkBlock(block, SPECIAL, (at) => {
        const after = variableEnd(block, at);
        if (after === -1) return at + 1;
        called.push({ name: block.slice(at + 1, after - 1), offset: start + at });
        return after;
      });
    }
  }
  return called.length === 0 ? called : outside(called, findLinks(text));
}

/** The variables that are in none of the spans, in order. */
function outside(called: readonly Called[], spans: readonly Span[]): Called[] {
  let next = 0;
  let hiddenTo = -1;
  return called.filter(({ offset }) => {
    for (let span = spans[next]; span && span.start <= offset; span = spans[next]) {
      hiddenTo = Math.max(hiddenTo, span.end);
      next += 1;
    }
    return offset >= hiddenTo;
  });
}
