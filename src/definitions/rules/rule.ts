/** The interface of rules for definitions, and the data that they get. */
import type { Location, ReferenceGraph, Lead } from '../refs.ts';
import type { NodeType, Standard } from './types.ts';

/** The place of a fault in a value: a key, and whether the key itself is wrong. */
export interface Where {
  readonly key?: string | number | undefined;
  readonly onKey?: boolean | undefined;
}

/** A problem of the type or the keys of a value, with its rule. */
export interface Fault extends Where {
  readonly rule: string;
  readonly at: Location;
  readonly message: string;
}

/** The data that a rule gets about a definition. */
export interface RuleScope {
  readonly standard: Standard;
  /** Whether schemas are JSON Schema 2020-12: OpenAPI 3.1 and later. */
  readonly isNew: boolean;
  /** Whether the definition was made of several files. */
  readonly isBundle: boolean;
  /** The keywords of schemas in all versions of OpenAPI 3. */
  readonly keywords: ReadonlySet<string>;
  readonly root: Location;
  readonly references: ReferenceGraph;
  /** Returns the problems of the types and keys of a value. */
  readonly faultsOf: (at: Location, type: NodeType) => readonly Fault[];
  readonly report: (at: Location, message: string, where?: Where) => void;
}

/** A reference that the walk reached. */
export interface Met {
  readonly reference: string;
  readonly target: Lead;
  /** The type of the object that belongs here. */
  readonly type: NodeType;
  /** Whether keys next to the reference are valid in this version of the standard. */
  readonly keepsSiblings: boolean;
}

/**
 * Functions that the walk calls. Each value is visited once per type, with its references followed.
 */
export interface Visitor {
  /** For objects, by their type. */
  readonly on?: Readonly<Record<string, (at: Location) => void>>;
  readonly any?: (at: Location, type: NodeType) => void;
  readonly reference?: (at: Location, met: Met) => void;
  /** After the walk. */
  readonly end?: () => void;
}

export interface DefinitionRule {
  readonly name: string;
  /**
   * An error: the definition cannot be read or resolved, or no console or client can make the call
   * from it. A warning: the standard forbids it, or it has no effect, but nothing breaks. Rules do
   * not report what the standard allows.
   */
  readonly severity: 'error' | 'warning';
  /** Why it matters, as a sentence without a period. */
  readonly why: string;
  /** Makes the visitor for one walk. */
  readonly visitor: (scope: RuleScope) => Visitor;
}

type Maker = (name: string, why: string, visitor: DefinitionRule['visitor']) => DefinitionRule;

export const error: Maker = (name, why, visitor) => ({ name, severity: 'error', why, visitor });
export const warning: Maker = (name, why, visitor) => ({ name, severity: 'warning', why, visitor });

type Check = (at: Location, scope: RuleScope) => void;

/** Checks the objects of some types when the walk reaches them. */
export const checkEach =
  (types: string, check: Check): DefinitionRule['visitor'] =>
  (scope) => ({ on: visitsOf(types, (at) => check(at, scope)) });

/** Checks them after the walk, when all documents are open and all objects are known. */
export const checkAfter =
  (types: string, check: Check): DefinitionRule['visitor'] =>
  (scope) => {
    const met: Location[] = [];
    const end = (): void => {
      for (const at of met) check(at, scope);
    };
    return { on: visitsOf(types, (at) => met.push(at)), end };
  };

/** The visitor for some versions of the standard only. */
export const only =
  (standards: string, visitor: DefinitionRule['visitor']): DefinitionRule['visitor'] =>
  (scope) =>
    standards.split(' ').includes(scope.standard) ? visitor(scope) : {};

const visitsOf = (
  types: string,
  visit: (at: Location) => void,
): Readonly<Record<string, (at: Location) => void>> =>
  Object.fromEntries(types.split(' ').map((type) => [type, visit]));
