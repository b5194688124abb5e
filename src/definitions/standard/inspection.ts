/** Walks through a definition, checks each value against its shape in the standard, and follows each reference once. */
import type { Definition } from '../read.ts';
import { isTree, textAt, type Tree } from '../tree.ts';
import { checkObject } from './checks/objects.ts';
import {
  ReferenceGraph,
  hasReference,
  sectionOf,
  type Lead,
  type OpenDocuments,
} from './references.ts';
import type { StandardRule } from './rules.ts';
import { SHAPES_2 } from './shapes-2.ts';
import { SHAPES_3_0, SHAPES_3_1, SHAPES_3_2 } from './shapes-3.ts';
import type { FieldShape, ObjectShape, Shapes, Standard } from './shape.ts';
import { below, type At, type Breach, type Spot } from './spot.ts';
import { checkKeys, checkScalar } from './structure.ts';

const SHAPES: Readonly<Record<Standard, Shapes>> = {
  '2.0': SHAPES_2,
  '3.0': SHAPES_3_0,
  '3.1': SHAPES_3_1,
  '3.2': SHAPES_3_2,
};

/** How to read the documents that references lead to. */
export interface Reading extends OpenDocuments {
  /** Opens a document. Rejects only if the run was stopped. */
  readonly open: (document: string) => Promise<void>;
}

interface Task {
  readonly spot: Spot;
  readonly field: FieldShape;
}

/** A reference that waits for its document. */
interface Waiting {
  readonly from: Spot;
  readonly reference: string;
  readonly document: string;
  readonly go: (lead: Lead) => void;
}

/** Sections of `components`, and of the root in 2.0, by the type of their objects. */
const SECTION_OF: Readonly<Record<string, readonly string[]>> = {
  Schema: ['schemas', 'definitions'],
  Response: ['responses'],
  Parameter: ['parameters'],
  Example: ['examples'],
  RequestBody: ['requestBodies'],
  Header: ['headers'],
  SecurityScheme: ['securitySchemes', 'securityDefinitions'],
  Link: ['links'],
  Callback: ['callbacks'],
  PathItem: ['pathItems', 'paths'],
  MediaType: ['mediaTypes'],
};
const SECTIONS = new Set(Object.values(SECTION_OF).flat());

/** Objects that the walk has met, for the rules that need all of them. */
export interface Visited {
  readonly operations: Spot[];
  readonly links: Spot[];
  readonly requirements: Spot[];
  readonly discriminators: Spot[];
  /** The schemas that have a discriminator. */
  readonly discriminated: Spot[];
}

export class Inspection {
  readonly standard: Standard;
  readonly root: Spot;
  readonly breaches: Breach[] = [];
  readonly visited: Visited = {
    operations: [],
    links: [],
    requirements: [],
    discriminators: [],
    discriminated: [],
  };
  readonly references: ReferenceGraph;
  /** Whether schemas are checked against the keywords of the standard. False if the definition declares another dialect. */
  readonly knowsDialect: boolean;
  readonly #entry: string;
  readonly #shapes: Shapes;
  readonly #reading: Reading;
  readonly #tasks: Task[] = [];
  #waiting: Waiting[] = [];
  readonly #seen = new Map<string, Set<unknown>>();

  constructor({ file, content }: Definition, standard: Standard, reading: Reading) {
    this.standard = standard;
    this.#entry = file;
    this.#shapes = SHAPES[standard];
    this.#reading = reading;
    this.references = new ReferenceGraph(reading, standard);
    this.root = this.references.whole(file, content);
    this.knowsDialect = isKnownDialect(textAt(content, 'jsonSchemaDialect'));
  }

