/** Compares an operation of the old definition with the same one in the new definition. The graph compares the schemas. */
import { child, textAt } from '../definition-tree.ts';
import { inBackticks, quoteSome } from './changes.ts';
import type { Direction, RuleName } from './rules.ts';
import type { BodyPart, Media, SentHeader } from './contents.ts';
import type { Body, DefinedOperation, Response, WholeOperation } from './read-operations.ts';
import type { Parameter } from './parameters.ts';
import {
  placeBetween,
  comparePart,
  type Kind,
  type Listener,
  type OperationPart,
} from './parts.ts';

/** @param after `before` itself if both are identical: then only the targets of references in its schemas may differ */
export function compareOperation(
  before: WholeOperation,
  after: WholeOperation,
  listener: Listener,
): void {
  const comparison = new OperationComparison(listener);
  if (before !== after) comparison.head(before, after);
  const [sent, received] = before.inverted
    ? (['response', 'request'] as const)
    : (['request', 'response'] as const);
  comparison.parameters(before, after, sent);
  comparison.body(before, after, sent);
  comparison.responses(before, after, received);
}

class OperationComparison {
  readonly #listener: Listener;

  constructor(listener: Listener) {
    this.#listener = listener;
  }

  head(before: WholeOperation, after: WholeOperation): void {
    const at = placeBetween(before, after, null);
    if (before.path !== after.path) {
      const message = `the path changed from ${inBackticks(before.path)}`;
      this.#listener.found({ ...at, rule: 'path-parameter-renamed', message });
    }
    this.#part('operation', '', [before, after], [before, after], null);
    // Callbacks of callbacks and webhooks are not read.
    const [from, to] = [before, after].map(({ value }) => child(value, 'callbacks'));
    if (before.inverted && !this.#listener.identical.isSame(from, to)) {
      const message = 'its callbacks changed in a way that is not compared';
      this.#listener.found({ ...at, rule: 'not-compared', message });
    }
  }

