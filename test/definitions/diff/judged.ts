/** Definitions for comparisons, and what a comparison says of them. */
import { diffDefinitions } from '../../../src/definitions/diff/diff.ts';
import { definition } from './cases.ts';

export const judged = (before: object, after: object): (readonly [string, string])[] =>
  diffDefinitions({ ...before }, { ...after }).changes.map(
    ({ rule, severity }) => [rule, severity] as const,
  );

export const text = { type: 'string' };
const answering = (ref: string) => ({
  get: {
    responses: {
      200: { description: 'ok', content: { 'application/json': { schema: { $ref: ref } } } },
    },
  },
});
export const users = (schemas: object, ...paths: string[]) =>
  definition(
    Object.fromEntries(paths.map((path) => [path, answering('#/components/schemas/User')])),
    { components: { schemas } },
  );
