/** Rules about discriminators: what they map, and the names of schemas that are values of theirs. */
import { textAt } from '../../definition-tree.ts';
import { inBackticks } from '../changes.ts';
import type { Located } from '../compared-definition.ts';
import { keep, nameOfSchema, type Comparison, type KeywordOf, type Schema } from './facets.ts';

/** A discriminator: a property tells which schema a value belongs to. */
export const discriminator: KeywordOf<'discriminator'> = {
  keywords: 'discriminator',
  none: undefined,
  read: keep,
  compare: (scope, from, to) => {
    const { report, relate, compare, compareKinds, sides } = scope;
    if (from === undefined || to === undefined) {
      if (from) report('discriminator-removed', `${nameOf(from)} was removed`);
      if (to) report('discriminator-added', `${nameOf(to)} was added`);
      return;
    }
    if (from.property !== to.property) {
      const message = `${nameOf(from).replace('discriminator', 'discriminator changed from')} to ${inBackticks(to.property)}`;
      report('discriminator-changed', message);
      return;
    }
    const compareTargets = (what: string, old: Schema, now: Schema): void => {
      const names = [sides.before.resolve(old), sides.after.resolve(now)].map(nameOfSchema);
      if (textOf(old) === textOf(now) || (names[0] !== undefined && names[0] === names[1]))
        return compare(old, now);
      if (relate(old, now) === 'same') return;
      const message = `the discriminator now maps ${what} to a different schema`;
      report('discriminator-target-changed', message);
    };
    for (const [value, target] of from.mapping) {
      const now = to.targetOf(value);
      if (now !== undefined) compareTargets(inBackticks(value), target, now);
      else {
        const message = `the discriminator no longer has the value ${inBackticks(value)}`;
        report('discriminator-value-removed', message);
      }
    }
    for (const [value, target] of to.mapping) {
      if (from.mapping.has(value)) continue;
      const old = from.targetOf(value);
      if (old !== undefined) compareTargets(inBackticks(value), old, target);
      else {
        const message = `the discriminator now has the value ${inBackticks(value)}`;
        report('discriminator-value-added', message);
      }
    }
    const told = toldAlternatives(scope.comparison);
    const isTold = ([node]: Schema, side: 'before' | 'after'): boolean =>
      told[side].has(node?.pointer ?? null);
    const compareNamed = (old: Schema, now: Schema): void => {
      if (from.isOpen || to.isOpen) compareKinds(old, now);
    };
    for (const [name, kind] of from.kinds()) {
      const now = to.kinds().get(name) ?? to.targetOf(name);
      if (now !== undefined) compareNamed(kind, now);
      else if (!from.isMapped(kind) && !isTold(kind, 'before')) {
        const message = `the discriminator no longer has the value ${inBackticks(name)}`;
        report('discriminator-value-removed', message);
      }
    }
    for (const [name, kind] of to.kinds()) {
      if (from.kinds().has(name) || to.isMapped(kind) || isTold(kind, 'after')) continue;
      const old = from.targetOf(name);
      if (old !== undefined) compareNamed(old, kind);
      else {
        const message = `the discriminator now has the value ${inBackticks(name)}`;
        report('discriminator-value-added', message);
      }
    }
    const { fallback: old } = from;
    const { fallback: now } = to;
    if (old !== undefined && now !== undefined) compareTargets('all other values', old, now);
    else if (old !== now) {
      const what = now === undefined ? 'no longer maps' : 'now maps';
      const message = `the discriminator ${what} all other values to a schema`;
      report('discriminator-target-changed', message);
    }
  },
};

/** The places of alternatives that are told as such, because they were added or removed, or that are the same as one without a name. */
function toldAlternatives({ findings, next }: Comparison): {
  readonly before: ReadonlySet<string | null>;
  readonly after: ReadonlySet<string | null>;
} {
  const before = new Set<string | null>();
  const after = new Set<string | null>();
  for (const { rule, oldPointer, newPointer } of findings) {
    if (rule === 'alternative-removed') before.add(oldPointer);
    if (rule === 'alternative-added') after.add(newPointer);
  }
  const hasName = (node: Located | undefined): boolean => textAt(node?.value, '$ref') !== undefined;
  for (const {
    before: [old],
    after: [now],
  } of next) {
    if (!hasName(now)) before.add(old?.pointer ?? null);
    if (!hasName(old)) after.add(now?.pointer ?? null);
  }
  return { before, after };
}

const nameOf = ({ property }: { readonly property: string }): string =>
  `the discriminator ${inBackticks(property)}`;

const textOf = ([node]: Schema): string => JSON.stringify(node?.value) ?? '';
