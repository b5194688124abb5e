/** Whole numbers can be written in two ways: as `integer`, and as `number` with a `multipleOf` that only whole numbers meet. */
import type { Facets, Texts } from './facets.ts';

const MULTIPLE = 'multipleOf';

/** Puts both into one form: `integer`, without a `multipleOf` that every whole number meets. */
export function useIntegers(facets: Facets): void {
  const steps = facets.verbatim.get(MULTIPLE);
  const { types } = facets;
  if (steps === undefined || types === undefined) return;
  if (types.has('number') && [...steps].some((step) => Number.isInteger(Number(step)))) {
    facets.types = new Set([...types].map((type) => (type === 'number' ? 'integer' : type)));
  }
  if (facets.types?.has('integer') === true) {
    const needed = [...steps].filter((step) => !Number.isInteger(1 / Number(step)));
    facets.verbatim = withSteps(facets.verbatim, needed);
  }
}

function withSteps(verbatim: Texts, steps: readonly string[]): Texts {
  const others = [...verbatim].filter(([keyword]) => keyword !== MULTIPLE);
  return new Map(steps.length === 0 ? others : [...others, [MULTIPLE, new Set(steps)]]);
}
