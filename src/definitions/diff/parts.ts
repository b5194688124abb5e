/** Tables of the rules about parts of an operation. A new rule about a field, or about a kind of part, is a new row. */
import { child } from '../definition-tree.ts';
import { inBackticks, type LocalChange } from './changes.ts';
import type { Direction, RuleName } from './rules.ts';
import type { IdenticalParts } from './identical-parts.ts';
import type { Schema } from './schemas/facets.ts';

/** What the tables know about a part. */
export interface OperationPart {
  readonly pointer: string;
  readonly value?: unknown;
  readonly required?: boolean;
  readonly deprecated?: boolean;
  readonly mayBeEmpty?: boolean;
  readonly id?: string | undefined;
  readonly serialization?: string;
}

export type Kind =
  | 'operation'
  | 'parameter'
  | 'body'
  | 'media'
  | 'part'
  | 'header'
  | 'response'
  | 'link';

/** A field that is true or false, the kind of part that has it, and the rules for "became true" and "is no longer true". */
const FLAGS = [
  ['deprecated', 'operation', 'operation-deprecated', 'operation-undeprecated'],
  ['required', 'parameter', 'parameter-became-required', 'parameter-became-optional'],
  ['deprecated', 'parameter', 'parameter-deprecated', 'parameter-undeprecated'],
  ['mayBeEmpty', 'parameter', 'empty-value-allowed', 'empty-value-forbidden'],
  ['required', 'body', 'body-became-required', 'body-became-optional'],
  ['required', 'header', 'header-became-required', 'header-became-optional'],
  ['deprecated', 'header', 'header-deprecated', 'header-undeprecated'],
] as const satisfies readonly (readonly [keyof OperationPart, Kind, RuleName, RuleName])[];

const FLAG_WORDS = {
  deprecated: ['is now deprecated', 'is no longer deprecated'],
  required: ['is now required', 'is now optional'],
  mayBeEmpty: ['can now be empty', 'can no longer be empty'],
} as const;

/** A field with a text, the kind of part that has it, the rule for another text, and what people call it. */
const TEXTS = [
  ['id', 'operation', 'operation-id-changed', 'the operationId'],
  ['serialization', 'parameter', 'parameter-serialization-changed', 'the serialization of {}'],
  ['serialization', 'header', 'header-serialization-changed', 'the serialization of {}'],
  ['serialization', 'part', 'part-encoding-changed', 'the serialization of {}'],
] as const satisfies readonly (readonly [keyof OperationPart, Kind, RuleName, string])[];

/** The rules for a part that is only on one side: for a required part, and for any other. */
const ADDED: Partial<Record<Kind, readonly [RuleName, RuleName]>> = {
  parameter: ['parameter-added-required', 'parameter-added-optional'],
  body: ['body-added-required', 'body-added-optional'],
  header: ['required-header-added', 'header-added'],
  response: ['response-added', 'response-added'],
  link: ['link-added', 'link-added'],
};
const REMOVED: typeof ADDED = {
  parameter: ['parameter-removed', 'parameter-removed'],
  body: ['body-removed', 'body-removed'],
  header: ['required-header-removed', 'optional-header-removed'],
  response: ['success-response-removed', 'other-response-removed'],
  link: ['link-removed', 'link-removed'],
};

/** The article of a new part that is required, and of any other. */
const ARTICLES: Partial<Record<Kind, readonly [string, string]>> = {
  parameter: ['the required', 'the'],
  body: ['a required', 'an optional'],
};

/** Keywords that only people read. All their differences are one change. */
const NOTES = ['summary', 'description', 'tags', 'externalDocs', 'example', 'examples'];

/** A finding, and who writes the changed part. */
export interface OperationFinding extends LocalChange {
  readonly direction: Direction | null;
}

/** Receives the results of comparing an operation. */
export interface Listener {
  readonly identical: IdenticalParts;
  readonly found: (finding: OperationFinding) => void;
  /** `asText`: they are written into a URL or header, where a number is a text as well. */
  readonly schemas: (before: Schema, after: Schema, direction: Direction, asText?: boolean) => void;
}

type Place = Pick<OperationFinding, 'oldPointer' | 'newPointer' | 'direction'>;

/** The place of two parts, or of a part that is missing in one of two. */
export const placeBetween = (
  { pointer: oldPointer }: Pick<OperationPart, 'pointer'>,
  { pointer: newPointer }: Pick<OperationPart, 'pointer'>,
  direction: Direction | null,
): Place => ({ oldPointer, newPointer, direction });

/**
 * Applies the tables to one part, before and after. Returns both if the part is on both sides, so
 * that its contents can be compared.
 * @param name for people; empty for an operation
 * @param owner where the part would be if it is missing
 */
export function comparePart<T extends OperationPart>(
  listener: Listener,
  kind: Kind,
  name: string,
  [from, to]: readonly [T | undefined, T | undefined],
  owner: Place,
): readonly [T, T] | undefined {
  if (from !== undefined && to !== undefined) {
    if (from !== to)
      compareFields(listener, kind, name && `the ${name}`, [from, to], owner.direction);
    return [from, to];
  }
  const which = (from ?? to)?.required === true ? 0 : 1;
  const article = (from === undefined && ARTICLES[kind]?.[which]) || 'the';
  const rule = (from === undefined ? ADDED : REMOVED)[kind]?.[which];
  const message = `${article} ${name} was ${from === undefined ? 'added' : 'removed'}`;
  const place = {
    oldPointer: from?.pointer ?? owner.oldPointer,
    newPointer: to?.pointer ?? owner.newPointer,
  };
  if ((from ?? to) !== undefined && rule !== undefined)
    listener.found({ rule, message, ...place, direction: owner.direction });
  return undefined;
}

function compareFields(
  { identical, found }: Listener,
  kind: Kind,
  name: string,
  [from, to]: readonly [OperationPart, OperationPart],
  direction: Direction | null,
): void {
  const report = (rule: RuleName, message: string): void =>
    found({ rule, message: message.trimStart(), ...placeBetween(from, to, direction) });
  for (const [field, owner, on, off] of FLAGS) {
    if (owner !== kind || from[field] === to[field]) continue;
    const [now, noLonger] = FLAG_WORDS[field];
    if (to[field] !== true) report(off, `${name} ${noLonger}`);
    else report(on, `${name} ${on === 'header-became-required' ? 'is now always sent' : now}`);
  }
  for (const [field, owner, rule, called] of TEXTS) {
    const [old, now] = [from[field], to[field]];
    if (owner !== kind || old === undefined || old === now) continue;
    const what = called.replace('{}', () => name);
    if (now === undefined) report(rule, `${what} ${inBackticks(old)} was removed`);
    else report(rule, `${what} changed from ${inBackticks(old)} to ${inBackticks(now)}`);
  }
  const notes = NOTES.filter(
    (key) => !identical.isSame(child(from.value, key), child(to.value, key)),
  );
  if (notes.length === 0) return;
  report('documentation-changed', `${notes.join(', ')}${name && ` of ${name}`} changed`);
}
