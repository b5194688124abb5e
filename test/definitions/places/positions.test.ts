import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import * as core from '@redocly/openapi-core';
import { stringify } from 'yaml';
import { expect, test } from 'vitest';
import { isWide, positionsOf } from '../../../src/definitions/places/positions.ts';
import { pointTo } from '../../../src/definitions/tree.ts';

type Ast = ReturnType<InstanceType<typeof core.Source>['getAst']>;

/** Where the library says that the value stands, with its own reader of positions or with ours. */
function placeOf(source: InstanceType<typeof core.Source>, pointer: string, reportOnKey: boolean) {
  const { start } = core.getLineColLocation({ source, pointer, reportOnKey });
  return `${pointer} ${reportOnKey ? 'key' : 'value'} ${start.line}:${start.col}`;
}

function pointersIn(value: unknown, pointer = '#'): string[] {
  if (typeof value !== 'object' || value === null) return [pointer];
  const inside = Object.entries(value).flatMap(([key, each]) =>
    pointersIn(each, pointTo(pointer, key)),
  );
  return [pointer, ...inside];
}

class OurSource extends core.Source {
  readonly #ast = positionsOf(this.body) as Ast;

  override getAst(): Ast {
    return this.#ast;
  }
}

const PETSTORE = readFileSync(
  createRequire(import.meta.url).resolve('@readme/oas-examples/3.0/json/petstore.json'),
  'utf8',
);

test.each([
  ['JSON', PETSTORE],
  ['YAML', stringify(JSON.parse(PETSTORE))],
  ['flow style', 'a: {b: [1, {c: 2}], d: }\ne:\n- f\n-   g: h\n'],
])('positions in %s are those of the library', (_, text) => {
  const theirs = new core.Source('a.yaml', text);
  const root: unknown = core.parseYaml(text);
  const ours = new OurSource('a.yaml', text);
  const pointers = [...pointersIn(root), '#/nowhere', '#/a/nowhere'];
  const places = (source: InstanceType<typeof core.Source>) =>
    pointers.flatMap((pointer) => [
      placeOf(source, pointer, true),
      placeOf(source, pointer, false),
    ]);
  expect(places(ours)).toEqual(places(theirs));
});

test('a definition is wide from 5,001 keys of one map on', () => {
  const mapOf = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, n) => [`k${n}`, n]));
  expect(isWide({ a: [mapOf(5000), mapOf(5000)] })).toBe(false);
  expect(isWide({ a: [mapOf(5001)] })).toBe(true);
});
