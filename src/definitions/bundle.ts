/** Makes one document of a definition and its files, and finds what one document cannot hold. */
import { stringify } from 'yaml';
import { loadLibrary } from './library.ts';
import { componentsOf, Origins, partOrigins, type BundleParts } from './places/origins.ts';
import type { Finding } from '../system/findings/finding.ts';
import { problemIn } from './problem.ts';
import { decimalText, losesDigits } from '../model/text/long-number.ts';
import { placeAt } from '../system/findings/place.ts';
import { shorten } from '../model/text/sentences.ts';
import { MAX_QUOTED, type Definition } from './read-definition.ts';
import { isRemote, type ReferencedFiles } from './referenced-files.ts';
import { hasNames, type OpenedDocument } from './refs.ts';
import { createResolver, documentOf } from './resolver.ts';
import { DEFINITION_RULES } from './rules/rules.ts';
import { walk, type RuleFinding } from './rules/walk.ts';
import { noRules, type Ruleset } from './ruleset.ts';
import { isTree, type Tree } from './definition-tree.ts';
import { outOfBounds } from './bounds.ts';
import { problemsOf, type UnplacedFinding } from './validate.ts';

/** A definition in one document, or the problem that prevents it. */
export type Bundling =
  | {
      readonly ok: true;
      readonly content: Tree;
      /** The text that would be sent. */
      readonly print: () => string;
      readonly parts: BundleParts;
    }
  | { readonly ok: false; readonly problem: Finding };

/**
 * Makes one document of a definition and the files that it refers to, in the definition's own
 * format. Recursive references become named components. Changes `definition.content`, so call it
 * last.
 */
export async function bundle(definition: Definition, files: ReferencedFiles): Promise<Bundling> {
  const long = writtenNumbers(definition, files);
  const had = new Set(componentsOf(definition.content).map(([pointer]) => pointer));
  const content = await bundled(definition, files);
  if (!isTree(content) || outOfBounds(content) !== undefined) {
    const message =
      'its files refer to each other in circles, or too deeply to be combined into one document';
    return { ok: false, problem: problemIn(definition.file, 'bundle', message) };
  }
  const changed = changedByPrinting(definition, files, long, content);
  if (changed !== undefined) return { ok: false, problem: changed };
  const parts = {
    documents: [...files.loaded.keys()],
    components: partOrigins(content, had, files.loaded),
  };
  return { ok: true, content, print: () => print(content, definition.format, long), parts };
}

/** A number as JSON and YAML have it. */
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[-+]?\d+)?$/i;

/** Numbers that lose digits as values, with the text to print; null if texts differ or cannot be printed. */
function writtenNumbers(
  { longNumbers }: Definition,
  { loaded }: ReferencedFiles,
): ReadonlyMap<number, string | null> {
  const texts = new Map<number, string | null>();
  const all = [longNumbers, ...Array.from(loaded.values(), (source) => source.longNumbers)].flat();
  for (const { text } of all) {
    const plain = /^0[xo]/i.test(text) ? BigInt(text.toLowerCase()).toString() : text;
    const value = Number(text);
    const known = texts.get(value);
    const isKept = NUMBER.test(plain) && Number.isFinite(value);
    const isSame =
      known === undefined || (known !== null && decimalText(known) === decimalText(plain));
    texts.set(value, isKept && isSame ? (known ?? plain) : null);
  }
  return texts;
}

/** The first number that the bundle would have with other digits: as a key, or beside another number of its value. */
function changedByPrinting(
  { file, text, longNumbers }: Definition,
  { loaded }: ReferencedFiles,
  long: ReadonlyMap<number, string | null>,
  content: Tree,
): Finding | undefined {
  if (long.size === 0) return undefined;
  const keys = new Set<string>();
  JSON.stringify(content, (key, value: unknown) => {
    keys.add(key);
    return value;
  });
  for (const [document, source] of [[file, { text, longNumbers }] as const, ...loaded]) {
    const number = source.longNumbers.find(
      ({ text: written }) =>
        losesDigits(written) &&
        (typeof long.get(Number(written)) !== 'string' || keys.has(String(Number(written)))),
    );
    if (number === undefined) continue;
    const message = `the number ${shorten(number.text, MAX_QUOTED)} would become ${Number(number.text)} when the files are combined into one document`;
    return problemIn(document, 'long-number', message, placeAt(source.text, number.offset));
  }
  return undefined;
}