  parameters(before: WholeOperation, after: WholeOperation, direction: Direction): void {
    const left = new Map(before.parameters.map((each) => [parameterKey(before, each), each]));
    for (const parameter of after.parameters) {
      const key = parameterKey(after, parameter);
      const old = left.get(key);
      left.delete(key);
      const pair = [old, parameter] as const;
      const both = this.#part('parameter', labelOf(parameter), pair, [before, after], direction);
      if (both) this.#schemas(both, direction, both.every(isWrittenAsText));
    }
    for (const parameter of left.values())
      this.#part(
        'parameter',
        labelOf(parameter),
        [parameter, undefined],
        [before, after],
        direction,
      );
  }

  body(before: WholeOperation, after: WholeOperation, direction: Direction): void {
    const name = 'request body';
    const pair = [before.body, after.body] as const;
    const both = this.#part('body', name, pair, [before, after], direction);
    if (both) this.#content(name, both, direction);
  }

  responses(before: WholeOperation, after: WholeOperation, direction: Direction): void {
    for (const status of namesIn(before.responses, after.responses)) {
      const name = nameOfResponse(status);
      const counterpart = this.#counterpart(status, [before, after], direction);
      if (counterpart === 'several') continue;
      const [pair, isNew] = counterpart;
      if (isNew) this.#part('response', name, [undefined, pair[1]], [before, after], direction);
      const both = this.#part('response', name, pair, [before, after], direction);
      if (!both) continue;
      this.#content(name, both, direction);
      this.#headers(both, direction);
      this.#links(both, direction);
    }
  }

  /**
   * The two responses that a status has: its own, else that of its range, such as `2XX`. A status
   * that the old definition does not name may have been part of its range, or of its default, and
   * is new beside that. `several`: each status of what was a range is compared on its own.
   */
  #counterpart(
    status: string,
    [{ responses: old }, { responses: now }]: Both<WholeOperation>,
    direction: Direction,
  ):
    | readonly [pair: readonly [Response | undefined, Response | undefined], isNew: boolean]
    | 'several' {
    const [from, to] = [old.get(status), now.get(status)];
    const range = `${status.slice(0, 1)}XX`;
    if (from !== undefined && to === undefined) {
      const isSplit = status === range && [...now.keys()].some((each) => isIn(range, each));
      // Clients may no longer send any status of the range.
      if (isSplit && direction === 'response') return 'several';
      return [[from, now.get(range)], false];
    }
    if (from !== undefined || to === undefined) return [[from, to], false];
    const whole = old.get(range);
    if (whole !== undefined) return [[whole, to], now.has(range)];
    // If no success response is described, the default describes it.
    const describes = to.required && ![...old.values()].some(({ required }) => required);
    const general = describes ? old.get('DEFAULT') : undefined;
    return [[general, to], general !== undefined];
  }

  #links([before, after]: Both<Response>, direction: Direction): void {
    for (const key of namesIn(before.links, after.links)) {
      const pair = [before.links.get(key), after.links.get(key)] as const;
      const name = `link ${inBackticks(key)}`;
      const both = this.#part('link', name, pair, [before, after], direction);
      if (both === undefined || both[0].meaning === both[1].meaning) continue;
      const message = `the ${name} has a different target`;
      this.#listener.found({ ...placeBetween(...both, direction), rule: 'link-changed', message });
    }
  }

  /** Compares the media types of a body or response, and the content of each. */
  #content(name: string, [before, after]: Both<Body | Response>, direction: Direction): void {
    const at = placeBetween(before, after, direction);
    const report = (rule: RuleName, message: string): void =>
      this.#listener.found({ ...at, rule, message });
    const isOnly = before.content.size === 1 && after.content.size === 1;
    const met = new Set<string>();
    for (const [type, media] of before.content) {
      const called = `${name} in ${inBackticks(type)}`;
      const counterparts = counterpartsOf(type, after.content);
      for (const [other, now] of counterparts) {
        met.add(other);
        this.#media(called, [media, now], direction);
      }
      const others = counterparts.map(([other]) => other);
      const now = quoteSome(others);
      const [only] = others;
      if (only === undefined) {
        report('media-type-removed', `the ${name} can no longer be ${inBackticks(type)}`);
        // The type was replaced, so its content is compared as well.
        for (const each of isOnly ? after.content.values() : [])
          this.#media(called, [media, each], direction);
      } else if (isRange(type) && only !== type && !others.some((other) => covers(other, type)))
        report('media-type-narrowed', `the ${name} was ${inBackticks(type)} and is now ${now}`);
      else if (only !== type && isRange(only))
        report('media-type-widened', `the ${name} was ${inBackticks(type)} and can now be ${now}`);
    }
    for (const [type, media] of after.content) {
      if (before.content.has(type) || met.has(type)) continue;
      report('media-type-added', `the ${name} can now be ${inBackticks(type)}`);
      // It was part of a range: the most specific type tells what is sent.
      const whole = nearestOver(type, before.content);
      if (whole) this.#media(`${name} in ${inBackticks(type)}`, [whole[1], media], direction);
    }
  }

  #media(name: string, [before, after]: Both<Media>, direction: Direction): void {
    this.#part('media', name, [before, after], [before, after], direction);
    if (!areBytes(before, after)) this.#schemas([before, after], direction);
    this.#listener.schemas(before.itemSchema, after.itemSchema, direction);
    for (const key of namesIn(before.parts, after.parts)) {
      const from = before.parts.get(key) ?? plainPart(before);
      const to = after.parts.get(key) ?? plainPart(after);
      this.#bodyPart(`part ${inBackticks(key)}`, [from, to], direction);
    }
  }

  #bodyPart(name: string, [before, after]: Both<BodyPart>, direction: Direction): void {
    const at = placeBetween(before, after, direction);
    const [from, to] = [before.contentType, after.contentType];
    if (from !== to) {
      const message = `the content type of the ${name} changed from ${from ?? 'the default'} to ${to ?? 'the default'}`;
      this.#listener.found({ ...at, rule: contentTypeRule(from, to), message });
    }
    this.#part('part', name, [before, after], [before, after], direction);
    this.#headers([before, after], direction);
  }

  #headers([before, after]: Both<Response | BodyPart>, direction: Direction): void {
    for (const key of namesIn(before.headers, after.headers)) {
      const pair = [before.headers.get(key), after.headers.get(key)] as const;
      const name = `header ${inBackticks(key)}`;
      const both = this.#part('header', name, pair, [before, after], direction);
      if (both) this.#schemas(both, direction);
    }
  }

  #part<T extends OperationPart>(
    kind: Kind,
    name: string,
    pair: readonly [T | undefined, T | undefined],
    owners: Both<OperationPart>,
    direction: Direction | null,
  ): Both<T> | undefined {
    return comparePart(this.#listener, kind, name, pair, placeBetween(...owners, direction));
  }

  #schemas(
    [before, after]: Both<Parameter | SentHeader | Media>,
    direction: Direction,
    asText = false,
  ): void {
    this.#listener.schemas(before.schema, after.schema, direction, asText);
  }
}

