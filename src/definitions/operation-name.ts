import { textAt } from './definition-tree.ts';

/** The name of an operation in addresses of a reference. */
export const operationName = (method: string, path: string, operation: unknown): string =>
  textAt(operation, 'operationId') ?? `${method}${path.replace(/[^A-Za-z0-9]+/g, '-')}`;