/** Returns `undefined` if the chains of references are too long for the library, which follows them recursively. */
async function bundled(definition: Definition, files: ReferencedFiles): Promise<unknown> {
  const library = await loadLibrary();
  const config = await noRules(library);
  try {
    const { bundle } = await library.bundle({
      doc: documentOf(library, definition),
      config,
      externalRefResolver: createResolver(library, definition, files),
      // The `externalValue` of an example is a link for readers, so it is kept.
      keepUrlRefs: true,
    });
    return bundle.parsed;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/**
 * Prints YAML that YAML 1.1 readers understand in the same way: `no`, `2023-03-20` and similar values
 * are quoted. Numbers with more digits than their values are printed as they were written.
 */
function print(
  content: Tree,
  format: Definition['format'],
  long: ReadonlyMap<number, string | null>,
): string {
  const marked = (_: unknown, value: unknown): unknown =>
    typeof value === 'number' && long.has(value) ? `${MARK}${value}${MARK}` : value;
  const printed =
    format === 'json'
      ? `${JSON.stringify(content, marked, 2)}\n`
      : stringify(content, marked, {
          aliasDuplicateObjects: false,
          lineWidth: 0,
          compat: 'yaml-1.1',
        });
  if (long.size === 0) return printed;
  return printed.replaceAll(MARKED, (whole, value: string) => long.get(Number(value)) ?? whole);
}

/** Around a number until it is printed: characters that are not text, so no definition has them. */
const MARK = '\u{e0f1}\u{e0f2}';
const MARKED = new RegExp(`"?${MARK}([-+.\\de]+)${MARK}"?`, 'gu');

/** The rules whose findings in a bundle prove that something was lost. */
const LOSSES = DEFINITION_RULES.filter(
  ({ name, severity }) => severity === 'error' || name === 'unresolved-uri',
);

/** The rule about bundles that does not find losses. */
const OF_BUNDLES = DEFINITION_RULES.filter(({ name }) => name === 'external-value');

/** What to do about a loss, as a sentence without a period. */
function wayOutOf(rule: string): string {
  if (rule === 'anchor-unique') return 'Give the anchor another name in one of the files';
  if (rule === 'spec-components-invalid-map-name') {
    return 'The component would have this name, from its file or its place there: rename that';
  }
  return 'Name the target by its place, as file.yaml#/path/to/it, without an anchor, an `$id`, or `/` and `~` in names';
}

/**
 * The problems that a bundle has and its source does not, at their places in the source. Losses are
 * errors that no setting changes, because the bundler cannot carry them over.
 *
 * @param again the definition and its files, read again
 *
 * @param online the documents on the network, which the bundle still refers to
 */
export async function lostInBundle(
  { definition: source, files }: Awaited<ReturnType<ReferencedFiles['readAgain']>>,
  { content, parts }: { readonly content: Tree; readonly parts: BundleParts },
  online: (document: string) => OpenedDocument | undefined,
  { severityOf, isIgnored }: Ruleset,
): Promise<Finding[]> {
  const { resolve } = files;
  const alone: OpenedDocument = { ok: false, why: 'it still names another file' };
  const opened = (document: string): OpenedDocument =>
    (isRemote(document) ? online(document) : undefined) ?? alone;
  const reading = { resolve, opened, open: () => Promise.resolve() };
  const library = await loadLibrary();
  const rules = [...LOSSES, ...OF_BUNDLES.filter(({ name }) => severityOf(name) !== 'off')];
  // A part that the bundle contains twice is one value here, but its names occur twice once it is
  // printed.
  const printed = hasNames(content) ? (JSON.parse(JSON.stringify(content)) as Tree) : content;
  const { findings } = await walk(library, { ...source, content: printed }, rules, reading, true);
  if (findings.length === 0) return [];

  const keyOf = ({ rule, document, pointer }: Omit<RuleFinding, 'message' | 'onKey'>): string =>
    JSON.stringify([rule.name, document, pointer]);
  const inSource = await walk(library, source, LOSSES, files);
  const known = new Set(inSource.findings.map(keyOf));
  const origins = new Origins(source.file, parts, files);
  const lost: UnplacedFinding[] = [];
  for (const { rule, onKey, ...found } of findings) {
    const origin = await origins.of(found.pointer);
    const key = keyOf({ rule, ...origin });
    if (known.has(key)) continue;
    known.add(key);
    const { name } = rule;
    const at = {
      ...origin,
      onKey,
      message: `when the files are combined into one document, ${found.message}`,
    };
    if (!OF_BUNDLES.includes(rule)) {
      lost.push({ ...at, severity: 'error', rule: 'bundle', hint: wayOutOf(name) });
    } else if (!isIgnored(origin.document, name, origin.pointer)) {
      const severity = severityOf(name) === 'error' ? 'error' : 'warning';
      lost.push({ ...at, severity, rule: name, hint: rule.why });
    }
  }
  return problemsOf(lost, source, files);
}
