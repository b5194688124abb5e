/** What changed between two definitions, and what each change means to clients: ADR 71. Pure. */
import type { Tree } from '../tree.ts';
import { SEVERITIES, type DefinitionChange, type DefinitionDiff } from './changes.ts';
import { Definition } from './document.ts';
import { FacetReader } from './schemas/reader.ts';
import { SchemaGraph } from './schemas/graph.ts';
import {
  compareElsewhere,
  compareNames,
  schemasOf,
  schemePointer,
  serversOf,
} from './inventory.ts';
import { compareOperation, type OperationFinding } from './operation.ts';
import { readOperations, type Operation } from './operations.ts';
import { severityOf } from './rules.ts';
import {
  alternativesOf,
  nameAlternative,
  readSchemes,
  rename,
  renamedSchemes,
  unserved,
} from './security.ts';
import { subjectOf } from './subject.ts';

/**
 * Compares two parsed definitions, of the same OpenAPI version or not. References into other files are compared by
 * their text: bundle first. Time grows with the pairs of schemas that meet, each of which is compared once.
 */
export function diffDefinitions(before: Tree, after: Tree): DefinitionDiff {
  return new Comparison(before, after).run();
}

type Reported = Omit<DefinitionChange, 'severity' | 'subject'> & { readonly subject?: string };

class Comparison {
  readonly #before: Definition;
  readonly #after: Definition;
  readonly #graph: SchemaGraph;
  /** Old names of security schemes that have another name now. */
  readonly #renamed: ReadonlyMap<string, string>;
  readonly #changes = new Map<string, DefinitionChange>();

  constructor(before: Tree, after: Tree) {
    this.#before = new Definition(before);
    this.#after = new Definition(after);
    this.#renamed = renamedSchemes(readSchemes(this.#before), readSchemes(this.#after));
    this.#graph = new SchemaGraph({
      before: new FacetReader(this.#before),
      after: new FacetReader(this.#after),
    });
  }

