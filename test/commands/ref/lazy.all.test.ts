import { expect, test } from 'vitest';
import { bundle } from '../../../tools/build.js';

const LIBRARY = /(^|\/)node_modules\/@redocly\//;

/** Everything that is loaded with `chunk` at once. */
function loadedWith(outputs: Outputs, chunk: string): Set<string> {
  const loaded = new Set([chunk]);
  for (const each of loaded) {
    for (const { path, kind } of outputs[each]?.imports ?? []) {
      if (kind === 'import-statement' && outputs[path]) loaded.add(path);
    }
  }
  return loaded;
}

interface Output {
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly imports: readonly { readonly path: string; readonly kind: string }[];
}
type Outputs = Readonly<Record<string, Output>>;

test('the definition library is loaded by what asks for it, and with nothing else', async () => {
  const { metafile } = await bundle({ write: false });
  const outputs: Outputs = metafile.outputs;
  const holds = (chunk: string): boolean =>
    Object.keys(outputs[chunk]?.inputs ?? {}).some((input) => LIBRARY.test(input));

  // The entry, and every chunk that something imports when it needs it.
  const lazily = Object.values(outputs)
    .flatMap(({ imports }) => imports)
    .filter(({ kind }) => kind === 'dynamic-import');
  const entry = Object.keys(outputs).filter((chunk) => chunk.endsWith('main.js'));
  const starts = [...entry, ...lazily.map(({ path }) => path)];
  const heavy = [...new Set(starts)].filter((start) => [...loadedWith(outputs, start)].some(holds));

  // Its own entry, and the parts that it loads lazily itself.
  expect(heavy.length).toBeGreaterThan(0);
  for (const chunk of heavy) expect(holds(chunk)).toBe(true);
  const askers = Object.entries(metafile.inputs)
    .filter(([, { imports }]) =>
      imports.some(({ path, kind }) => kind === 'dynamic-import' && LIBRARY.test(path)),
    )
    .map(([input]) => input)
    .filter((input) => !LIBRARY.test(input));
  expect(askers).toEqual(['src/definitions/library.ts']);
  const statically = Object.entries(metafile.inputs)
    .filter(
      ([input, { imports }]) =>
        !LIBRARY.test(input) &&
        imports.some(({ path, kind }) => kind === 'import-statement' && LIBRARY.test(path)),
    )
    .map(([input]) => input);
  expect(statically).toEqual([]);
});