  /** Walks through everything that can be reached. Rejects only if `open` does. */
  async run(): Promise<void> {
    this.#tasks.push({ spot: this.root, field: { kind: 'object', type: 'Root' } });
    this.#drain();
    while (this.#waiting.length > 0) {
      const waiting = this.#waiting;
      this.#waiting = [];
      const documents = new Set(waiting.map(({ document }) => document));
      await Promise.all(Array.from(documents, (document) => this.#reading.open(document)));
      for (const { from, reference, go } of waiting) this.#lead(from, reference, go);
      this.#drain();
    }
  }

  report(
    rule: StandardRule,
    { resource, at }: Spot,
    message: string,
    { key, onKey = false }: { readonly key?: string | number; readonly onKey?: boolean } = {},
  ): void {
    const place: At | null = key === undefined ? at : { up: at, key };
    this.breaches.push({ rule, message, document: resource.document, at: place, onKey });
  }

  /** Checks the target of `reference`, seen from `spot`, as a schema, if it exists. */
  expectSchema(spot: Spot, reference: string): void {
    this.#lead(spot, reference, (lead) => {
      if (lead.kind === 'found') this.#push(lead.spot, { kind: 'object', type: 'Schema' });
    });
  }

  /** The value at the end of the references of `spot`. Returns undefined if it cannot be read. Call it after `run`. */
  resolved(spot: Spot): Spot | undefined {
    let place = spot;
    const passed = new Set<unknown>();
    for (;;) {
      const reference = textAt(place.value, '$ref');
      if (reference === undefined) return place;
      if (passed.has(place.value)) return undefined;
      passed.add(place.value);
      const lead = this.references.follow(reference, place);
      if (lead.kind !== 'found') return undefined;
      place = lead.spot;
    }
  }

