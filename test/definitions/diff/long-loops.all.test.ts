import { describe, expect, test } from 'vitest';
import { judged, users } from './judged.ts';

describe('references', () => {
  test('loops of different lengths are compared in bounds, and the result says so', () => {
    const ring = (length: number) =>
      users(
        {
          User: { $ref: '#/components/schemas/S0' },
          ...Object.fromEntries(
            Array.from({ length }, (_, at) => [
              `S${at}`,
              {
                type: 'object',
                properties: { next: { $ref: `#/components/schemas/S${(at + 1) % length}` } },
              },
            ]),
          ),
        },
        '/a',
      );
    expect(judged(ring(29), ring(31))).toEqual([]);
    expect(judged(ring(449), ring(457))).toContainEqual(['too-entangled', 'risky']);
  });
});
