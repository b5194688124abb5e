/** Rules for schemas: what clients write may become wider, never narrower; what they read may become narrower, never wider. */
import { both, NARROWS, rule, WIDENS, WIDENS_SOFTLY } from './rule.ts';

const SENDERS = 'Values that clients send may be refused. What they read stays valid for them.';
const READERS =
  'What clients send stays valid, but they may read something that the old definition ruled out.';
const GROWS =
  'What clients send stays valid. They may read something new, which careful clients allow for.';

/** Objects and their properties. */
export const PROPERTY_RULES = {
  'required-property-added': rule(
    NARROWS,
    'A required property was added.',
    'Existing clients do not send it, so their requests are invalid, whatever its default. Readers may ignore it.',
  ),
  'optional-property-added': rule(
    both('safe'),
    'An optional property was added.',
    'Clients need not send it, and ignore what they do not know.',
  ),
  'property-added-to-closed-object': rule(
    WIDENS_SOFTLY,
    'A property was added to an object that allows no others (`additionalProperties: false`).',
    'Clients that validate responses against the old schema refuse it.',
  ),
  'required-property-removed': rule(
    { request: 'risky', response: 'breaking' },
    'A required property was removed.',
    'Clients rely on a required property in responses. If they send it, it is ignored.',
  ),
  'optional-property-removed': rule(
    both('risky'),
    'An optional property was removed.',
    'Clients could not rely on it, but may have used it. If they send it, it is ignored.',
  ),
  'property-removed-from-closed-object': rule(
    both('breaking'),
    'A property was removed from an object that allows no others (`additionalProperties: false`).',
    'Requests with the property are invalid.',
  ),
  'property-became-required': rule(NARROWS, 'An optional property became required.', SENDERS),
  'property-became-optional': rule(
    WIDENS,
    'A required property became optional.',
    'Clients rely on a required property in responses.',
  ),
  'property-deprecated': rule(both('safe'), 'A schema is deprecated.', 'It works as before.'),
  'property-undeprecated': rule(
    both('safe'),
    'A schema is no longer deprecated.',
    'It works as before.',
  ),
  'access-changed': rule(
    both('safe'),
    'A schema became read-only or write-only, or stopped being so, in the direction that keeps it.',
    'In the other direction it is reported as a property that was added or removed.',
  ),
  'object-closed': rule(NARROWS, 'Additional properties are no longer allowed.', SENDERS),
  'object-opened': rule(WIDENS_SOFTLY, 'Additional properties are now allowed.', GROWS),
  'additional-properties-narrowed': rule(
    NARROWS,
    'Additional properties must now match a schema.',
    SENDERS,
  ),
  'additional-properties-widened': rule(
    WIDENS_SOFTLY,
    'Additional properties can now have any value.',
    GROWS,
  ),
} as const;

/** Values: types, formats, enums, limits. */
export const VALUE_RULES = {
  'type-changed': rule(
    both('breaking'),
    'The type changed.',
    'Values that clients send are refused, and values in responses have a type that clients do not expect.',
  ),
  'type-narrowed': rule(NARROWS, 'Fewer types are allowed.', SENDERS),
  'type-widened': rule(WIDENS, 'More types are allowed.', READERS),
  'null-forbidden': rule(NARROWS, 'A value can no longer be null.', SENDERS),
  'null-allowed': rule(WIDENS, 'A value can now be null.', READERS),
  'format-changed': rule(
    both('breaking'),
    'The format changed.',
    'Values of one format are seldom valid in another.',
  ),
  'format-narrowed': rule(NARROWS, 'The format allows fewer numbers.', SENDERS),
  'format-widened': rule(WIDENS, 'The format allows more numbers.', READERS),
  'format-added': rule(
    { request: 'risky', response: 'safe' },
    'A format was added.',
    'A format is only an annotation, but the server may start to check it.',
  ),
  'format-removed': rule(
    WIDENS_SOFTLY,
    'A format was removed.',
    'Values may have any form, and clients may parse them by the old format.',
  ),
  'enum-value-removed': rule(NARROWS, 'Some values are no longer allowed.', SENDERS),
  'enum-value-added': rule(WIDENS_SOFTLY, 'More values are allowed.', GROWS),
  'enum-replaced': rule(
    both('breaking'),
    'All values of an enum or constant were replaced.',
    'No value that clients send is still allowed, and they know none of the values that they read.',
  ),
  'enum-introduced': rule(NARROWS, 'Only listed values are now allowed.', SENDERS),
  'enum-dropped': rule(WIDENS_SOFTLY, 'Any value is now allowed, not only listed ones.', GROWS),
  'limit-tightened': rule(NARROWS, 'A limit allows less, or was added.', SENDERS),
  'limit-loosened': rule(
    WIDENS,
    'A limit allows more, or was removed.',
    'Clients size columns, buffers and number types by the limits of what they read.',
  ),
  'pattern-added': rule(NARROWS, 'A string must now match a pattern.', SENDERS),
  'pattern-changed': rule(
    both('risky'),
    'A string must match a different pattern.',
    'Two patterns cannot be compared to tell which allows more.',
  ),
  'pattern-removed': rule(
    WIDENS_SOFTLY,
    'A string no longer has to match a pattern.',
    'Clients may parse strings by the old pattern.',
  ),
  'content-encoding-changed': rule(
    both('breaking'),
    'The content encoding of a string changed, such as base64 (`contentEncoding`).',
    'The other side decodes different bytes, or none.',
  ),
  'default-changed': rule(
    both('risky'),
    'A default was changed, added or removed.',
    'Requests stay valid, but leaving out the value means something else.',
  ),
} as const;