  #drain(): void {
    for (let task = this.#tasks.pop(); task !== undefined; task = this.#tasks.pop()) {
      this.#check(task.spot, task.field);
    }
  }

  #check(spot: Spot, field: FieldShape): void {
    const { value } = spot;
    switch (field.kind) {
      case 'any':
        this.#glance(spot);
        return;
      case 'either':
        this.#check(spot, field.pick(value));
        return;
      case 'object':
        this.#object(spot, field.type);
        return;
      case 'list':
        if (Array.isArray(value)) {
          for (let at = value.length - 1; at >= 0; at -= 1) {
            this.#push(below(spot, at, value[at]), field.items);
          }
          return;
        }
        break;
      case 'map':
        if (isTree(value)) {
          if (hasReference(value)) this.#refer(spot, field, false);
          else {
            for (const key of Object.keys(value).toReversed()) {
              this.#entryOf(spot, field, key, value[key]);
            }
          }
          return;
        }
        break;
      case 'text':
      case 'boolean':
      case 'number':
        if (hasReference(value)) {
          this.#refer(spot, field, false);
          return;
        }
    }
    checkScalar(this, spot, field);
  }

  /** Skips scalars that need no further check: most values are valid scalars. */
  #push(spot: Spot, field: FieldShape): void {
    if (field.kind === 'any' && !isTree(spot.value)) return;
    if (field.kind === 'text' && typeof spot.value === 'string' && !field.among) return;
    this.#tasks.push({ spot, field });
  }

  #entryOf(
    spot: Spot,
    { values }: Extract<FieldShape, { kind: 'map' }>,
    key: string,
    inner: unknown,
  ): void {
    const field = values(key);
    if (field !== undefined) this.#push(below(spot, key, inner), field);
  }

  /** Data may be in a file of its own. The file is opened, but an example is not checked further. */
  #glance(spot: Spot): void {
    const reference = textAt(spot.value, '$ref');
    if (reference === undefined || reference.startsWith('#')) return;
    this.#lead(spot, reference, () => {});
  }

  #object(given: Spot, type: string): void {
    const shape = this.#shapes[type] as ObjectShape;
    const { value } = given;
    if (!isTree(value)) {
      const isBoolean = typeof value === 'boolean' && type === 'Schema' && this.#hasNames;
      if (!isBoolean) checkScalar(this, given, { kind: 'object', type }, shape.called);
      return;
    }
    if (!this.#isNew(value, type)) return;
    const spot = type === 'Schema' ? this.references.inside(given) : given;
    const isReference = hasReference(value);
    const keeps = type === 'PathItem' || (type === 'Schema' && this.#hasNames);
    if (isReference) this.#refer(spot, { kind: 'object', type }, shape.referable === true);
    if (isReference && !keeps) return;
    if (type === 'Schema' && !this.#isOurDialect(value)) {
      this.#foreignSchema(spot);
      return;
    }
    const next = checkKeys(this, spot, shape, type);
    for (const { key, field } of next) this.#push(below(spot, key, value[key]), field);
    checkObject(this, spot, type, isReference);
  }

  get #hasNames(): boolean {
    return this.standard === '3.1' || this.standard === '3.2';
  }

  #isOurDialect(schema: Tree): boolean {
    if (!this.#hasNames) return true;
    const own = textAt(schema, '$schema');
    return own === undefined ? this.knowsDialect : isKnownDialect(own);
  }

  /** Only a few rules apply to a schema in another dialect. */
  #foreignSchema(spot: Spot): void {
    const dialect = textAt(spot.value, '$schema') ?? textAt(this.root.value, 'jsonSchemaDialect');
    if (!isTree(spot.value) || !/draft-0[67]|2019-09/.test(dialect ?? '')) return;
    for (const key of ['exclusiveMinimum', 'exclusiveMaximum']) {
      if (typeof spot.value[key] !== 'boolean') continue;
      const message = `\`${key}\` must be a number, not a boolean`;
      this.report('struct', spot, message, { key });
    }
  }

  #isNew(value: unknown, type: string): boolean {
    const seen = this.#seen.get(type);
    if (seen === undefined) this.#seen.set(type, new Set([value]));
    else if (seen.has(value)) return false;
    else seen.add(value);
    return true;
  }

  /** @param allowed whether the standard allows `$ref` here */
  #refer(spot: Spot, field: FieldShape, allowed: boolean): void {
    const reference = textAt(spot.value, '$ref') ?? '';
    const keeps = field.kind === 'object' && (field.type === 'PathItem' || field.type === 'Schema');
    if (!keeps || (field.type === 'Schema' && !this.#hasNames)) this.#siblings(spot, field);
    this.#lead(spot, reference, (lead) => {
      if (lead.kind === 'found') {
        // A reference to another file is replaced when the files are bundled, so it is not reported.
        if (!allowed && lead.spot.resource.document === spot.resource.document) {
          this.report('spec-strict-refs', spot, '`$ref` is not allowed here', { key: '$ref' });
        }
        this.#target(spot, reference, lead.spot, field);
      } else if (lead.kind === 'missing') {
        const rule = lead.byName ? 'unresolved-uri' : 'no-unresolved-refs';
        const message = `\`$ref: ${reference}\` cannot be resolved: ${lead.why}`;
        this.report(rule, spot, message, { key: '$ref' });
      }
    });
  }

  #target(from: Spot, reference: string, target: Spot, field: FieldShape): void {
    const section = sectionOf(target, this.#entry, this.standard);
    const isWhole = target.at === null && target.resource.document === this.#entry;
    if (field.kind === 'object') {
      const fits = SECTION_OF[field.type] ?? [];
      if (isWhole || (section !== null && SECTIONS.has(section) && !fits.includes(section))) {
        const wanted = (this.#shapes[field.type] as ObjectShape).called;
        const what = isWhole ? 'to the whole definition' : `into \`${section}\``;
        const message = `\`$ref: ${reference}\` points ${what}, but ${wanted} belongs here`;
        this.report('reference-kind', from, message, { key: '$ref' });
        return;
      }
    }
    this.#push(target, field);
  }

  /** Reports keys beside a `$ref` that replaces the whole object. */
  #siblings(spot: Spot, field: FieldShape): void {
    if (!isTree(spot.value)) return;
    const allowed = this.#hasNames && field.kind === 'object' ? ['summary', 'description'] : [];
    for (const key of Object.keys(spot.value)) {
      if (key === '$ref' || key.startsWith('x-') || allowed.includes(key)) continue;
      const message = `\`${key}\` is next to a \`$ref\`, which replaces the whole object`;
      this.report('spec-ref-siblings', spot, message, { key, onKey: true });
    }
  }

  #lead(from: Spot, reference: string, go: (lead: Lead) => void): void {
    const lead = this.references.follow(reference, from);
    if (lead.kind === 'unopened')
      this.#waiting.push({ from, reference, document: lead.document, go });
    else go(lead);
  }
}

/** Draft 2020-12 and OpenAPI's dialects of it. */
const isKnownDialect = (uri: string | undefined): boolean =>
  uri === undefined ||
  /^https?:\/\/(?:spec\.openapis\.org\/oas\/3\.[12]\/dialect\/|json-schema\.org\/draft\/2020-12\/schema#?$)/.test(
    uri,
  );
