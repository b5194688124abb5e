/** Pairs whose verdict depends on what is sent in the end: values of discriminators, the most specific media type, whole URLs, names without case. */
import { answers, casesOf, object, sends, text, type Row } from './cases.ts';
import type { Tree } from '../../../src/definitions/definition-tree.ts';

const in30 = (tree: Tree): Tree => ({ ...tree, openapi: '3.0.3' });

const ANIMALS = {
  Cat: object({ t: text, lives: text }),
  Kitty: object({ t: text, lives: text }),
  Dog: object({ t: text, breed: text }),
  Puppy: object({ t: text, breed: text }),
};
type Animal = keyof typeof ANIMALS;

/** A choice of schemas, and the property that tells which one it is. */
const choice = (
  make: (schema: unknown) => Tree,
  names: readonly Animal[],
  mapping?: object,
  kind = 'oneOf',
): Tree => ({
  ...in30(
    make({
      [kind]: names.map((name) => ({ $ref: `#/components/schemas/${name}` })),
      discriminator: { propertyName: 't', ...(mapping && { mapping }) },
    }),
  ),
  components: { schemas: Object.fromEntries(names.map((name) => [name, ANIMALS[name]])) },
});

const REMOVED = 'discriminator-value-removed';
const ADDED = 'discriminator-value-added';

const discriminators: readonly Row[] = [
  ...['oneOf', 'anyOf'].flatMap((kind): Row[] => [
    [
      `${kind}, request: an alternative gets another name, which is its value`,
      choice(sends, ['Cat', 'Dog'], undefined, kind),
      choice(sends, ['Kitty', 'Dog'], undefined, kind),
      [REMOVED, 'breaking'],
      [ADDED, 'safe'],
    ],
    [
      `${kind}, response: an alternative gets another name, which is its value`,
      choice(answers, ['Cat', 'Dog'], undefined, kind),
      choice(answers, ['Kitty', 'Dog'], undefined, kind),
      [REMOVED, 'safe'],
      [ADDED, 'risky'],
    ],
  ]),
  [
    'an alternative gets another name beside one that is mapped',
    choice(sends, ['Cat', 'Dog'], { dog: 'Dog' }),
    choice(sends, ['Kitty', 'Dog'], { dog: 'Dog' }),
    [REMOVED, 'breaking'],
    [ADDED, 'safe'],
  ],
  [
    'an alternative gets another name, and the mapping keeps its value',
    choice(sends, ['Cat', 'Dog'], { cat: 'Cat' }),
    choice(sends, ['Kitty', 'Dog'], { cat: '#/components/schemas/Kitty' }),
  ],
  [
    'an alternative gets another name, and a mapping keeps the old one',
    choice(answers, ['Cat', 'Dog']),
    choice(answers, ['Kitty', 'Dog'], { Cat: 'Kitty' }),
  ],
  [
    'an alternative gets another name and a mapping to another value',
    choice(sends, ['Cat', 'Dog']),
    choice(sends, ['Kitty', 'Dog'], { feline: 'Kitty' }),
    [REMOVED, 'breaking'],
    [ADDED, 'safe'],
  ],
  [
    'an alternative that was mapped gets another name and no mapping',
    choice(sends, ['Cat', 'Dog'], { feline: 'Cat' }),
    choice(sends, ['Kitty', 'Dog']),
    [REMOVED, 'breaking'],
    [ADDED, 'safe'],
  ],
  [
    'all alternatives get other names',
    choice(sends, ['Cat', 'Dog']),
    choice(sends, ['Kitty', 'Puppy']),
    [REMOVED, 'breaking'],
    [REMOVED, 'breaking'],
    [ADDED, 'safe'],
    [ADDED, 'safe'],
  ],
  [
    'the only alternative gets another name',
    choice(sends, ['Cat']),
    choice(sends, ['Kitty']),
    [REMOVED, 'breaking'],
    [ADDED, 'safe'],
  ],
  [
    'an alternative that is gone is told once, without its value',
    choice(sends, ['Cat', 'Dog', 'Puppy']),
    choice(sends, ['Cat', 'Dog']),
    ['alternative-removed', 'breaking'],
  ],
  [
    'an alternative that is new is told once, without its value',
    choice(answers, ['Cat', 'Dog']),
    choice(answers, ['Cat', 'Dog', 'Puppy']),
    ['alternative-added', 'risky'],
  ],
  [
    'without a discriminator, the name of an alternative is never sent',
    answers({ oneOf: [ANIMALS.Cat, ANIMALS.Dog] }),
    {
      ...answers({ oneOf: [{ $ref: '#/components/schemas/Kitty' }, ANIMALS.Dog] }),
      components: { schemas: ANIMALS },
    },
  ],
];

export const WIRE_CASES = casesOf(discriminators);
