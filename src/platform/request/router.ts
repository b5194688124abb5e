import { OPERATIONS, type Operation, type OperationName } from '../../model/operations.ts';

export interface Match {
  readonly operation: OperationName;
  /** The decoded value of the braces in the path. No operation has more than one. */
  readonly id: string;
}

/** `methods`: the path exists, with these methods. */
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