type Both<T> = readonly [T, T];

/** The names on both sides, those of the old one first. */
const namesIn = (from: ReadonlyMap<string, unknown>, to: typeof from): ReadonlySet<string> =>
  new Set([...from.keys(), ...to.keys()]);

/** Path parameters are identified by their position in the path: clients never see their names. */
function parameterKey({ path }: DefinedOperation, { in: place, name }: Parameter): string {
  if (place !== 'path') return `${place} ${name}`;
  const names = [...path.matchAll(/\{([^{}/]*)\}/g)].map(([, each]) => each);
  const at = names.indexOf(name);
  return at < 0 ? `path ${name}` : `path ${at}`;
}

const labelOf = ({ in: place, name }: Parameter): string =>
  `${place} parameter ${inBackticks(name)}`;

/** `response 200`, `default response`. */
const nameOfResponse = (status: string): string =>
  status === 'DEFAULT' ? 'default response' : `response ${status}`;

/** Whether a status is one of a range such as `2XX`. */
const isIn = (range: string, status: string): boolean =>
  status !== range && status.startsWith(range.slice(0, 1));

const isRange = (type: string): boolean => type.endsWith('/*');

/** Whether a media type, which may be a range, includes another one. JSON is always in UTF-8. */
const covers = (range: string, type: string): boolean =>
  range === '*/*' ||
  (isRange(range) && type.startsWith(range.slice(0, -1))) ||
  range === type.replace(/;charset="?utf-8"?$/, '');

/** The media types that `type` has become, with their content: itself, else the nearest that includes it, else all that it includes. */
function counterpartsOf(
  type: string,
  content: Body['content'],
): readonly (readonly [string, Media])[] {
  const same = content.get(type);
  if (same !== undefined) return [[type, same]];
  const nearest = nearestOver(type, content);
  return nearest === undefined ? [...content].filter(([other]) => covers(type, other)) : [nearest];
}

/** The most specific media type that includes `type`: the longest. */
const nearestOver = (type: string, content: Body['content']): [string, Media] | undefined =>
  [...content]
    .filter(([other]) => covers(other, type))
    .toSorted(([a], [b]) => b.length - a.length)[0];

/** Whether both are bytes as they are: 3.0 says so by a string of the format `binary`, since 3.1 no schema is needed. */
function areBytes(before: Media, after: Media): boolean {
  const [old, now] = [before, after].map(({ schema: [node] }) => node?.value);
  return (old === undefined && isBinary(now)) || (now === undefined && isBinary(old));
}

const isBinary = (schema: unknown): boolean =>
  textAt(schema, 'format') === 'binary' && textAt(schema, 'type') === 'string';

/** Whether numbers and texts are written in the same way. */
const isWrittenAsText = ({ value }: Parameter): boolean => child(value, 'content') === undefined;

/** A part of a form without any settings of its own. */
const plainPart = ({ pointer }: Media): BodyPart => ({
  contentType: undefined,
  serialization: 'default',
  headers: new Map(),
  pointer,
});

/** The rule for a changed list of content types: longer, shorter, or different. */
function contentTypeRule(from: string | undefined, to: string | undefined): RuleName {
  if (from === undefined || to === undefined) return 'part-encoding-changed';
  const [old, now] = [from.split(','), to.split(',')];
  if (old.every((type) => now.includes(type))) return 'part-type-added';
  return now.every((type) => old.includes(type)) ? 'part-type-removed' : 'part-encoding-changed';
}
