/** What the bundler cannot carry over is refused at its place, not sent without it. */
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { checkDefinition, type CheckedDefinition } from '../../src/definitions/upload-check.ts';
import { DEFINITION_RULES } from '../../src/definitions/rules/rules.ts';
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
    ({ place: { file, line, column }, severity, rule }) =>
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
      ['api.yaml:6:17 it still names another file'],
    ],
    [
      'by a dynamic anchor, inside a file',
      {
        'api.yaml': `${NEW}components: {schemas: {Pet: {$ref: "pets.yaml#/Pet"}}}\n`,
        'pets.yaml': 'Pet:\n  properties:\n    tail:\n      $ref: tails.yaml#tail\n',
        'tails.yaml': '$defs: {t: {$dynamicAnchor: tail, type: object}}\n',
      },
      ['pets.yaml:4:13 it still names another file'],
    ],
    [
      'by an id at the root of a file',
      {
        'api.yaml': `${NEW}components:\n  schemas: {Tree: {$ref: strict.yaml}}\n`,
        'strict.yaml':
          '$id: "https://ids.example/strict"\n$ref: tree\nunevaluatedProperties: false\n$defs: {t: {$id: tree, type: object}}\n',
      },
      ['api.yaml:5:26 it still names another file'],
    ],
    [
      'by a pointer with a slash',
      {
        'api.yaml': `${NEW}components:\n  schemas: {B: {$ref: "p.yaml#/C~1D"}}\n`,
        'p.yaml': 'C/D: {type: integer}\n',
      },
      [
        'api.yaml:5:23 there is nothing at #/components/schemas/C~1D',
        'p.yaml:1:1 has characters other than',
      ],
    ],
    [
      'by a pointer with a tilde, of a parameter, in 3.0',
      {
        'api.yaml': `${head('3.0.3')}components:\n  parameters:\n    B: {$ref: "p.yaml#/C~0D"}\n`,
        'p.yaml': 'C~D: {name: a, in: query, schema: {type: integer}}\n',
      },
      [
        'api.yaml:6:15 there is nothing at #/components/parameters/C~0D',
        'p.yaml:1:1 has characters other than',
      ],
    ],
    [
      'by a mapping',
      {
        'api.yaml': `${NEW}components:\n  schemas:\n    X: {$ref: "many.yaml#/S"}\n    A:\n      oneOf: [{$ref: "#/components/schemas/B"}]\n      discriminator:\n        propertyName: kind\n        mapping:\n          c: "cat.yaml#"\n    B: {type: object, required: [kind], properties: {kind: {type: string}}}\n`,
        'cat.yaml': 'type: object\nrequired: [kind]\nproperties: {kind: {type: string}}\n',
        'many.yaml': MANY,
      },
      ['api.yaml:12:14 is neither the name of a schema'],
    ],
    [
      'by the `$id` of a part, where its own references start',
      {
        'api.yaml': `${NEW}components:\n  schemas:\n    A: {$ref: "s.yaml#/A"}\n`,
        's.yaml':
          'A:\n  $id: "https://ids.example/a"\n  properties:\n    b: {$ref: "#/$defs/b"}\n    c: {$ref: "s.yaml#/C"}\n  $defs: {b: {type: string}}\nC: {type: string}\n',
      },
      ['s.yaml:5:15 it is relative to the `$id`'],
    ],
    [
      'by the name of a part, which no component can have',
      {
        'api.yaml': `${NEW}components:\n  schemas:\n    A: {$ref: "s.yaml#/A%20B"}\n    E: {$ref: "s.yaml#/e%25f"}\n`,
        's.yaml': 'A B: {type: string}\ne%f: {type: integer}\n',
      },
      ['s.yaml:1:1 has characters other than', 's.yaml:2:1 has characters other than'],
    ],
    [
      'by a dynamic anchor that two files have',
      {
        'api.yaml': `${NEW}components:\n  schemas:\n    A: {$ref: "a.yaml"}\n    B: {$ref: "b.yaml"}\n`,
        'a.yaml': '$dynamicAnchor: n\ntype: object\nproperties: {a: {$dynamicRef: "#n"}}\n',
        'b.yaml': '$dynamicAnchor: n\ntype: object\nproperties: {b: {$dynamicRef: "#n"}}\n',
      },
      ['b.yaml:1:17 there twice'],
    ],
    [
      'by an anchor that two files have, one inside the other',
      {
        'api.yaml': `${NEW}components:\n  schemas:\n    A: {$ref: "a.yaml#/A"}\n`,
        'a.yaml':
          'A:\n  $defs: {x: {$anchor: x, type: object}}\n  properties:\n    b: {$ref: "b.yaml#/B"}\n',
        'b.yaml': 'B:\n  $defs: {x: {$anchor: x, type: string}}\n',
      },
      ['b.yaml:2:24 there twice'],
    ],
    [
      'by an anchor in a part that is there twice',
      {
        'api.yaml': `${NEW.replace(' {}', '')}  /a: {$ref: "p.yaml"}\n  /b: {$ref: "p.yaml"}\n`,
        'p.yaml':
          'get: {responses: {"200": {description: ok, content: {a/b: {schema: {$anchor: x}}}}}}\n',
      },
      ['p.yaml:1:78 there twice'],
    ],
  ])('%s', async (_, files, expected) => {
    const { places, upload, problems } = await check(files);
    const [at, why] = [0, 1].map((part) => expected.map((each) => each.split(/ (.*)/)[part]));
    expect(places).toEqual(at?.map((place) => `${place} error bundle`));
    const found = problems.map(({ message }) => message);
    expect(found).toEqual(why?.map((reason) => expect.stringContaining(reason ?? '') as string));
    expect(found[0]).toMatch(/^when the files are combined into one document, /);
    expect(upload).toBeNull();
    const off = Object.fromEntries(DEFINITION_RULES.map(({ name }) => [name, 'off'] as const));
    expect((await check(files, { rules: off, none: false })).upload).toBeNull();
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

  test('an anchor of one file, and one of two resources', async () => {
    const { problems, upload } = await check({
      'api.yaml': `${NEW}components: {schemas: {A: {$ref: "a.yaml#/A"}, B: {$ref: "a.yaml#/B"}}}\n`,
      'a.yaml': 'A: {$anchor: x, type: object}\nB: {$id: "https://ids.example/b", $anchor: x}\n',
    });
    expect(problems).toEqual([]);
    expect(upload?.bundled).toBe(true);
  });

  test('an example that stays in its file, of which readers are told', async () => {
    const files = {
      'api.yaml': `${NEW}components:\n  schemas: {A: {$ref: "many.yaml#/S"}}\n  examples:\n    E: {externalValue: "e.xml"}\n`,
      'many.yaml': MANY,
    };
    const { places, upload } = await check(files);
    expect(places).toEqual(['api.yaml:7:24 warning external-value']);
    expect(upload?.bundled).toBe(true);
    const off = { rules: { 'external-value': 'off' }, none: false } as const;
    expect((await check(files, off)).problems).toEqual([]);
    const strict = { rules: { 'external-value': 'error' }, none: false } as const;
    expect((await check(files, strict)).upload).toBeNull();
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

describe('a reference is a URI, so a file with a space', () => {
  const files = {
    'api.yaml': `${NEW}components:\n  schemas:\n    A: {$ref: "sp%20ace.yaml#/A"}\n    B: {$ref: "100%.yaml#/C"}\n`,
    'sp ace.yaml': 'A: {type: object, properties: {b: {$ref: "n%C3%A4her/b%20c.yaml#/B"}}}\n',
    'näher/b c.yaml': 'B: {type: string}\n',
    '100%.yaml': 'C: {type: integer}\n',
  };

  test.each([files, { ...files, 'api.yaml': files['api.yaml'].replace('%20', ' ') }])(
    'is found, and bundled',
    async (given) => {
      const { problems, upload } = await check(given);
      expect(problems).toEqual([]);
      const text = Buffer.from(upload?.bytes ?? []).toString();
      expect(text).not.toContain('.yaml');
      expect(text).toContain('type: string');
    },
  );

  test('is found from a mapping', async () => {
    const { problems, upload } = await check({
      'api.yaml': `${NEW}components:\n  schemas:\n    X: {$ref: "sp%20ace.yaml#/X"}\n    A:\n      oneOf: [{$ref: "#/components/schemas/X"}]\n      discriminator: {propertyName: kind, mapping: {c: "sp%20ace.yaml#/X"}}\n`,
      'sp ace.yaml': 'X: {type: object, required: [kind], properties: {kind: {type: string}}}\n',
    });
    expect(problems).toEqual([]);
    expect(Buffer.from(upload?.bytes ?? []).toString()).toContain('c: "#/components/schemas/X"');
  });

  test('has the places of what is found in it', async () => {
    const faulty = { ...files, 'näher/b c.yaml': 'B:\n  minLength: -1\n' };
    expect((await check(faulty)).places).toEqual(['näher/b c.yaml:2:14 error struct']);
  });

  test('is refused as a whole, which would be a component of its name', async () => {
    const { places, problems } = await check({
      'api.yaml': `${NEW}components: {schemas: {A: {$ref: "a%20b.yaml"}}}\n`,
      'a b.yaml': 'type: string\n',
    });
    expect(places).toEqual(['a b.yaml:1:1 error bundle']);
    expect(problems[0]?.hint).toMatch(/rename/);
  });

  test('cannot be outside the folder', async () => {
    const { places } = await check({
      ...files,
      'api.yaml': `${NEW}components: {schemas: {A: {$ref: "%2e%2e/a%00.yaml"}, B: {$ref: "..%2Fb.yaml"}}}\n`,
    });
    expect(places).toHaveLength(2);
  });
});