/** Lists, alternatives and other combinations of schemas. */
export const SHAPE_RULES = {
  'items-narrowed': rule(
    NARROWS,
    'Fewer items are allowed, or they must now match a schema.',
    SENDERS,
  ),
  'items-widened': rule(WIDENS, 'More items are allowed, or they can now be anything.', READERS),
  'alternative-removed': rule(NARROWS, 'An alternative (`oneOf`, `anyOf`) was removed.', SENDERS),
  'alternative-added': rule(WIDENS_SOFTLY, 'An alternative (`oneOf`, `anyOf`) was added.', GROWS),
  'alternatives-replaced': rule(
    both('breaking'),
    'All alternatives were replaced.',
    'Values that clients send may be refused, and they may not know the values that they read.',
  ),
  'discriminator-added': rule(
    both('safe'),
    'A discriminator was added.',
    'It names a property that the schemas already have. Requests and responses stay the same.',
  ),
  'discriminator-removed': rule(
    both('risky'),
    'A discriminator was removed.',
    'Requests and responses stay the same, but code that is generated from it changes.',
  ),
  'discriminator-changed': rule(
    both('breaking'),
    'The property that tells alternatives apart changed.',
    'Clients tell the alternatives apart by the old property, and do not send the new one.',
  ),
  'discriminator-value-removed': rule(
    NARROWS,
    'A value was removed from a discriminator.',
    SENDERS,
  ),
  'discriminator-value-added': rule(WIDENS_SOFTLY, 'A value was added to a discriminator.', GROWS),
  'discriminator-target-changed': rule(
    both('risky'),
    'A value of a discriminator stands for another schema.',
    'Its content may be different, or only the name of its schema.',
  ),
  'constraint-tightened': rule(
    NARROWS,
    'A constraint requires more: `not`, `if`, `contains`, `dependentRequired`, `propertyNames` and others.',
    SENDERS,
  ),
  'constraint-loosened': rule(WIDENS, 'A constraint requires less, or was removed.', READERS),
  'constraint-replaced': rule(
    both('breaking'),
    'A constraint now requires something different, neither more nor less.',
    'Values that clients send may be refused, and they may read values that were not allowed before.',
  ),
  'constraint-changed': rule(
    both('risky'),
    'A keyword that no other rule covers changed.',
    'Its effect on clients is unknown, so a person has to review it.',
  ),
  'reference-changed': rule(
    both('risky'),
    'A reference points outside the definition, or no longer does.',
    'Its target cannot be compared.',
  ),
  'too-entangled': rule(
    both('risky'),
    'The schemas refer to each other in so many ways that not every pair was compared.',
    'The pairs that were not compared may differ.',
  ),
  'number-changed': rule(
    both('risky'),
    'A number changed in digits that most programs do not keep: beyond 2^53, or after the 17th.',
    'Clients that keep all digits see another number.',
  ),
  'documentation-changed': rule(both('safe'), 'Text for people changed.', 'No program reads it.'),
} as const;
