/** What the bundler cannot carry over is refused at its place in the source, instead of being sent without it. */
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { checkDefinition, type CheckedDefinition } from '../../src/definitions/check.ts';
import { temporaryFolder } from '../support/folder.ts';
import { serve } from '../support/serve.ts';

const head = (version: string): string =>
  `openapi: ${version}\ninfo: {title: A, version: "1"}\npaths: {}\n`;
const NEW = head('3.1.0');

async function check(
  files: Readonly<Record<string, string>>,
  checks?: Parameters<typeof checkDefinition>[3],
  network = false,
): Promise<CheckedDefinition & { readonly places: readonly string[] }> {
  const root = await temporaryFolder(files);
  const policy = { root, outside: false, network, signal: new AbortController().signal };
  const bytes = Buffer.from(files['api.yaml'] ?? '');
  const checked = await checkDefinition(bytes, join(root, 'api.yaml'), policy, checks);
  const places = checked.problems.map(
    ({ file, line, column, severity, rule }) =>
      `${file.replace(`${root}/`, '')}:${line}:${column} ${severity} ${rule}`,
  );
  return { ...checked, places };
}

const MANY = 'S: {type: string}\n';

describe('a bundle that would lose a schema is refused', () => {
  test.each<[string, Readonly<Record<string, string>>, readonly string[]]>([
    [
      'by an anchor of another file',
      {
        'api.yaml': `${NEW}components:\n  schemas:\n    Pet: {$ref: "pets.yaml#pet"}\n`,
        'pets.yaml': '$defs: {p: {$anchor: pet, type: object}}\n',
      },
      ['api.yaml:6:17 error no-unresolved-refs'],
    ],
    [
      'by a dynamic anchor, inside a file',
      {
        'api.yaml': `${NEW}components: {schemas: {Pet: {$ref: "pets.yaml#/Pet"}}}\n`,
        'pets.yaml': 'Pet:\n  properties:\n    tail:\n      $ref: tails.yaml#tail\n',
        'tails.yaml': '$defs: {t: {$dynamicAnchor: tail, type: object}}\n',
      },
      ['pets.yaml:4:13 error no-unresolved-refs'],
    ],
    [
      'by an id at the root of a file',
      {
        'api.yaml': `${NEW}components:\n  schemas: {Tree: {$ref: strict.yaml}}\n`,
        'strict.yaml':
          '$id: "https://ids.example/strict"\n$ref: tree\nunevaluatedProperties: false\n$defs: {t: {$id: tree, type: object}}\n',
      },
      ['api.yaml:5:26 error no-unresolved-refs'],
    ],
    [
      'by a pointer with a slash',
      {
        'api.yaml': `${NEW}components:\n  schemas: {B: {$ref: "p.yaml#/C~1D"}}\n`,
        'p.yaml': 'C/D: {type: integer}\n',
      },
      [
        'api.yaml:5:23 error no-unresolved-refs',
        'p.yaml:1:1 error spec-components-invalid-map-name',
      ],
    ],
    [
      'by a pointer with a tilde, of a parameter, in 3.0',
      {
        'api.yaml': `${head('3.0.3')}components:\n  parameters:\n    B: {$ref: "p.yaml#/C~0D"}\n`,
        'p.yaml': 'C~D: {name: a, in: query, schema: {type: integer}}\n',
      },
      [
        'api.yaml:6:15 error no-unresolved-refs',
        'p.yaml:1:1 error spec-components-invalid-map-name',
      ],
    ],
    [
      'by a mapping',
      {
        'api.yaml': `${NEW}components:\n  schemas:\n    X: {$ref: "many.yaml#/S"}\n    A:\n      oneOf: [{$ref: "#/components/schemas/B"}]\n      discriminator:\n        propertyName: kind\n        mapping:\n          c: "cat.yaml#"\n    B: {type: object, required: [kind], properties: {kind: {type: string}}}\n`,
        'cat.yaml': 'type: object\nrequired: [kind]\nproperties: {kind: {type: string}}\n',
        'many.yaml': MANY,
      },
      ['api.yaml:12:14 error discriminator-mapping'],
    ],
  ])('%s', async (_, files, expected) => {
    const { places, upload, problems } = await check(files);
    expect(places).toEqual(expected);
    expect(upload).toBeNull();
    expect(problems[0]?.message).toMatch(/^when the files are combined into one document, /);
    // The rules that are off say nothing of a source, but the schema would be lost all the same.
    expect((await check(files, { rules: {}, none: true })).upload).toBeNull();
  });
});

describe('what the source has as well is not refused', () => {
  test('a reference to nothing', async () => {
    const files = {
      'api.yaml': `${NEW}components:\n  schemas:\n    X: {$ref: "many.yaml#/S"}\n    Y: {$ref: "nowhere.yaml#/S"}\n    Z: {properties: {a: {$ref: "many.yaml#/T"}}}\n`,
      'many.yaml': `${MANY}T: {properties: {b: {$ref: "#/U"}}}\n`,
    };
    expect((await check(files)).places).toHaveLength(2);
    expect((await check(files, { rules: {}, none: true })).upload).not.toBeNull();
    const off = { rules: { 'no-unresolved-refs': 'off' }, none: false } as const;
    expect((await check(files, off)).upload).not.toBeNull();
  });

  test('a reference to the network, which stays one', async () => {
    const origin = await serve((_request, response) => {
      response.setHeader('content-type', 'application/json').end('{"type":"string"}');
    });
    const files = {
      'api.yaml': `${NEW}components:\n  schemas:\n    X: {$ref: "many.yaml#/S"}\n    Y: {$ref: "${origin}/a.json"}\n`,
      'many.yaml': MANY,
    };
    const { problems, upload } = await check(files, undefined, true);
    expect(problems).toEqual([]);
    expect(upload?.bundled).toBe(true);
  });

  test('parts of every kind are bundled', async () => {
    const { problems, upload } = await check({
      'api.yaml': `openapi: 3.1.0\ninfo: {title: A, version: "1"}\npaths: {/a: {$ref: "parts/a.yaml"}}\n`,
      'parts/a.yaml':
        'get:\n  parameters: [{$ref: "p.yaml#/limit"}]\n  responses:\n    "200": {$ref: "p.yaml#/answer"}\n',
      'parts/p.yaml':
        'limit: {name: limit, in: query, schema: {$ref: "#/S"}}\nanswer: {description: ok, content: {application/json: {schema: {$ref: "#/S"}}}}\nS: {type: string, properties: {s: {$ref: "#/S"}}}\n',
    });
    expect(problems).toEqual([]);
    expect(upload?.bundled).toBe(true);
  });
});
