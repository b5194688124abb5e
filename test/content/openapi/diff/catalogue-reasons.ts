/** Why our verdict differs from oasdiff's level, by the ids of its rules. The first that fits holds. */
export const REASONS: readonly (readonly [RegExp, string])[] = [
  [
    /sunset-(missing|parse|invalid|date|deleted)|deprecated-sunset|sunset-parse$/,
    'A date in `x-sunset` is a promise of the publisher, not part of a call: no request fails and no response differs because of it. What is removed is told when it is removed.',
  ],
  [
    /removed-before-sunset|removed-with-deprecation/,
    'What was deprecated was announced, so it is not breaking; some clients have not left it yet, so it is not safe. A date changes neither.',
  ],
  [
    /stability/,
    '`x-stability-level` is an extension of one organisation. It says what may change later; nothing that clients send or read did.',
  ],
  [
    /x-extensible-enum/,
    '`x-extensible-enum` is an extension that says of itself that other values may come. Nothing is refused by it.',
  ],
  [
    /^api-(version|major)/,
    'The version of a document does not undo a break: the operation that is gone from this pair stays breaking. Whether the number fits is a matter of release policy.',
  ],
  [
    /default-value/,
    'A default says what is meant by leaving a value out. Old requests stay valid and mean something else, which clients may notice.',
  ],
  [
    /pattern-removed$|const-removed$|unevaluated-properties-removed$/,
    'Clients that check what they read by the old text are few; the others do not notice. The catalogue has the same as an error without saying which client fails.',
  ],
  [
    /-(any|one)-of-added$/,
    'Responses are expected to grow by alternatives as enums grow by values, which is a warning there, too. Careful clients have a default.',
  ],
  [
    /discriminator-removed$/,
    'What is sent stays the same; code that was generated from the discriminator does not.',
  ],
  [
    /discriminator-property-name-changed$/,
    'Clients send and look for the old property. The server reads another one, and the alternative is not known.',
  ],
  [
    /discriminator-mapping-added$/,
    'A value that clients do not know may come. It is the same as a new value of an enum.',
  ],
  [/discriminator-mapping-deleted$/, 'A value that clients send is refused.'],
  [
    /discriminator-mapping-changed$/,
    'The same value stands for another schema: what clients send or read under it may differ.',
  ],
  [
    /prefix-items-added$/,
    'Without `prefixItems` an item may be anything. A schema for it allows less: senders may be refused, readers are not surprised.',
  ],
  [
    /prefix-items-removed$/,
    'Without its schema an item may be anything: what clients send stays valid, what they read is no longer known.',
  ],
  [
    /parameter-property-type-changed$/,
    'Whatever the way in which an object is written, its receiver reads the value as another type.',
  ],
  [
    /type-compatible$/,
    'The text on the wire may look alike. Clients with types read and write another one, and a server that takes texts may take numbers for something else.',
  ],
  [
    /operation-id-removed$/,
    'Calls stay the same. Methods of generated clients are named by the id, and links refer to it.',
  ],
  [
    /component-type-changed$/,
    'Credentials of another kind, or in another place, are not what clients send.',
  ],
  [
    /component-oauth-(url|token-url)-changed$/,
    'Clients have the address in their settings. The definition does not say whether the old one still works.',
  ],
  [
    /component-oauth-scope-removed$/,
    'A client that asks for a scope that is not offered may be refused its token, even if no operation demands the scope.',
  ],
  [
    /^request-body-removed$/,
    'Most servers ignore a body that they do not read. The call works, without the effect that the client wanted.',
  ],
  [
    /media-type-name-(changed|specialized)$/,
    'A client that asks for the old type by name (`Accept`) is refused, and one that compares `Content-Type` does not know the new one.',
  ],
  [
    /non-success-status-removed$/,
    'Clients may treat this status in a way of their own, and get another one in its place.',
  ],
  [
    /response-optional-property-removed$/,
    'Clients had to do without the property, but those that show it have nothing to show.',
  ],
  [
    /response-(required|optional)-property-became-write-only$/,
    'What is write-only is not in responses: to who reads, the property is gone.',
  ],
  [
    /response-required-property-became-not-write-only$/,
    'To who reads, a property is new. Clients ignore what they do not know.',
  ],
  [
    /request-(required|optional)-property-became-read-only$/,
    'What is read-only is not in requests: a value that clients send is ignored, or refused by strict servers.',
  ],
  [
    /request-required-property-became-not-read-only$/,
    'Clients did not have to send it, and have to do so now.',
  ],
];
