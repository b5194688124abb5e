/** Discriminators: a property tells which schema a value belongs to. */
import { quote } from '../finding.ts';
import type { Schema } from './facets.ts';
import type { SchemaComparison } from './scope.ts';

/** Compares the property, its possible values, and the schemas that they name. */
export function compareDiscriminators(scope: SchemaComparison): void {
  const { before, after, report } = scope;
  const from = before.discriminator;
  const to = after.discriminator;
  if (from === undefined || to === undefined) {
    if (from) report('discriminator-removed', `the discriminator ${quote(from.property)} is gone`);
    if (to) report('discriminator-added', `the discriminator ${quote(to.property)} is new`);
    return;
  }
  if (from.property !== to.property) {
    const [old, now] = [quote(from.property), quote(to.property)];
    report('discriminator-changed', `the discriminator was ${old} and is ${now}`);
    return;
  }
  for (const [value, target] of from.mapping) {
    const now = to.mapping.get(value);
    if (now === undefined)
      report('discriminator-value-removed', `the discriminator no longer knows ${quote(value)}`);
    else compareTargets(scope, `maps ${quote(value)}`, target, now);
  }
  for (const value of to.mapping.keys()) {
    if (!from.mapping.has(value))
      report('discriminator-value-added', `the discriminator knows ${quote(value)} now`);
  }
  if (from.fallback === undefined && to.fallback === undefined) return;
  if (from.fallback === undefined || to.fallback === undefined) {
    const what = to.fallback === undefined ? 'no longer maps' : 'maps';
    report(
      'discriminator-target-changed',
      `the discriminator ${what} all other values to a schema`,
    );
  } else compareTargets(scope, 'maps all other values', from.fallback, to.fallback);
}

function compareTargets(scope: SchemaComparison, what: string, from: Schema, to: Schema): void {
  if (textOf(from) === textOf(to)) return;
  if (scope.relate(from, to) === 'same') return;
  scope.report('discriminator-target-changed', `the discriminator ${what} to another schema`);
}

const textOf = ([node]: Schema): string => JSON.stringify(node?.value) ?? '';
