/** Compares the contents of bodies by media type, and their headers. */
import type { Direction } from '../changes.ts';
import { compareNotes } from '../documentation.ts';
import { inBackticks } from '../finding.ts';
import type { Content, SentHeader, Media, BodyPart } from './media.ts';
import type { OperationComparison } from '../operation-scope.ts';
import type { RuleName } from '../rules.ts';

interface ContentPair {
  readonly from: Content;
  readonly to: Content;
  readonly oldPointer: string;
  readonly newPointer: string;
  readonly direction: Direction;
  /** The owner of the content, for people. */
  readonly what: string;
}

/** Compares the media types of a body in both definitions, and the content of each. */
export function compareContent(scope: OperationComparison, pair: ContentPair): void {
  const { from, to, oldPointer, newPointer, direction, what } = pair;
  for (const [type, media] of from) {
    const now = to.get(type) ?? covering(to, type);
    if (now !== undefined)
      compareMedia(scope, `the ${what} in ${inBackticks(type)}`, media, now, direction);
    else {
      const message = `the ${what} can no longer be ${inBackticks(type)}`;
      scope.found({ rule: 'media-type-removed', message, oldPointer, newPointer, direction });
    }
  }
  for (const type of to.keys()) {
    if (from.has(type)) continue;
    const message = `the ${what} can now be ${inBackticks(type)}`;
    scope.found({ rule: 'media-type-added', message, oldPointer, newPointer, direction });
  }
}

/** A range of media types that includes `type`. */
const covering = (content: Content, type: string): Media | undefined =>
  content.get(type.replace(/\/.*$/, '/*')) ?? content.get('*/*');

function compareMedia(
  scope: OperationComparison,
  what: string,
  from: Media,
  to: Media,
  direction: Direction,
): void {
  compareNotes(scope, from, to, { what, direction });
  scope.schemas(from.schema, to.schema, direction);
  scope.schemas(from.itemSchema, to.itemSchema, direction);
  for (const name of new Set([...from.parts.keys(), ...to.parts.keys()])) {
    const at = {
      direction,
      oldPointer: from.parts.get(name)?.pointer ?? from.pointer,
      newPointer: to.parts.get(name)?.pointer ?? to.pointer,
    };
    const [old, now] = [from.parts.get(name) ?? plain(from), to.parts.get(name) ?? plain(to)];
    comparePart(scope, `the part ${inBackticks(name)}`, old, now, at);
  }
}

/** A part without any settings of its own. */
const plain = ({ pointer }: Media): BodyPart => ({
  contentType: undefined,
  serialization: 'default',
  headers: new Map(),
  pointer,
});

interface Place {
  readonly direction: Direction;
  readonly oldPointer: string;
  readonly newPointer: string;
}

function comparePart(
  scope: OperationComparison,
  name: string,
  from: BodyPart,
  to: BodyPart,
  at: Place,
): void {
  if (from.contentType !== to.contentType) {
    const [old, now] = [from.contentType ?? 'the default', to.contentType ?? 'the default'];
    const message = `the content type of ${name} changed from ${old} to ${now}`;
    scope.found({ ...at, rule: partRule(from.contentType, to.contentType), message });
  }
  if (from.serialization !== to.serialization) {
    const message = `the serialization of ${name} changed from ${inBackticks(from.serialization)} to ${inBackticks(to.serialization)}`;
    scope.found({ ...at, rule: 'part-encoding-changed', message });
  }
  compareHeaders(scope, from, to, at.direction);
}

/** The rule for a changed list of content types: longer, shorter, or different. */
function partRule(from: string | undefined, to: string | undefined): RuleName {
  if (from === undefined || to === undefined) return 'part-encoding-changed';
  const [old, now] = [from.split(','), to.split(',')];
  if (old.every((type) => now.includes(type))) return 'part-type-added';
  return now.every((type) => old.includes(type)) ? 'part-type-removed' : 'part-encoding-changed';
}

interface WithHeaders {
  readonly headers: ReadonlyMap<string, SentHeader>;
  readonly pointer: string;
}

export function compareHeaders(
  scope: OperationComparison,
  from: WithHeaders,
  to: WithHeaders,
  direction: Direction,
): void {
  const { found, schemas } = scope;
  const report = (rule: RuleName, message: string, old?: SentHeader, now?: SentHeader): void =>
    found({
      rule,
      message,
      oldPointer: old?.pointer ?? from.pointer,
      newPointer: now?.pointer ?? to.pointer,
      direction,
    });
  for (const [name, header] of from.headers) {
    const now = to.headers.get(name);
    if (now === undefined) {
      const rule = header.required ? 'required-header-removed' : 'optional-header-removed';
      report(rule, `the header ${inBackticks(name)} was removed`, header);
      continue;
    }
    for (const [rule, message] of changesOf(header, now)) {
      report(rule, `the header ${inBackticks(name)} ${message}`, header, now);
    }
    compareNotes(scope, header, now, { what: `the header ${inBackticks(name)}`, direction });
    schemas(header.schema, now.schema, direction);
  }
  for (const [name, header] of to.headers) {
    if (from.headers.has(name)) continue;
    const rule = header.required ? 'required-header-added' : 'header-added';
    report(rule, `the header ${inBackticks(name)} was added`, undefined, header);
  }
}

function changesOf(from: SentHeader, to: SentHeader): (readonly [RuleName, string])[] {
  const changes: (readonly [RuleName, string])[] = [];
  if (from.required && !to.required) changes.push(['header-became-optional', 'is now optional']);
  if (!from.required && to.required) changes.push(['header-became-required', 'is now always sent']);
  if (!from.deprecated && to.deprecated) changes.push(['header-deprecated', 'is now deprecated']);
  if (from.deprecated && !to.deprecated)
    changes.push(['header-undeprecated', 'is no longer deprecated']);
  if (from.serialization !== to.serialization) {
    const [old, now] = [inBackticks(from.serialization), inBackticks(to.serialization)];
    changes.push([
      'header-serialization-changed',
      `changed its serialization from ${old} to ${now}`,
    ]);
  }
  return changes;
}
