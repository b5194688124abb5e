/** The changes between two definitions, and what each means to clients: ADR 71. Pure. */
import { changedNumber, type Comparable } from '../long-numbers.ts';
import { child, type Tree } from '../definition-tree.ts';
import {
  type DefinitionChange,
  type DefinitionDiff,
  inBackticks,
  type LocalChange,
} from './changes.ts';
import { SEVERITIES, severityOf } from './rules.ts';
import { LocatedDefinition, type Located } from './compared-definition.ts';
import { FacetReader } from './schemas/reader.ts';
import { SchemaGraph } from './schemas/graph.ts';
import { IdenticalParts } from './identical-parts.ts';
import { compareElsewhere, compareNames, schemasOf, subjectOf } from './names.ts';
import { compareOperation } from './compare-operation.ts';
import { pairAll } from './operation-pairs.ts';
import { readWhole, type DefinedOperation } from './read-operations.ts';
import {
  alternativesOf,
  nameAlternative,
  compareSchemes,
  readSchemes,
  rename,
  renamedSchemes,
  refusedAlternatives,
} from './security.ts';
import { schemasNotCompared } from './not-compared.ts';
import { compareServers, serversOf } from './servers.ts';

/**
 * Compares two parsed definitions, which may have different OpenAPI versions. References into other
 * files are compared as text: bundle first. Takes time in proportion to the number of distinct
 * pairs of schemas; each pair is compared once.
 */
export function diffDefinitions(before: Tree, after: Tree): DefinitionDiff {
  return new Comparison(before, after).run(undefined);
}

/** The same, but also finds changes in digits of numbers that JavaScript cannot represent. */
export const compareDefinitions = (before: Comparable, after: Comparable): DefinitionDiff =>
  new Comparison(before.content, after.content).run(changedNumber(before, after));

/** A finding, and what else is known about its change. Without operations, it is about the whole definition. */
type Found = LocalChange & Partial<DefinitionChange>;

const WHOLE = { oldPointer: '#', newPointer: '#', subject: 'the definition' } as const;

class Comparison {
  readonly #before: LocatedDefinition;
  readonly #after: LocatedDefinition;
  readonly #identical: IdenticalParts;
  readonly #graph: SchemaGraph;
  /** New names of renamed security schemes, by the old ones. */
  readonly #renamed: ReadonlyMap<string, string>;
  readonly #changes = new Map<string, DefinitionChange>();

  constructor(before: Tree, after: Tree) {
    this.#before = new LocatedDefinition(before);
    this.#after = new LocatedDefinition(after);
    const areAlike = this.#before.siblingsCount === this.#after.siblingsCount;
    this.#identical = new IdenticalParts(areAlike ? [] : ['nullable']);
    this.#renamed = renamedSchemes(readSchemes(this.#before), readSchemes(this.#after));
    this.#graph = new SchemaGraph({
      before: new FacetReader(this.#before),
      after: new FacetReader(this.#after),
      identical: this.#identical,
    });
  }

