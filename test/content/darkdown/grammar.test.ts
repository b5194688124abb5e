import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { inlinesOf } from '../../../src/content/darkdown/read/inline.ts';
import type { Fragment } from '../../../src/content/darkdown/read/model.ts';
import { parse } from '../../../src/content/darkdown/read/parse.ts';
import { PLUGINS, TAGS } from '../../../src/content/darkdown/read/vocabulary.ts';
import { page } from './grammar.ts';

/** What a body holds, as `notation name`. */
function constructs({ source, nodes }: Fragment): string[] {
  return nodes.flatMap((node): string[] => {
    switch (node.kind) {
      case 'markdown':
        return inlinesOf(source, node).map((inline) =>
          inline.kind === 'tag' ? `${inline.notation} ${inline.name}` : inline.kind,
        );
      case 'block':
        return [`${node.notation} ${node.name}`, ...constructs(node.body)];
      case 'code': {
        const annotated = node.notation === 'fence' && node.attributes.size > 0;
        return [`${node.notation} code${annotated ? ' with annotation' : ''}`];
      }
      case 'html':
        return [`${node.notation} html`];
      case 'asset':
        return ['asset'];
      default:
        return node satisfies never;
    }
  });
}

test('the grammar of properties and fuzzing generates every construct of the vocabulary', () => {
  const found = new Set(
    fc.sample(page, { numRuns: 5000, seed: 1 }).flatMap((body) => constructs(parse(body))),
  );
  const wanted = [
    ...[...TAGS.keys()].map((name) => `tag ${name}`),
    ...[...PLUGINS.values()].map((name) => `plugin ${name}`),
    ...['badge', 'icon', 'key', 'glossary', 'inline-image'].map((name) => `plugin ${name}`),
    'fence code',
    'fence code with annotation',
    'asset',
    'auto',
  ];
  expect(wanted.filter((construct) => !found.has(construct))).toEqual([]);
});