  run(): DefinitionDiff {
    const old = readOperations(this.#before);
    const now = readOperations(this.#after);
    const pairs = pairOperations(old, now);
    this.#compareServers();
    this.#compareSchemes();
    for (const [before, after] of pairs) this.#compare(before, after);
    for (const operation of old) {
      if (!pairs.has(operation)) this.#removed(operation);
    }
    const kept = new Set(pairs.values());
    const added = now.filter((operation) => !kept.has(operation));
    for (const operation of added) this.#added(operation);
    this.#collectSchemas();
    return this.#result(old, pairs, added);
  }

  #compare(before: Operation, after: Operation): void {
    const operations = [after.name];
    const subject = after.name;
    compareOperation(before, after, {
      found: (finding: OperationFinding) => this.#report({ ...finding, operations, subject }),
      schemas: (from, to, direction) => this.#graph.add(after.name, from, to, direction),
    });
    this.#compareSecurity(before, after);
  }

  #compareSecurity(before: Operation, after: Operation): void {
    const from = alternativesOf(this.#before, before).map((each) => rename(each, this.#renamed));
    const to = alternativesOf(this.#after, after);
    const at = {
      direction: null,
      oldPointer: before.pointer,
      newPointer: after.pointer,
      operations: [after.name],
      subject: after.name,
    };
    for (const each of unserved(from, to)) {
      const message = `can no longer be called with ${nameAlternative(each)}`;
      this.#report({ ...at, rule: 'security-tightened', message });
    }
    for (const each of unserved(to, from)) {
      const message = `can be called with ${nameAlternative(each)} now`;
      this.#report({ ...at, rule: 'security-loosened', message });
    }
  }

  #removed(operation: Operation): void {
    this.#report({
      rule: operation.deprecated ? 'deprecated-operation-removed' : 'operation-removed',
      message: operation.deprecated ? 'is gone; it was deprecated' : 'is gone',
      direction: null,
      oldPointer: operation.pointer,
      newPointer: null,
      operations: [operation.name],
      subject: operation.name,
    });
  }

  #added(operation: Operation): void {
    this.#report({
      rule: 'operation-added',
      message: 'is new',
      direction: null,
      oldPointer: null,
      newPointer: operation.pointer,
      operations: [operation.name],
      subject: operation.name,
    });
  }

  #compareServers(): void {
    const [from, to] = [serversOf(this.#before), serversOf(this.#after)];
    const at = { direction: null, operations: [], subject: 'servers' };
    for (const [url, pointer] of from) {
      if (to.has(url)) continue;
      const message = `${url} is gone`;
      this.#report({
        ...at,
        rule: 'server-removed',
        message,
        oldPointer: pointer,
        newPointer: null,
      });
    }
    for (const [url, pointer] of to) {
      if (from.has(url)) continue;
      const message = `${url} is new`;
      this.#report({ ...at, rule: 'server-added', message, oldPointer: null, newPointer: pointer });
    }
  }

  #compareSchemes(): void {
    const after = readSchemes(this.#after);
    for (const [name, scheme] of readSchemes(this.#before)) {
      const now = after.get(name);
      if (now === undefined || now === scheme) continue;
      this.#report({
        rule: 'security-scheme-changed',
        message: 'credentials are of another kind, or go to another place',
        direction: null,
        oldPointer: schemePointer(this.#before, name),
        newPointer: schemePointer(this.#after, name),
        operations: [],
        subject: `security scheme ${name}`,
      });
    }
  }

  #collectSchemas(): void {
    for (const { finding, direction, operations } of this.#graph.reached()) {
      this.#report({ ...finding, direction, operations: [...operations] });
    }
    if (!this.#graph.full) return;
    this.#report({
      rule: 'too-entangled',
      message: 'the schemas are too entangled to compare all of them',
      direction: null,
      oldPointer: '#',
      newPointer: '#',
      operations: [],
      subject: 'the definition',
    });
  }

  /** One change per place and side: two ways to the same place only add operations. */
  #report(found: Reported): void {
    const { rule, message, direction, oldPointer, newPointer } = found;
    const key = JSON.stringify([rule, message, direction, oldPointer, newPointer]);
    const known = this.#changes.get(key);
    const subject = known?.subject ?? found.subject ?? this.#subjectOf(oldPointer, newPointer);
    const operations = [...new Set([...(known?.operations ?? []), ...found.operations])];
    const severity = severityOf(rule, direction);
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
    old: readonly Operation[],
    pairs: ReadonlyMap<Operation, Operation>,
    added: readonly Operation[],
  ): DefinitionDiff {
    const changes = [...this.#changes.values()].toSorted(
      (a, b) => SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity),
    );
    const touched = new Set(changes.flatMap(({ operations }) => operations));
    const count = (severity: DefinitionChange['severity']): number =>
      changes.filter((change) => change.severity === severity).length;
    return {
      operations: {
        added: added.map(({ name }) => name),
        removed: old.filter((each) => !pairs.has(each)).map(({ name }) => name),
        changed: [...pairs.values()].map(({ name }) => name).filter((name) => touched.has(name)),
      },
      schemas: compareNames(schemasOf(this.#before), schemasOf(this.#after)),
      changes,
      counts: { breaking: count('breaking'), risky: count('risky'), safe: count('safe') },
      elsewhere: compareElsewhere(this.#before.root.value as Tree, this.#after.root.value as Tree),
    };
  }
}

/** Operations that are the same to a client; if two differ in the names of parameters only, the one with equal names. */
function pairOperations(
  old: readonly Operation[],
  now: readonly Operation[],
): Map<Operation, Operation> {
  const byName = new Map(now.map((each) => [each.name, each]));
  const pairs = new Map<Operation, Operation>();
  const taken = new Set<Operation>();
  for (const before of old) {
    const after = byName.get(before.name);
    if (after !== undefined) {
      pairs.set(before, after);
      taken.add(after);
    }
  }
  const byKey = new Map(now.filter((each) => !taken.has(each)).map((each) => [each.key, each]));
  for (const before of old) {
    const after = byKey.get(before.key);
    if (pairs.has(before) || after === undefined || taken.has(after)) continue;
    pairs.set(before, after);
    taken.add(after);
  }
  return pairs;
}
