/** Rules for schemas: what clients write may take more and never less, what they read may hold less and never more. */
import { both, NARROWS, rule, WIDENS, WIDENS_SOFTLY } from './rule.ts';

const SENDERS = 'Values that clients send may be refused; what they read only gets simpler.';
const READERS = 'Clients may send what they sent, but read something that they could not expect.';
const GROWS =
  'Clients may send what they sent. What they read can grow so, and careful clients expect it.';

/** Objects and their properties. */
export const PROPERTY_RULES = {
  'required-property-added': rule(
    NARROWS,
    'A required property is new.',
    'Clients do not send it, whatever its default; the request is not valid. Who reads it may ignore it.',
  ),
  'optional-property-added': rule(
    both('safe'),
    'An optional property is new.',
    'Clients need not send it, and ignore what they do not know.',
  ),
  'property-added-to-closed-object': rule(
    WIDENS_SOFTLY,
    'A property is new in an object that takes no others (`additionalProperties: false`).',
    'Clients that hold responses to the old schema refuse it.',
  ),
  'required-property-removed': rule(
    { request: 'risky', response: 'breaking' },
    'A property is gone that was required.',
    'Clients rely on what always came. One that they send is ignored.',
  ),
  'optional-property-removed': rule(
    both('risky'),
    'A property is gone that was optional.',
    'Clients had to do without it, but may have used it. One that they send is ignored.',
  ),
  'property-removed-from-closed-object': rule(
    both('breaking'),
    'A property is gone from an object that takes no others (`additionalProperties: false`).',
    'Requests that hold it are not valid.',
  ),
  'property-became-required': rule(NARROWS, 'A property is required that was optional.', SENDERS),
  'property-became-optional': rule(
    WIDENS,
    'A property is optional that was required.',
    'Clients rely on what always came.',
  ),
  'property-deprecated': rule(both('safe'), 'A schema is deprecated.', 'It works as before.'),
  'property-undeprecated': rule(
    both('safe'),
    'A schema is no longer deprecated.',
    'It works as before.',
  ),
  'access-changed': rule(
    both('safe'),
    'A schema became read-only or write-only, or stopped being so, on the side where it stays.',
    'On the other side it is reported as a property that was added or removed.',
  ),
  'object-closed': rule(NARROWS, 'Properties that are not described may no longer come.', SENDERS),
  'object-opened': rule(WIDENS_SOFTLY, 'Properties that are not described may come.', GROWS),
  'additional-properties-narrowed': rule(
    NARROWS,
    'Properties that are not described have to match a schema.',
    SENDERS,
  ),
  'additional-properties-widened': rule(
    WIDENS_SOFTLY,
    'Properties that are not described may be anything.',
    GROWS,
  ),
} as const;

/** Values: types, formats, enums, limits. */
export const VALUE_RULES = {
  'type-changed': rule(
    both('breaking'),
    'The type is another one.',
    'What was sent is refused, and what comes is not what clients read.',
  ),
  'type-narrowed': rule(NARROWS, 'Fewer types are allowed.', SENDERS),
  'type-widened': rule(WIDENS, 'More types are allowed.', READERS),
  'null-forbidden': rule(NARROWS, 'A value may no longer be null.', SENDERS),
  'null-allowed': rule(WIDENS, 'A value may be null.', READERS),
  'format-changed': rule(
    both('breaking'),
    'The format is another one.',
    'Values of one format are seldom sound in another.',
  ),
  'format-narrowed': rule(NARROWS, 'The format takes fewer numbers.', SENDERS),
  'format-widened': rule(WIDENS, 'The format takes more numbers.', READERS),
  'format-added': rule(
    { request: 'risky', response: 'safe' },
    'A format is stated.',
    'Formats are notes to the reader, but servers start to check them.',
  ),
  'format-removed': rule(
    WIDENS_SOFTLY,
    'A format is no longer stated.',
    'Values may be of any form, and clients may read them by the old one.',
  ),
  'enum-value-removed': rule(NARROWS, 'Some values are no longer allowed.', SENDERS),
  'enum-value-added': rule(WIDENS_SOFTLY, 'Some values are allowed that were not.', GROWS),
  'enum-replaced': rule(
    both('breaking'),
    'All values of an enum or constant are others.',
    'No value that clients send is allowed, and they know none that comes.',
  ),
  'enum-introduced': rule(NARROWS, 'Only listed values are allowed.', SENDERS),
  'enum-dropped': rule(WIDENS_SOFTLY, 'Any value is allowed, where values were listed.', GROWS),
  'limit-tightened': rule(NARROWS, 'A limit allows less, or is new.', SENDERS),
  'limit-loosened': rule(
    WIDENS,
    'A limit allows more, or is gone.',
    'Clients make columns, buffers and number types by the limits of what they read.',
  ),
  'pattern-added': rule(NARROWS, 'A text has to match a pattern.', SENDERS),
  'pattern-changed': rule(
    both('risky'),
    'A text has to match another pattern.',
    'Nobody can say which of two patterns allows more.',
  ),
  'pattern-removed': rule(
    WIDENS_SOFTLY,
    'A text need not match a pattern any more.',
    'Clients may take texts apart by the old pattern.',
  ),
  'content-encoding-changed': rule(
    both('breaking'),
    'A text holds its content in another encoding, such as base64 (`contentEncoding`).',
    'The other side reads other bytes, or none.',
  ),
  'default-changed': rule(
    both('risky'),
    'The default is another one, is new, or is gone.',
    'What is sent stays valid, but what is left out means something else.',
  ),
} as const;

