/** Which operation a request is for, what its handler receives, and what that returns. */
import { OPERATIONS, type Operation, type OperationName } from '../../model/operations.ts';
import type { ProjectPlan } from '../platform-options.ts';
import type { Revision } from '../revision.ts';
import type { Actor, VisibleVersions } from '../store.ts';

/** One request of one operation. The key has the permission for it. */
export interface Call {
  /** The value of the braces in the path. */
  readonly id: string;
  readonly query: URLSearchParams;
  /** The JSON body, if the operation has one. */
  readonly json: unknown;
  /** Reads the file of an upload. */
  readonly file: () => Promise<Uint8Array>;
  readonly actor: Actor;
  readonly scope: VisibleVersions;
  /** The host and port in the request. */
  readonly host: string;
}

/** The answer of an operation. Its status is in the table of operations. Everything else in the response is the same for all operations. */
export interface Reply {
  readonly contentType: string;
  readonly body: string | AsyncIterable<Uint8Array>;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The handlers of these operations. Key, permission, limit and body are checked before one is called. */
export type Handlers<Names extends OperationName> = {
  readonly [Name in Names]: (call: Call) => Promise<Reply>;
};

/** What the answers depend on besides the store. */
export interface ProjectRules {
  readonly revision: Revision;
  readonly plan: ProjectPlan;
  readonly protection: 'none' | 'email-invite';
}

export const json = (value: unknown): Reply => ({
  contentType: 'application/json; charset=utf-8',
  body: JSON.stringify(value),
});

export interface Match {
  readonly operation: OperationName;
  /** The decoded value of the braces in the path. No operation has more than one. */
  readonly id: string;
}

/**
 * `methods`: the methods that the path has, if it has none for this request. Empty: there is no
 * such path.
 */
export type Routed = Match | { readonly methods: readonly string[] };

interface Template {
  readonly operation: OperationName;
  readonly method: string;
  readonly segments: readonly string[];
}

const TEMPLATES: readonly Template[] = Object.entries<Operation>(OPERATIONS).map(
  ([operation, { method, path }]) => ({
    operation: operation as OperationName,
    method,
    segments: path.split('/'),
  }),
);

/** Finds the operation of a path below the base address. */
export function route(method: string, path: string): Routed {
  const segments = path.split('/');
  const methods: string[] = [];
  for (const template of TEMPLATES) {
    const id = matchSegments(template.segments, segments);
    if (id === undefined) continue;
    if (template.method === method) return { operation: template.operation, id };
    methods.push(template.method);
  }
  return { methods };
}

function matchSegments(
  template: readonly string[],
  segments: readonly string[],
): string | undefined {
  if (template.length !== segments.length) return undefined;
  let id = '';
  for (const [index, expected] of template.entries()) {
    const actual = segments[index] ?? '';
    if (expected.startsWith('{')) id = decodeSegment(actual);
    else if (expected !== actual) return undefined;
  }
  return id;
}

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
