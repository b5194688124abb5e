/** What each change means to clients: ADR 71 gives the reasons. The file is long because it is one table, so that no two places can disagree. */

/** The effects of a change on clients that were written for the old definition, worst first. */
export const SEVERITIES = ['breaking', 'risky', 'safe'] as const;
export type Severity = (typeof SEVERITIES)[number];

/** Who writes the changed part: `request` is what clients send, `response` what they receive. */
export type Direction = 'request' | 'response';

/**
 * How a subschema affects the schema that contains it. `same`: a wider subschema makes the whole
 * wider; `opposite`: a wider subschema makes the whole narrower, as in `not`; `any`: unknown, as in
 * the condition of an `if`.
 */
export type Variance = 'same' | 'opposite' | 'any';

/** One kind of change, and what it means to clients. */
export interface ClientRule {
  /** Severity if clients write the changed part. */
  readonly request: Severity;
  /** Severity if clients read it. */
  readonly response: Severity;
  /** What happened, in one sentence. */
  readonly says: string;
  /** The reason for the severity. */
  readonly why: string;
}

type Verdict = Pick<ClientRule, 'request' | 'response'>;

/** The direction makes no difference. */
const both = (severity: Severity): Verdict => ({ request: severity, response: severity });

/** For changes that make fewer values valid: senders may be refused, readers see nothing new. */
const NARROWS: Verdict = { request: 'breaking', response: 'safe' };
/** For changes that make more values valid: the opposite. */
const WIDENS: Verdict = { request: 'safe', response: 'breaking' };
/** For new values that careful clients expect when they read. */
const WIDENS_SOFTLY: Verdict = { request: 'safe', response: 'risky' };

const rule = (verdict: Verdict, says: string, why: string): ClientRule => ({
  ...verdict,
  says,
  why,
});

const SENDERS = 'Values that clients send may be refused. What they read stays valid for them.';
const READERS =
  'What clients send stays valid, but they may read something that the old definition ruled out.';
const GROWS =
  'What clients send stays valid. They may read something new, which careful clients allow for.';