  run(number: ReturnType<typeof changedNumber>): DefinitionDiff {
    const { old, now, pairs, servers } = pairAll(this.#before, this.#after);
    for (const found of compareServers(...servers)) this.#report({ ...found, subject: 'servers' });
    for (const { scheme, ...found } of compareSchemes(this.#before, this.#after, this.#renamed))
      this.#report({ ...found, subject: `security scheme ${scheme}` });
    for (const [before, after] of pairs) this.#compare(before, after);
    for (const { deprecated, name, pointer } of old.filter((each) => !pairs.has(each))) {
      const rule = deprecated ? 'deprecated-operation-removed' : 'operation-removed';
      const message = deprecated ? 'was removed after it had been deprecated' : 'was removed';
      this.#reportOf(name, { rule, message, oldPointer: pointer, newPointer: null });
    }
    const kept = new Set(pairs.values());
    const added = now.filter((operation) => !kept.has(operation));
    for (const { name, pointer } of added) {
      const message = 'was added';
      this.#reportOf(name, {
        rule: 'operation-added',
        message,
        oldPointer: null,
        newPointer: pointer,
      });
    }
    for (const { finding, ...reached } of this.#graph.reached())
      this.#report({ ...finding, ...reached });
    const sides = { before: this.#before, after: this.#after, identical: this.#identical };
    for (const found of this.#graph.full ? [] : schemasNotCompared(sides, this.#graph.compared()))
      this.#report({ ...found, direction: null });
    if (this.#graph.full) {
      const message = 'the schemas refer to each other in too many ways to compare all of them';
      this.#report({ ...WHOLE, rule: 'too-entangled', message });
    }
    if (number !== undefined) {
      const message = `a number changed from ${inBackticks(number[0])} to ${inBackticks(number[1])}`;
      this.#report({ ...WHOLE, rule: 'number-changed', message });
    }
    return this.#result(old, pairs, added);
  }

  #compare(before: DefinedOperation, after: DefinedOperation): void {
    const now = readWhole(this.#after, after);
    const old = now.alone && this.#isSame(before, after) ? now : readWhole(this.#before, before);
    compareOperation(old, now, {
      identical: this.#identical,
      found: (finding) => this.#reportOf(after.name, finding),
      schemas: (before, after, direction, asText = false) =>
        this.#graph.add(now.name, { before, after, direction, variance: 'same', asText }),
    });
    // All other operations use the servers of the definition.
    if (before.servers !== undefined || after.servers !== undefined) {
      const from = before.servers ?? serversOf(this.#before);
      const to = after.servers ?? serversOf(this.#after);
      for (const found of compareServers(from, to)) this.#reportOf(after.name, found);
    }
    this.#compareSecurity(before, after);
  }

  /** Whether the operation is identical in both definitions, at the same place. Then reading it once is enough. */
  #isSame(before: DefinedOperation, after: DefinedOperation): boolean {
    const [from, to] = [this.#before, this.#after];
    return (
      before.pointer === after.pointer &&
      from.hasPlainReferences &&
      to.hasPlainReferences &&
      this.#identical.isSame(before.value, after.value) &&
      this.#identical.isSame(valuesOf(before.shared), valuesOf(after.shared)) &&
      this.#areSame('consumes', from.root, to.root) &&
      this.#areSame('produces', from.root, to.root)
    );
  }

  #areSame(key: string, before: Located, after: Located): boolean {
    return this.#identical.isSame(child(before.value, key), child(after.value, key));
  }

  #compareSecurity(before: DefinedOperation, after: DefinedOperation): void {
    const isSame =
      this.#areSame('security', this.#before.root, this.#after.root) &&
      this.#areSame('security', before, after);
    if (isSame && this.#renamed.size === 0) return;
    const from = alternativesOf(this.#before, before).map((each) => rename(each, this.#renamed));
    const to = alternativesOf(this.#after, after);
    const at = { oldPointer: before.pointer, newPointer: after.pointer };
    const needs = to.map(nameAlternative).join(', or ');
    for (const each of refusedAlternatives(from, to)) {
      const message = `can no longer be called with ${nameAlternative(each)}: it now needs ${needs}`;
      this.#reportOf(after.name, { ...at, rule: 'security-tightened', message });
    }
    for (const each of refusedAlternatives(to, from)) {
      const message = `can now be called with ${nameAlternative(each)}`;
      this.#reportOf(after.name, { ...at, rule: 'security-loosened', message });
    }
  }

  #reportOf(operation: string, found: Found): void {
    this.#report({ ...found, operations: [operation], subject: operation });
  }

  /** Reports one change per place and direction. A second path to the same place only adds operations. */
  #report(found: Found): void {
    const { rule, message, direction = null, oldPointer, newPointer } = found;
    const severity = found.severity ?? severityOf(rule, direction);
    const key = JSON.stringify([rule, severity, message, direction, oldPointer, newPointer]);
    const known = this.#changes.get(key);
    const subject = known?.subject ?? found.subject ?? this.#subjectOf(oldPointer, newPointer);
    const more = found.operations ?? [];
    const operations = known === undefined ? more : [...new Set([...known.operations, ...more])];
    this.#changes.set(key, {
      rule,
      severity,
      subject,
      message,
      direction,
      oldPointer,
      newPointer,
      operations,
    });
  }

  #subjectOf(oldPointer: string | null, newPointer: string | null): string {
    const [document, pointer] =
      newPointer === null ? [this.#before, oldPointer] : [this.#after, newPointer];
    return subjectOf(document.root.value as Tree, pointer ?? '#');
  }

  #result(
    old: readonly DefinedOperation[],
    pairs: ReadonlyMap<DefinedOperation, DefinedOperation>,
    added: readonly DefinedOperation[],
  ): DefinitionDiff {
    const changes = [...this.#changes.values()].toSorted(
      (a, b) => SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity),
    );
    const touched = new Set<string>();
    for (const { operations } of changes) for (const name of operations) touched.add(name);
    const count = (severity: DefinitionChange['severity']): number =>
      changes.filter((change) => change.severity === severity).length;
    return {
      operations: {
        added: added.map(({ name }) => name),
        removed: old.filter((each) => !pairs.has(each)).map(({ name }) => name),
        changed: [...pairs.values()].map(({ name }) => name).filter((name) => touched.has(name)),
      },
      schemas: compareNames(this.#identical, schemasOf(this.#before), schemasOf(this.#after)),
      changes,
      counts: { breaking: count('breaking'), risky: count('risky'), safe: count('safe') },
      elsewhere: compareElsewhere(
        this.#identical,
        this.#before.root.value as Tree,
        this.#after.root.value as Tree,
      ),
    };
  }
}

const valuesOf = (nodes: readonly Located[]): unknown[] => nodes.map(({ value }) => value);
