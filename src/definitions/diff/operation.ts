/** Compares an operation of the old definition with the same one in the new definition. The graph compares the schemas. */
import { inBackticks } from './changes.ts';
import type { Direction, RuleName } from './rules.ts';
import type { BodyPart, Media, SentHeader } from './contents.ts';
import type { Body, DefinedOperation, Response, WholeOperation } from './operations.ts';
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
  }

  parameters(before: WholeOperation, after: WholeOperation, direction: Direction): void {
    const left = new Map(before.parameters.map((each) => [parameterKey(before, each), each]));
    for (const parameter of after.parameters) {
      const key = parameterKey(after, parameter);
      const old = left.get(key);
      left.delete(key);
      const pair = [old, parameter] as const;
      const both = this.#part('parameter', labelOf(parameter), pair, [before, after], direction);
      if (both) this.#schemas(both, direction);
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
      const from = before.responses.get(status);
      const range = from && after.responses.get(`${status.slice(0, 1)}XX`);
      const pair = [from, after.responses.get(status) ?? range] as const;
      const name = `response ${status}`;
      const both = this.#part('response', name, pair, [before, after], direction);
      if (!both) continue;
      this.#content(name, both, direction);
      this.#headers(both, direction);
      this.#links(both, direction);
    }
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
    for (const [type, media] of before.content) {
      const now = after.content.get(type) ?? covering(after, type);
      if (now !== undefined) {
        this.#media(`${name} in ${inBackticks(type)}`, [media, now], direction);
        continue;
      }
      const message = `the ${name} can no longer be ${inBackticks(type)}`;
      this.#listener.found({ ...at, rule: 'media-type-removed', message });
    }
    for (const type of after.content.keys()) {
      if (before.content.has(type)) continue;
      const message = `the ${name} can now be ${inBackticks(type)}`;
      this.#listener.found({ ...at, rule: 'media-type-added', message });
    }
  }

  #media(name: string, [before, after]: Both<Media>, direction: Direction): void {
    this.#part('media', name, [before, after], [before, after], direction);
    this.#schemas([before, after], direction);
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

  #schemas([before, after]: Both<Parameter | SentHeader | Media>, direction: Direction): void {
    this.#listener.schemas(before.schema, after.schema, direction);
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

/** A range of media types that includes `type`. */
const covering = ({ content }: Body | Response, type: string): Media | undefined =>
  content.get(type.replace(/\/.*$/, '/*')) ?? content.get('*/*');

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