export const DIFF_RULES = {
  // Operations, parameters and bodies.
  'operation-added': rule(
    both('safe'),
    'An operation, webhook or callback was added.',
    'No existing client calls it or waits for it.',
  ),
  'operation-removed': rule(
    both('breaking'),
    'An operation, webhook or callback was removed.',
    'A client that calls it gets an error; a client that waits for it is never called.',
  ),
  'deprecated-operation-removed': rule(
    both('risky'),
    'A deprecated operation was removed.',
    'Clients were told to stop using it, but some may still call it.',
  ),
  'operation-deprecated': rule(both('safe'), 'An operation is deprecated.', 'It works as before.'),
  'operation-undeprecated': rule(
    both('safe'),
    'An operation is no longer deprecated.',
    'It works as before.',
  ),
  'operation-id-changed': rule(
    both('risky'),
    'The `operationId` of an operation changed.',
    'Calls stay the same, but generated clients name their methods after it, and links refer to it.',
  ),
  'path-parameter-renamed': rule(
    both('safe'),
    'A path parameter was renamed.',
    'The name is never sent.',
  ),
  'parameter-added-required': rule(
    NARROWS,
    'A required parameter was added.',
    'Existing clients do not send it, so the server may refuse the call.',
  ),
  'parameter-added-optional': rule(
    both('safe'),
    'An optional parameter was added.',
    'Calls without it stay valid.',
  ),
  'parameter-removed': rule(
    { request: 'risky', response: 'breaking' },
    'A parameter was removed.',
    'Most servers ignore what they do not know, so the call works, but without the effect that the client wanted.',
  ),
  'parameter-became-required': rule(
    NARROWS,
    'An optional parameter became required.',
    'Clients that leave it out may be refused.',
  ),
  'parameter-became-optional': rule(
    WIDENS,
    'A required parameter became optional.',
    'Senders may still send it; receivers, in a webhook, can no longer rely on it.',
  ),
  'parameter-serialization-changed': rule(
    both('breaking'),
    'The serialization of a parameter changed (`style`, `explode`, `collectionFormat`, media type).',
    'The same value is written differently, so the other side reads a different value.',
  ),
  'parameter-deprecated': rule(both('safe'), 'A parameter is deprecated.', 'It works as before.'),
  'parameter-undeprecated': rule(
    both('safe'),
    'A parameter is no longer deprecated.',
    'It works as before.',
  ),
  'empty-value-forbidden': rule(
    NARROWS,
    'A parameter can no longer be sent without a value (`allowEmptyValue`).',
    'Calls with `?name` or `?name=` may be refused.',
  ),
  'empty-value-allowed': rule(
    WIDENS_SOFTLY,
    'A parameter can now be sent without a value (`allowEmptyValue`).',
    'Calls with a value stay valid.',
  ),
  'body-added-required': rule(
    NARROWS,
    'A required request body was added.',
    'Existing clients do not send one, so the server may refuse the call.',
  ),
  'body-added-optional': rule(
    both('safe'),
    'An optional request body was added.',
    'Calls without it stay valid.',
  ),
  'body-removed': rule(
    { request: 'risky', response: 'breaking' },
    'The request body was removed.',
    'Most servers ignore it, so the call works, but without the effect that the client wanted.',
  ),
  'body-became-required': rule(
    NARROWS,
    'The optional request body became required.',
    'Clients that do not send one may be refused.',
  ),
  'body-became-optional': rule(
    WIDENS,
    'The required request body became optional.',
    'Senders may still send it; receivers, in a webhook, can no longer rely on it.',
  ),
  'media-type-added': rule(
    both('safe'),
    'A body can now have another media type.',
    'Clients choose the type that they send, and ask for the type that they read, so nothing changes for them.',
  ),
  'media-type-removed': rule(
    both('breaking'),
    'A body can no longer have a media type.',
    'Clients that send it are refused, and clients that read it get something else.',
  ),
  'media-type-narrowed': rule(
    NARROWS,
    'A range of media types of a body, such as `*/*`, became one of its types.',
    'Clients that send another type of the range are refused. What they read is of a type that they had to expect.',
  ),
  'media-type-widened': rule(
    WIDENS_SOFTLY,
    'A media type of a body became a range that includes it, such as `*/*`.',
    'What clients send stays valid. They may read another type, unless they ask for one (`Accept`).',
  ),
  'part-type-added': rule(
    WIDENS_SOFTLY,
    'A part of a form or multipart body can now have another content type (`encoding`).',
    'Parts that were valid stay valid, but a reader may get a type that it does not know.',
  ),
  'part-type-removed': rule(
    NARROWS,
    'A part of a form or multipart body can no longer have a content type (`encoding`).',
    'Clients that send it may be refused.',
  ),
  'part-encoding-changed': rule(
    both('breaking'),
    'The serialization of a part of a form or multipart body changed (`encoding`).',
    'The other side reads a different value, or refuses the part.',
  ),

  // Responses, headers and links.
  'success-response-removed': rule(
    both('breaking'),
    'A success response was removed.',
    'Clients take its status as a sign that the call worked, and read its content.',
  ),
  'other-response-removed': rule(
    both('risky'),
    'A response other than success was removed.',
    'Clients may handle its status in particular. A server may still return errors that the definition does not describe.',
  ),
  'response-added': rule(
    both('safe'),
    'A response was added.',
    'A server may return any status at any time; clients go by its class.',
  ),
  'required-header-removed': rule(
    { request: 'risky', response: 'breaking' },
    'A required header was removed.',
    'Clients may rely on it in responses. If they send it, it is ignored.',
  ),
  'optional-header-removed': rule(
    both('risky'),
    'An optional header was removed.',
    'Clients could not rely on it, but may have used it.',
  ),
  'required-header-added': rule(
    NARROWS,
    'A required header was added.',
    'Existing senders, in a part of a body, do not send it; receivers may ignore it.',
  ),
  'header-added': rule(
    both('safe'),
    'A header was added.',
    'Clients ignore what they do not know.',
  ),
  'header-became-optional': rule(
    WIDENS,
    'A required header became optional.',
    'Clients may rely on it.',
  ),
  'header-became-required': rule(
    NARROWS,
    'An optional header became required.',
    'Existing senders may leave it out; receivers lose nothing.',
  ),
  'header-serialization-changed': rule(
    both('breaking'),
    'The serialization of a header changed (`style`, `explode`, media type).',
    'The same value is written differently, so the other side reads a different value.',
  ),
  'header-deprecated': rule(both('safe'), 'A header is deprecated.', 'It is sent as before.'),
  'header-undeprecated': rule(
    both('safe'),
    'A header is no longer deprecated.',
    'It is sent as before.',
  ),
  'link-removed': rule(
    both('risky'),
    'A link of a response was removed.',
    'Nothing on the wire changes. Clients that are generated from links lose a method.',
  ),
  'link-changed': rule(
    both('risky'),
    'A link of a response points to another operation, or passes other values.',
    'Nothing on the wire changes. Clients that follow links make a different call.',
  ),
  'link-added': rule(
    both('safe'),
    'A link of a response was added.',
    'Clients do not have to follow it.',
  ),

  // Security and servers.
  'security-tightened': rule(
    both('breaking'),
    'A way to authenticate was removed, or now requires another scheme or scope.',
    'Clients that authenticate that way are refused.',
  ),
  'security-loosened': rule(
    both('safe'),
    'A way to authenticate was added, or now requires less.',
    'Clients authenticate as before.',
  ),
  'security-scheme-changed': rule(
    both('breaking'),
    'The type of a security scheme changed, or the place where its credentials are sent.',
    'The server does not find credentials that are sent the old way.',
  ),
  'oauth-url-changed': rule(
    both('risky'),
    'A URL of an OAuth flow or of OpenID Connect changed or was removed.',
    'Clients have the URL in their settings, and the old one may still work.',
  ),
  'oauth-flow-removed': rule(
    both('breaking'),
    'An OAuth flow was removed.',
    'Clients that get their tokens by it are refused.',
  ),
  'oauth-flow-added': rule(
    both('safe'),
    'An OAuth flow, or one of its URLs, was added.',
    'Clients keep using the flow that they know.',
  ),
  'oauth-scope-removed': rule(
    both('risky'),
    'An OAuth flow no longer offers a scope.',
    'Clients that ask for it may be refused a token, even if no operation requires it.',
  ),
  'oauth-scope-added': rule(
    both('safe'),
    'An OAuth flow offers another scope.',
    'Clients need not ask for it; an operation that requires it is reported as `security-tightened`.',
  ),
  'server-removed': rule(
    both('risky'),
    'A server was removed.',
    'Lists of servers change with environments, and clients often have the URL in their settings.',
  ),
  'server-path-changed': rule(
    both('breaking'),
    'The base path of the API changed on the same server.',
    'Every URL of the API changes.',
  ),
  'server-added': rule(
    both('safe'),
    'A server was added.',
    'Clients keep using the one that they know.',
  ),
  'server-value-removed': rule(
    both('breaking'),
    'A server variable no longer allows a value.',
    'The URL of clients that use the value no longer exists.',
  ),
  'server-value-added': rule(
    both('safe'),
    'A server variable allows another value.',
    'Clients keep using the value that they know.',
  ),
  'server-default-changed': rule(
    both('risky'),
    'The default of a server variable changed.',
    'Clients that use the default call another URL.',
  ),

  // Objects and their properties.
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
  'required-name-added': rule(
    { request: 'risky', response: 'safe' },
    'A name was added to `required` that none of the properties of the schema has.',
    'Mostly the name of a property was misspelt, and nobody notices. A server that checks objects strictly does.',
  ),
  'required-name-removed': rule(
    WIDENS_SOFTLY,
    'A name was removed from `required` that none of the properties of the schema has.',
    'Mostly the name of a property was misspelt, and nobody notices. A client that checks objects strictly does.',
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

  // Values: types, formats, enums, limits.
  'type-changed': rule(
    both('breaking'),
    'The type changed.',
    'Values that clients send are refused, and values in responses have a type that clients do not expect.',
  ),
  'parameter-became-text': rule(
    { request: 'risky', response: 'breaking' },
    'The type of a parameter changed from a number or boolean to a string.',
    'In a URL or header both are written as text, so all old requests stay valid, but the server may understand them differently, and generated clients have another type.',
  ),
  'type-narrowed': rule(NARROWS, 'Fewer types are allowed.', SENDERS),
  'type-widened': rule(WIDENS, 'More types are allowed.', READERS),
  'null-forbidden': rule(NARROWS, 'A value can no longer be null.', SENDERS),
  'null-allowed': rule(WIDENS, 'A value can now be null.', READERS),
  'format-changed': rule(
    both('breaking'),
    'The format changed to another standard one.',
    'Values of one format are seldom valid in another.',
  ),
  'format-renamed': rule(
    both('risky'),
    'The format changed, and one of both names is not a standard one.',
    'It may be another name for the same values. Only a person knows.',
  ),
  'format-narrowed': rule(NARROWS, 'The format allows fewer values.', SENDERS),
  'format-widened': rule(WIDENS, 'The format allows more values.', READERS),
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

  // Lists, alternatives and other combinations of schemas.
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
  'not-compared': rule(
    both('risky'),
    'A part that clients can reach changed in a way that is not compared.',
    'Its effect on clients is unknown, so a person has to review it.',
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
} as const satisfies Record<string, ClientRule>;

export type RuleName = keyof typeof DIFF_RULES;

/**
 * Without a direction, the severity for requests counts; rules used without a direction have the
 * same severity for both. Inside `not`, the directions are swapped. If it is unknown how a
 * subschema affects the whole, the worse severity counts.
 */
export function severityOf(
  name: RuleName,
  direction: Direction | null,
  variance: Variance = 'same',
): Severity {
  const { request, response }: ClientRule = DIFF_RULES[name];
  if (variance === 'any') return worse(request, response);
  return ((direction ?? 'request') === 'request') === (variance === 'same') ? request : response;
}

const worse = (a: Severity, b: Severity): Severity => (rank(a) > rank(b) ? a : b);

const rank = (severity: Severity): number =>
  severity === 'breaking' ? 2 : severity === 'risky' ? 1 : 0;
