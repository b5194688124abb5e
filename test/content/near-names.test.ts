/** Names that people give settings and navigations: mistyped in one place, copied, with another ending. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  isLikeNavigation,
  isLikeSettings,
  isUnreadSettingsOf,
} from '../../src/content/file-names.ts';

const slips = (word: string): readonly string[] =>
  Array.from(word).flatMap((letter, at) => {
    const [before, after] = [word.slice(0, at), word.slice(at + 1)];
    return [
      before + after,
      `${before}${letter}${letter}${after}`,
      `${before}q${after}`,
      `${before}q${letter}${after}`,
      `${before}${after.slice(0, 1)}${letter}${after.slice(1)}`,
    ];
  });

const oneOf = <T>(items: readonly T[]): fc.Arbitrary<T> => fc.constantFrom(...items);
const ENDINGS = ['.yaml', '.yml', '.json', '.toml', '', '.yalm', '.ymal', '.yam', '.yl', '.jsno'];
const COPIES = ['', ' copy', ' (1)', '(2)', ' - Copy', '-old', '.1', '_2', ' copy 3', ' Kopie'];
const LAST = ['', '.bak', '.txt', '.orig', '~', '.yaml.old'];

const tail = fc.tuple(oneOf(COPIES), oneOf(ENDINGS), oneOf(LAST)).map((parts) => parts.join(''));

test.each([
  ['settings', isLikeSettings],
  ['nav', isLikeNavigation],
  ['navigation', isLikeNavigation],
] as const)('a name with a slip in "%s" is near it, whatever follows', (word, isLike) => {
  const names = [word, ...slips(word)].filter((name) => name.length > 2);
  fc.assert(
    fc.property(oneOf(names), tail, (name, rest) => {
      expect([name, rest, isLike(`v1/guide/_${name}${rest}`)]).toEqual([name, rest, true]);
    }),
    { numRuns: 500 },
  );
});

test.each([
  ['_new.yaml', '_name.yaml', '_data.yaml', '_config.yml', '_quarto.yml', '_theme', '_redirects'],
  [
    '_synced-blocks',
    '_strings.yaml',
    '_testing.yaml',
    '_meetings.yaml',
    '_ratings.json',
    '_na.yml',
  ],
  [
    '_settings.scss',
    '_settings.md',
    '_nav.html',
    '_nav.tsx',
    '_nav.js',
    '_settings.png',
    '_nav.css',
  ],
  [
    'settings.json',
    'getting.yaml',
    'nab.yaml',
    'user-settings.yaml',
    'settings-page.yaml',
    'navy.yml',
  ],
  [
    '_settingsmenu.yaml',
    '_navbar.yaml',
    '_metadata.yaml',
    '_headers',
    '_category_.json',
    '_index.md',
  ],
])('%s and such are other files', (...names) => {
  expect(names.filter((name) => isLikeSettings(name) || isLikeNavigation(name))).toEqual([]);
});

test('settings beside a definition, under another name, are those of that definition alone', () => {
  const isOf = (definition: string, file: string): boolean =>
    isUnreadSettingsOf(definition, file, () => false);
  for (const slip of ['settings', ...slips('settings')]) {
    for (const end of ['.yml', ' copy.yaml', '.yaml.bak']) {
      expect([slip, isOf('refs/pets.yaml', `refs/pets.${slip}${end}`)]).toEqual([slip, true]);
      expect(isOf('refs/shops.yaml', `refs/pets.${slip}${end}`)).toBe(false);
      expect(isOf('refs/pets.yaml', `refs/old/pets.${slip}${end}`)).toBe(false);
    }
  }
  expect(isOf('refs/pets.yaml', 'refs/pets.settings.yaml')).toBe(false);
  expect(isOf('refs/pets.yaml', 'refs/pets.v2.yaml')).toBe(false);
  expect(isOf('refs/pets.yaml', 'refs/petshops.yaml')).toBe(false);
  expect(isOf('refs/v1/pets.yaml', 'refs/_setings.yaml')).toBe(true);
  expect(isOf('refs/v1/pets.yaml', 'refs/v2/_setings.yaml')).toBe(false);
});
