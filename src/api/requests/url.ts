import type { OperationName } from '../../model/operations.ts';
import { OPERATIONS } from '../../model/operations.ts';
import type { QueryValue } from '../calls/http.ts';

/** The path of a call after the base URL, with its query. Every value is encoded: none can leave its segment. */
export function pathOf(
  operation: OperationName,
  values: Readonly<Record<string, string | number>> = {},
  query: Readonly<Record<string, QueryValue>> = {},
): string {
  const path = OPERATIONS[operation].path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    segmentOf(values[name], name),
  );
  return path + queryOf(query);
}

/** `.` and `..` survive `encodeURIComponent`, and would walk. */
function segmentOf(value: string | number | undefined, name: string): string {
  const text = String(value ?? '');
  if (text === '' || text === '.' || text === '..')
    throw new RangeError(`no path segment: ${name}`);
  return encodeURIComponent(text);
}

/** With its `?`, or empty. Everything outside the unreserved characters is encoded, so `+` is `%2B` (contract, "Get audit log"). */
export function queryOf(query: Readonly<Record<string, QueryValue>>): string {
  const pairs: string[] = [];
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined) continue;
    for (const one of typeof value === 'object' ? value : [value]) {
      pairs.push(`${encodeURIComponent(name)}=${encodeURIComponent(one)}`);
    }
  }
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}
