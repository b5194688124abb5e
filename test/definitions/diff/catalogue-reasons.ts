/** Why our verdict differs from oasdiff's level, by the ids of its rules. The first that fits holds. */
export const REASONS: readonly (readonly [RegExp, string])[] = [
  [
    /sunset-(missing|parse|invalid|date|deleted)|deprecated-sunset|sunset-parse$/,
    'A date in `x-sunset` is a promise of the publisher, not part of a call: no request fails and no response differs because of it. A removal is reported when it happens.',
  ],
  [
    /removed-before-sunset|removed-with-deprecation/,
    'The deprecation announced the removal, so it is not breaking; some clients may still use it, so it is not safe. A date changes neither.',
  ],
  [
    /stability/,
    '`x-stability-level` is an extension of one organisation. It says what may change later; nothing that clients send or read has changed.',
  ],
  [
    /x-extensible-enum/,
    '`x-extensible-enum` is an extension for enums that may grow. It does not exclude any value.',
  ],
  [
    /^api-(version|major)/,
    'A new version number does not undo a breaking change: the operation that this pair removes is still missing. Whether the number is right is a question of release policy.',
  ],
  [
    /default-value/,
    'A default says what leaving out a value means. Old requests stay valid but mean something else, which clients may notice.',
  ],
  [
    /pattern-removed$|const-removed$|unevaluated-properties-removed$/,
    'Few clients validate what they read against the old definition; the others do not notice. The catalogue calls it an error without saying which client fails.',
  ],
  [
    /-(any|one)-of-added$/,
    'Responses gain alternatives as enums gain values, and oasdiff, too, only warns about a new enum value. Careful clients have a default case.',
  ],
  [
    /discriminator-removed$/,
    'Requests and responses stay the same, but code that is generated from the discriminator changes.',
  ],
  [
    /discriminator-property-name-changed$/,
    'Clients send and read the old property. The server uses another one, so neither side can tell the alternative.',
  ],
  [
    /discriminator-mapping-added$/,
    'Clients may read a value that they do not know, as with a new enum value.',
  ],
  [/discriminator-mapping-deleted$/, 'The server refuses a value that clients send.'],
  [
    /discriminator-mapping-changed$/,
    'The same value stands for another schema, so the content that clients send or read with it may differ.',
  ],
  [
    /prefix-items-added$/,
    'Without `prefixItems` an item may be anything. A schema for it allows less: values that clients send may be refused, but what they read stays valid for them.',
  ],
  [
    /prefix-items-removed$/,
    'Without its schema an item may be anything: what clients send stays valid, but they can no longer rely on what they read.',
  ],
  [
    /parameter-property-type-changed$/,
    'However the object is serialized, its receiver reads the value as another type.',
  ],
  [
    /type-compatible$/,
    'The values may look alike on the wire, but typed clients read and write another type, and a server that expects strings may misread numbers.',
  ],
  [
    /operation-id-removed$/,
    'Calls stay the same, but generated clients name their methods after the id, and links refer to it.',
  ],
  [
    /component-type-changed$/,
    'The server expects credentials of another kind, or in another place, than clients send.',
  ],
  [
    /component-oauth-(url|token-url)-changed$/,
    'Clients have the URL in their settings. The definition does not say whether the old one still works.',
  ],
  [
    /component-oauth-scope-removed$/,
    'A client that asks for a scope that is not offered may be refused a token, even if no operation requires the scope.',
  ],
  [
    /^request-body-removed$/,
    'Most servers ignore a body that they do not read, so the call works, but without the effect that the client wanted.',
  ],
  [
    /media-type-name-(changed|specialized)$/,
    'A client that asks for the old type by name (`Accept`) is refused, and a client that checks `Content-Type` does not accept the new type.',
  ],
  [
    /non-success-status-removed$/,
    'Clients may handle this status in particular, and now get a different one.',
  ],
  [
    /response-optional-property-removed$/,
    'Clients could not rely on the property, but those that show it now have nothing to show.',
  ],
  [
    /response-(required|optional)-property-became-write-only$/,
    'A write-only property is not in responses, so for readers the property is removed.',
  ],
  [
    /response-required-property-became-not-write-only$/,
    'For readers, a property is added. Clients ignore what they do not know.',
  ],
  [
    /request-(required|optional)-property-became-read-only$/,
    'A read-only property is not in requests: servers ignore a value that clients send, and strict servers refuse it.',
  ],
  [
    /request-required-property-became-not-read-only$/,
    'Clients did not have to send it before; now they do.',
  ],
];
