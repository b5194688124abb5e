// oxlint-disable no-extend-native -- a string cannot be watched from outside; the methods are put back
/** Counts how much text a function looks at, so that a test can say "linear" without a clock. */

type StringMethod = 'charCodeAt' | 'charAt' | 'indexOf' | 'lastIndexOf' | 'startsWith' | 'slice';

const COSTS: Readonly<
  Record<StringMethod, (text: string, args: readonly unknown[], result: unknown) => number>
> = {
  charCodeAt: () => 1,
  charAt: () => 1,
  indexOf: (text, [, from], result) =>
    (Number(result) === -1 ? text.length : Number(result)) - Number(from ?? 0),
  lastIndexOf: (text, _args, result) => text.length - Number(result),
  startsWith: (_text, [sought]) => String(sought).length,
  slice: (_text, _args, result) => String(result).length,
};

/** How many characters string methods looked at or copied in `run`. Not regular expressions. */
export function workOf(run: () => unknown): number {
  let work = 0;
  const originals = Object.entries(COSTS).map(([name, cost]) => {
    const method = name as StringMethod;
    const original = Object.getOwnPropertyDescriptor(
      String.prototype,
      method,
    ) as PropertyDescriptor;
    const plain = original.value as (...args: readonly unknown[]) => unknown;
    Object.defineProperty(String.prototype, method, {
      ...original,
      value(this: string, ...args: unknown[]): unknown {
        const result = Reflect.apply(plain, this, args);
        work += 1 + Math.max(0, cost(this, args, result));
        return result;
      },
    });
    return { method, original };
  });
  try {
    run();
  } finally {
    for (const { method, original } of originals) {
      Object.defineProperty(String.prototype, method, original);
    }
  }
  return work;
}
