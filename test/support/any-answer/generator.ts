/**
 * Random values that a JSON Schema allows, as far as the service's published file uses JSON Schema. The same
 * seed gives the same value.
 *
 * If the schema allows it, texts are often ones from the test project, and ids are small. Otherwise no two
 * answers would be about the same thing, and every command would stop at the first.
 */
import type { Schema } from '../contract/file.ts';

/** Returns a number from 0 up to but not including 1. */
type Dice = () => number;

/** Dice that give the same results for the same words. */
export function diceOf(...words: readonly unknown[]): Dice {
  let state = 0x81_1c_9d_c5;
  for (const letter of JSON.stringify(words)) {
    state = Math.imul(state ^ (letter.codePointAt(0) ?? 0), 0x01_00_01_93);
  }
  // Mulberry32.
  return () => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** One element. Throws if there is none. */
export function pick<T>(dice: Dice, from: readonly T[]): T {
  if (from.length === 0) throw new Error('there is nothing to choose from');
  return from[Math.floor(dice() * from.length)] as T;
}

const upTo = (dice: Dice, most: number): number => Math.floor(dice() * (most + 1));

export class Generator {
  readonly #schemas: Readonly<Record<string, Schema>>;
  readonly #seed: number;
  readonly #known: Readonly<Record<string, readonly string[]>>;

  /** `known`: texts of the test project, by field name. */
  constructor(
    schemas: Readonly<Record<string, Schema>>,
    seed: number,
    known: Readonly<Record<string, readonly string[]>>,
  ) {
    this.#schemas = schemas;
    this.#seed = seed;
    this.#known = known;
  }

  /** `name`: the field that the value is for. */
  value(schema: Schema, dice: Dice, name = ''): unknown {
    const whole = this.#resolved(schema);
    if (whole.enum !== undefined) return pick(dice, whole.enum);
    const type = typeof whole.type === 'string' ? whole.type : pick(dice, whole.type ?? ['object']);
    switch (type) {
      case 'null':
        return null;
      case 'boolean':
        return dice() < 0.5;
      case 'integer':
        return this.#integer(dice, name);
      case 'number':
        return dice() < 0.5 ? this.#integer(dice, name) : dice() * 1e6 - 5e5;
      case 'string':
        return this.#text(whole, dice, name);
      case 'array':
        return this.#list(whole.items ?? {}, dice, name);
      case 'object':
        return this.#object(whole, dice, name);
      default:
        throw new Error(`the file has the type ${type}, which nobody thought of`);
    }
  }

  /** The resource with this id, the same in every answer. */
  record(schema: Schema, id: number): Readonly<Record<string, unknown>> {
    return this.#withId(this.#resolved(schema), id) as Readonly<Record<string, unknown>>;
  }

  #resolved({ $ref, ...schema }: Schema): Schema {
    if ($ref === undefined) return schema;
    const name = $ref.replace(/^.*\//, '');
    const found = this.#schemas[name];
    if (found === undefined) throw new Error(`the file has no ${$ref}`);
    return this.#resolved({ title: name, ...found });
  }

  #integer(dice: Dice, name: string): number {
    if (/^id$|Id$/.test(name)) return dice() < 0.95 ? 1 + upTo(dice, 3) : upTo(dice, 2 ** 31);
    const most = pick(dice, [1, 20, 2 ** 31, Number.MAX_SAFE_INTEGER]);
    return dice() < 0.8 ? upTo(dice, most) : -upTo(dice, most);
  }

  #text({ title = '', example }: Schema, dice: Dice, name: string): string {
    if (typeof example === 'string' && /^\d{4}-\d\d-\d\dT/.test(example)) {
      const date = new Date(upTo(dice, 4_102_444_800) * 1000).toISOString().slice(0, 19);
      return `${date}${pick(dice, ['+00:00', '+0000', example.slice(19)])}`;
    }
    const known = this.#known[`${title}.${name}`] ?? this.#known[name] ?? [];
    if (known.length > 0 && dice() < 0.7) return pick(dice, known);
    // A slug is part of a URL, so it is never empty.
    return anyText(dice, name === 'slug' ? 1 : 0);
  }

  /** Removes duplicate ids, because the file says that they are unique. */
  #list(items: Schema, dice: Dice, name: string): unknown[] {
    const list = Array.from({ length: upTo(dice, 4) }, () => this.value(items, dice, name));
    const ids = new Set<unknown>();
    return list.filter((item) => {
      const id = (item as { readonly id?: unknown } | null)?.id;
      if (id === undefined) return true;
      if (ids.has(id)) return false;
      ids.add(id);
      return true;
    });
  }

  #object(schema: Schema, dice: Dice, name: string): unknown {
    const { properties = {}, required = [], additionalProperties, title = '' } = schema;
    if (additionalProperties !== undefined) {
      const ids = Array.from({ length: upTo(dice, 8) }, () => this.#integer(dice, 'id'));
      return Object.fromEntries(
        ids.map((id) => [id, this.value({ title: name, ...additionalProperties }, dice)]),
      );
    }
    if (title !== '' && properties['id'] && required.includes('id')) {
      return this.#withId(schema, this.#integer(dice, 'id'));
    }
    return this.#fields(properties, required, dice, title);
  }

  #withId({ properties = {}, required = [], title = '' }: Schema, id: number): unknown {
    return { ...this.#fields(properties, required, diceOf(this.#seed, title, id), title), id };
  }

  #fields(
    properties: Readonly<Record<string, Schema>>,
    required: readonly string[],
    dice: Dice,
    title: string,
  ): object {
    const fields = Object.entries(properties).flatMap(([field, each]) => {
      const isThere = required.includes(field) || dice() < 0.8;
      return isThere ? [[field, this.value({ title, ...each }, dice, field)] as const] : [];
    });
    // Sometimes adds an unknown field, because the service may add some.
    if (dice() < 0.2) fields.push([anyText(dice, 1), anyText(dice, 0)]);
    return Object.fromEntries(fields);
  }
}

const PARTS = [
  ...Array.from('aZ09 -_.~/\\\'"`#?%&=+*<>{}[]()|:;,@!$^\n\r\t\0'),
  '\u001B[31m',
  '\u001B]0;title\u0007',
  '\u009B2J',
  '\u202E',
  '\u200B',
  '\uFEFF',
  '\uD83D',
  'é',
  '漢',
  '👩‍👩‍👧',
  '../',
  'C:\\',
  '{% raw %}',
  '{% /callout %}',
  '---\n',
  '```\n',
  '[a](b)',
  '<script>',
  '::error::',
  '__proto__',
  'constructor',
  'null',
  '1.0',
];

/** A random text of up to six parts, rarely of 2000, and of `least` at the minimum. */
function anyText(dice: Dice, least: number): string {
  const length = dice() < 0.02 ? 2000 : upTo(dice, 6);
  return Array.from({ length: Math.max(least, length) }, () => pick(dice, PARTS)).join('');
}
