/** Discriminators: a property tells which schema a value belongs to. */
import { inBackticks } from '../finding.ts';
import type { Schema } from './facets.ts';
import type { SchemaComparison } from './scope.ts';

/** Compares the property, its possible values, and the schemas that they name. */
export function compareDiscriminators(scope: SchemaComparison): void {
  const { before, after, report } = scope;
  const from = before.discriminator;
  const to = after.discriminator;
  if (from === undefined || to === undefined) {
    if (from)
      report(
        'discriminator-removed',
        `the discriminator ${inBackticks(from.property)} was removed`,
      );
    if (to)
      report('discriminator-added', `the discriminator ${inBackticks(to.property)} was added`);
    return;
  }
  if (from.property !== to.property) {
    const [old, now] = [inBackticks(from.property), inBackticks(to.property)];
    report('discriminator-changed', `the discriminator changed from ${old} to ${now}`);
    return;
  }
  for (const [value, target] of from.mapping) {
    const now = to.mapping.get(value);
    if (now === undefined)
      report(
        'discriminator-value-removed',
        `the discriminator no longer has the value ${inBackticks(value)}`,
      );
    else compareTargets(scope, `now maps ${inBackticks(value)}`, target, now);
  }
  for (const value of to.mapping.keys()) {
    if (!from.mapping.has(value))
      report(
        'discriminator-value-added',
        `the discriminator now has the value ${inBackticks(value)}`,
      );
  }
  if (from.fallback === undefined && to.fallback === undefined) return;
  if (from.fallback === undefined || to.fallback === undefined) {
    const what = to.fallback === undefined ? 'no longer maps' : 'now maps';
    report(
      'discriminator-target-changed',
      `the discriminator ${what} all other values to a schema`,
    );
  } else compareTargets(scope, 'now maps all other values', from.fallback, to.fallback);
}

function compareTargets(scope: SchemaComparison, what: string, from: Schema, to: Schema): void {
  if (textOf(from) === textOf(to)) return;
  if (scope.relate(from, to) === 'same') return;
  scope.report('discriminator-target-changed', `the discriminator ${what} to a different schema`);
}

const textOf = ([node]: Schema): string => JSON.stringify(node?.value) ?? '';