/** Lists, alternatives and all that combines schemas. */
export const SHAPE_RULES = {
  'items-narrowed': rule(
    NARROWS,
    'Fewer items are allowed, or they have to match a schema.',
    SENDERS,
  ),
  'items-widened': rule(WIDENS, 'More items are allowed, or they may be anything.', READERS),
  'alternative-removed': rule(NARROWS, 'An alternative (`oneOf`, `anyOf`) is gone.', SENDERS),
  'alternative-added': rule(WIDENS_SOFTLY, 'An alternative (`oneOf`, `anyOf`) is new.', GROWS),
  'alternatives-replaced': rule(
    both('breaking'),
    'None of the alternatives is what it was.',
    'No value that clients send is allowed for sure, and they know none that comes.',
  ),
  'discriminator-added': rule(
    both('safe'),
    'A discriminator is new.',
    'It names a property that the schemas have. What is sent stays the same.',
  ),
  'discriminator-removed': rule(
    both('risky'),
    'A discriminator is gone.',
    'What is sent stays the same. Code that was generated from it does not.',
  ),
  'discriminator-changed': rule(
    both('breaking'),
    'Another property says which alternative a value is.',
    'Clients tell the alternatives apart by the old one, and do not send the new one.',
  ),
  'discriminator-value-removed': rule(NARROWS, 'A discriminator no longer knows a value.', SENDERS),
  'discriminator-value-added': rule(WIDENS_SOFTLY, 'A discriminator knows a value more.', GROWS),
  'discriminator-target-changed': rule(
    both('risky'),
    'A value of a discriminator stands for another schema.',
    'What the value stands for is another thing; it may be the same with another name.',
  ),
  'constraint-tightened': rule(
    NARROWS,
    'A constraint demands more: `not`, `if`, `contains`, `dependentRequired`, `propertyNames` and others.',
    SENDERS,
  ),
  'constraint-loosened': rule(WIDENS, 'A constraint demands less, or is gone.', READERS),
  'constraint-replaced': rule(
    both('breaking'),
    'A constraint demands something else, neither more nor less.',
    'Values that were sent may be refused, and values may come that could not.',
  ),
  'constraint-changed': rule(
    both('risky'),
    'A keyword differs that no other rule reads.',
    'Nobody knows what it means, so somebody has to look.',
  ),
  'reference-changed': rule(
    both('risky'),
    'A reference leads out of the definition, or no longer does.',
    'What is there cannot be compared.',
  ),
  'too-entangled': rule(
    both('risky'),
    'The schemas refer to each other in so many ways that not all pairs were compared.',
    'What was not compared may have changed.',
  ),
  'documentation-changed': rule(both('safe'), 'A text for people differs.', 'No program reads it.'),
} as const;
