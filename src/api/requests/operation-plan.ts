/** What all requests of one operation have in common. */
import type { Operation, OperationName } from '../../model/operations.ts';
import { OPERATIONS } from '../../model/operations.ts';
import type { LaneName } from '../pace/lanes.ts';
import type { ApiRequest } from './request.ts';

/** How an operation is sent. */
export type OperationPlan = Pick<ApiRequest, 'method' | 'kind' | 'operation' | 'permission'>;

const PLANS = Object.fromEntries(
  Object.entries<Operation>(OPERATIONS).map(([name, operation]) => [name, plan(name, operation)]),
) as Readonly<Record<OperationName, OperationPlan>>;

/** How the operation with this name is sent. */
export const operationPlanOf = (name: OperationName): OperationPlan => PLANS[name];

/** How the operation is sent whose path template matches the path. Undefined if the contract has none. */
export function findPlan(method: string, path: string): OperationPlan | undefined {
  const segments = segmentsOf(path.replace(/\?.*/s, ''));
  for (const [name, operation] of Object.entries<Operation>(OPERATIONS)) {
    const template = segmentsOf(operation.path);
    const fits =
      operation.method === method &&
      template.length === segments.length &&
      template.every((segment, index) => segment.startsWith('{') || segment === segments[index]);
    if (fits) return operationPlanOf(name as OperationName);
  }
  return undefined;
}

function plan(name: string, operation: Operation): OperationPlan {
  const { method, permission, isPermissionAssumed = false, limit } = operation;
  return {
    method,
    kind: method === 'GET' ? 'read' : 'write',
    operation: {
      name,
      lane: laneFor(operation),
      limit: { requests: limit.requests, windowMs: limit.windowSeconds * 1000 },
    },
    permission: isPermissionAssumed ? null : permission,
  };
}

function laneFor({ method, body }: Operation): LaneName {
  if (method === 'GET') return 'reads';
  return body === 'file' ? 'uploads' : 'writes';
}

const segmentsOf = (path: string): string[] => path.split('/').filter((segment) => segment !== '');
