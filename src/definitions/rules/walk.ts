/** Walks with the library through a definition and everything that it refers to, for our rules. */
import type { Library } from '../library.ts';
import type { Definition } from '../read-definition.ts';
import { ReferenceGraph, type Lead, type Location, type Reading } from '../refs.ts';
import { isTree, pointTo, textAt } from '../definition-tree.ts';
import { isWrongKind } from './references.ts';
import type { Fault, DefinitionRule, RuleScope, Visitor } from './rule.ts';
import { faultsOf } from './structure.ts';
import { LIBRARY_VERSIONS, typesOf, type NodeType, type Standard } from './types.ts';

/** A fault, before it has a line. */
export interface RuleFinding {
  readonly rule: DefinitionRule;
  readonly message: string;
  readonly document: string;
  readonly pointer: string;
  /** Whether the key is wrong, rather than its value. */
  readonly onKey: boolean;
}

export interface Walked {
  readonly findings: readonly RuleFinding[];
  /** The dialects of schemas that were not checked. */
  readonly dialects: ReadonlySet<string>;
}

/**
 * All findings of `rules`, in no particular order. Opens documents when references lead to them.
 * Takes references of any length: the library starts again at the target of each one, and never
 * goes into what was visited.
 *
 * @param isBundle whether the definition was made of several files
 */
export async function walk(
  library: Library,
  definition: Definition,
  rules: readonly DefinitionRule[],
  reading: Reading,
  isBundle = false,
): Promise<Walked> {
  return new Walk(library, definition, reading, isBundle).run(rules, reading.open);
}

type WalkOptions = Parameters<Library['walkDocument']>[0];

/** The library's argument for a visitor. */
interface Seen {
  readonly location: {
    readonly source: { readonly absoluteRef: string };
    readonly pointer: string;
  };
  readonly type: NodeType;
  readonly key: string | number;
  readonly parent: unknown;
}

/** A value, and the type of the object that belongs there. */
type Task = readonly [at: Location, type: NodeType];

/** The target of all references for the library, so that it follows none. */
const STOP = {};

class Walk {
  readonly #library: Library;
  readonly #standard: Standard;
  readonly #isNew: boolean;
  readonly #isBundle: boolean;
  readonly #types: ReturnType<typeof typesOf>;
  readonly #references: ReferenceGraph;
  readonly #root: Location;
  /**
   * The values at which the library started. For the library, the number of such a value is the
   * name of its document.
   */
  readonly #starts: Location[] = [];
  readonly #tasks: Task[] = [];
  /** References whose documents are not open. */
  #waiting: Task[] = [];
  readonly #seen = new Map<string, Set<unknown>>();
  readonly #ignored = new Set<unknown>();
  readonly #dialects = new Set<string>();
  readonly #findings: RuleFinding[] = [];
  #visitors: readonly Visitor[] = [];
  #last: { readonly at: Location; readonly faults: readonly Fault[] } | undefined;
  readonly #visits = new Map<string, readonly ((at: Location) => void)[]>();

