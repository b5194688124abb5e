/** Rules for the parts of a call, except schemas. */
import { both, NARROWS, rule, WIDENS, WIDENS_SOFTLY } from './rule.ts';

/** Operations, parameters and bodies. */
export const CALL_RULES = {
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
} as const;

/** Responses, headers and links. */
export const ANSWER_RULES = {
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
} as const;