  constructor(
    library: Library,
    { file, content, specification }: Definition,
    reading: Reading,
    isBundle: boolean,
  ) {
    this.#library = library;
    this.#isBundle = isBundle;
    this.#standard = specification.slice(0, 3) as Standard;
    this.#isNew = this.#standard === '3.1' || this.#standard === '3.2';
    this.#types = typesOf(
      library,
      this.#standard,
      content,
      (value, { name }) => this.#ignored.has(value) || this.#seen.get(name)?.has(value) === true,
    );
    const { resolve } = reading;
    const own = { ok: true as const, value: content };
    const opened: Reading['opened'] = (document) =>
      document === file ? own : reading.opened(document);
    this.#references = new ReferenceGraph({ resolve, opened }, this.#isNew);
    this.#root = { document: file, pointer: '#', value: content };
  }

  async run(rules: readonly DefinitionRule[], open: Reading['open']): Promise<Walked> {
    this.#visitors = rules.map((rule) => rule.visitor(this.#scopeOf(rule)));
    this.#tasks.push([this.#root, this.#types.all['Root'] as NodeType]);
    this.#drain();
    while (this.#waiting.length > 0) {
      const waiting = this.#waiting;
      this.#waiting = [];
      const documents = new Set<string>();
      for (const [at] of waiting) {
        const target = this.#targetOf(at);
        if (target.kind === 'unopened') documents.add(target.document);
      }
      await Promise.all(Array.from(documents, open));
      this.#references.forget();
      for (const [at, type] of waiting) this.#lead(at, type);
      this.#drain();
    }
    for (const { end } of this.#visitors) end?.();
    return { findings: this.#findings, dialects: this.#dialects };
  }

  #drain(): void {
    const visitor = {
      any: (value: unknown, seen: Seen) => {
        if (value !== STOP) this.#visit(this.#placeOf(seen, value), seen.type);
      },
      ref: (value: unknown, seen: Seen) => this.#refer(value, seen),
    };
    const types = this.#types.all as unknown as Parameters<Library['normalizeVisitors']>[1];
    const configured = [{ ruleId: 'definition', severity: 'error', visitor }] as never;
    const normalizedVisitors = this.#library.normalizeVisitors(configured, types);
    for (let task = this.#tasks.pop(); task !== undefined; task = this.#tasks.pop()) {
      const [at, type] = task;
      if (this.#seen.get(type.name)?.has(at.value) === true) continue;
      const source = new this.#library.Source(String(this.#starts.push(at) - 1), '');
      const stopped = { resolved: true, node: STOP, document: { source }, nodePointer: '#/' };
      this.#library.walkDocument({
        document: { source, parsed: at.value },
        rootType: type,
        normalizedVisitors,
        resolvedRefMap: { get: () => stopped },
        ctx: { problems: [], specVersion: LIBRARY_VERSIONS[this.#standard], visitorsData: {} },
      } as unknown as WalkOptions);
    }
  }

  #scopeOf(rule: DefinitionRule): RuleScope {
    const shared = {
      standard: this.#standard,
      isNew: this.#isNew,
      isBundle: this.#isBundle,
      keywords: this.#types.keywords,
      root: this.#root,
      references: this.#references,
    };
    return {
      ...shared,
      // The rules request the same value one after the other.
      faultsOf: (at, type) => {
        if (this.#last?.at !== at) this.#last = { at, faults: faultsOf(at, type, shared) };
        return this.#last.faults;
      },
      report: ({ document, pointer }, message, { key, onKey = false } = {}) => {
        const at = key === undefined ? pointer : pointTo(pointer, key);
        this.#findings.push({ rule, message, document, pointer: at, onKey });
      },
    };
  }

  #placeOf({ location: { source, pointer } }: Seen, value: unknown): Location {
    const start = this.#starts[Number(source.absoluteRef)] ?? this.#root;
    return {
      ...start,
      pointer: `${start.pointer}${pointer.slice(pointer === '#/' ? 2 : 1)}`,
      value,
    };
  }

  #visit(at: Location, type: NodeType): void {
    const { value } = at;
    if (type.name === 'Data' || this.#ignored.has(value)) return;
    if (typeof value === 'object' && value !== null && !this.#isFirst(value, type)) return;
    if (type.name === 'Schema' && this.#isForeign(value)) return this.#ignore(value);
    for (const { any } of this.#visitors) any?.(at, type);
    if (isTree(value)) for (const visit of this.#visitsOf(type)) visit(at);
  }

  #refer(value: unknown, seen: Seen): void {
    const { key, parent, type } = seen;
    const at = this.#placeOf(seen, value);
    if (this.#ignored.has(value) || !this.#isFirst(value, type, 'reference to ')) return;
    const keeps = this.#keeps(type);
    // A mapping is a text that the types treat as a reference.
    const isMapping = isTree(parent) && typeof parent[key] === 'string';
    if (keeps && !isMapping) this.#visit(at, type);
    else if (isTree(value)) for (const each of Object.values(value)) this.#ignore(each);
    if (isMapping) this.#lead({ ...at, value: parent[key] }, type);
    else this.#lead(at, type);
  }

  /** The target of a reference, or of the text of one. */
  #targetOf(at: Location): Lead {
    const { value } = at;
    return typeof value === 'string'
      ? this.#references.follow(at, value)
      : this.#references.follow(at);
  }

  #lead(at: Location, type: NodeType): void {
    const target = this.#targetOf(at);
    if (target.kind === 'unopened') {
      this.#waiting.push([at, type]);
      return;
    }
    const { value } = at;
    const isReported = type.name !== 'Data' && typeof value !== 'string';
    const reference = textAt(value, '$ref') ?? '';
    const met = { reference, target, type, keepsSiblings: this.#keeps(type) };
    for (const visitor of isReported ? this.#visitors : []) visitor.reference?.(at, met);
    if (target.kind !== 'found' || type.name === 'scalar' || type.name === 'Data') return;
    if (!isWrongKind(target.location, type, this.#root.document, this.#standard)) {
      this.#tasks.push([target.location, type]);
    }
  }

  /** Whether keys next to a `$ref` are valid. */
  #keeps({ name }: NodeType): boolean {
    return name === 'PathItem' || (name === 'Schema' && this.#isNew);
  }

  #visitsOf({ name }: NodeType): readonly ((at: Location) => void)[] {
    let visits = this.#visits.get(name);
    if (visits === undefined) {
      visits = this.#visitors.flatMap(({ on }) => on?.[name] ?? []);
      this.#visits.set(name, visits);
    }
    return visits;
  }

  #isFirst(value: unknown, { name }: NodeType, what = ''): boolean {
    const key = what + name;
    const seen = this.#seen.get(key);
    if (seen === undefined) this.#seen.set(key, new Set([value]));
    else if (seen.has(value)) return false;
    else seen.add(value);
    return true;
  }

  /** Whether a schema uses another dialect. */
  #isForeign(schema: unknown): boolean {
    if (!this.#isNew || !isTree(schema)) return false;
    const dialect =
      textAt(schema, '$schema') ?? textAt(this.#root.value, 'jsonSchemaDialect') ?? '';
    if (dialect === '' || KNOWN_DIALECT.test(dialect)) return false;
    this.#dialects.add(dialect);
    return true;
  }

  #ignore(value: unknown): void {
    const open = [value];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      if (typeof next !== 'object' || next === null || this.#ignored.has(next)) continue;
      this.#ignored.add(next);
      open.push(...Object.values(next));
    }
  }
}

/** Draft 2020-12 and OpenAPI's dialects of it. */
const KNOWN_DIALECT =
  /^https?:\/\/(?:spec\.openapis\.org\/oas\/3\.[12]\/dialect\/|json-schema\.org\/draft\/2020-12\/schema#?$)/;
