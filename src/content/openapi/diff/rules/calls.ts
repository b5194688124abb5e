/** Rules for what a call is made of, but for the schemas in it. */
import { both, NARROWS, rule, WIDENS, WIDENS_SOFTLY } from './rule.ts';

/** Operations, parameters and bodies. */
export const CALL_RULES = {
  'operation-added': rule(
    both('safe'),
    'An operation, webhook or callback is new.',
    'No client of the old definition calls it or waits for it.',
  ),
  'operation-removed': rule(
    both('breaking'),
    'An operation, webhook or callback is gone.',
    'A client that calls it gets an error; one that waits to be called never is.',
  ),
  'deprecated-operation-removed': rule(
    both('risky'),
    'An operation that was deprecated is gone.',
    'Clients were told to leave it. Some may not have done so.',
  ),
  'operation-deprecated': rule(both('safe'), 'An operation is deprecated.', 'It works as before.'),
  'operation-undeprecated': rule(
    both('safe'),
    'An operation is no longer deprecated.',
    'It works as before.',
  ),
  'operation-id-changed': rule(
    both('risky'),
    'The `operationId` of an operation is another one.',
    'Calls stay the same. Generated clients name their methods by it, and links refer to it.',
  ),
  'path-parameter-renamed': rule(
    both('safe'),
    'A parameter of the path has another name.',
    'The name is never sent.',
  ),
  'parameter-added-required': rule(
    NARROWS,
    'A required parameter is new.',
    'Clients do not send it, and the server may refuse the call.',
  ),
  'parameter-added-optional': rule(
    both('safe'),
    'An optional parameter is new.',
    'Calls without it stay valid.',
  ),
  'parameter-removed': rule(
    { request: 'risky', response: 'breaking' },
    'A parameter is gone.',
    'Most servers ignore what they do not know, so the call works, but without the effect that the client wanted.',
  ),
  'parameter-became-required': rule(
    NARROWS,
    'A parameter is required that was optional.',
    'Clients that leave it out may be refused.',
  ),
  'parameter-became-optional': rule(
    WIDENS,
    'A parameter is optional that was required.',
    'Who sends it may do so; who receives it, in a webhook, can no longer rely on it.',
  ),
  'parameter-serialization-changed': rule(
    both('breaking'),
    'The values of a parameter are written in another way (`style`, `explode`, `collectionFormat`, media type).',
    'The same value gives another text, which the other side reads as another value.',
  ),
  'parameter-deprecated': rule(both('safe'), 'A parameter is deprecated.', 'It works as before.'),
  'parameter-undeprecated': rule(
    both('safe'),
    'A parameter is no longer deprecated.',
    'It works as before.',
  ),
  'empty-value-forbidden': rule(
    NARROWS,
    'A parameter may no longer be sent without a value (`allowEmptyValue`).',
    'Calls with `?name` or `?name=` may be refused.',
  ),
  'empty-value-allowed': rule(
    WIDENS_SOFTLY,
    'A parameter may be sent without a value (`allowEmptyValue`).',
    'Calls with a value stay valid.',
  ),
  'body-added-required': rule(
    NARROWS,
    'A required request body is new.',
    'Clients send none, and the server may refuse the call.',
  ),
  'body-added-optional': rule(
    both('safe'),
    'An optional request body is new.',
    'Calls without it stay valid.',
  ),
  'body-removed': rule(
    { request: 'risky', response: 'breaking' },
    'The request body is gone.',
    'Most servers ignore it, so the call works, but without the effect that the client wanted.',
  ),
  'body-became-required': rule(
    NARROWS,
    'The request body is required that was optional.',
    'Clients that send none may be refused.',
  ),
  'body-became-optional': rule(
    WIDENS,
    'The request body is optional that was required.',
    'Who sends it may do so; who receives it, in a webhook, can no longer rely on it.',
  ),
  'media-type-added': rule(
    both('safe'),
    'A body may be of one media type more.',
    'Clients choose the type that they send, and ask for the type that they read.',
  ),
  'media-type-removed': rule(
    both('breaking'),
    'A body may no longer be of a media type.',
    'Clients that send it are refused, and clients that read it get something else.',
  ),
  'part-type-added': rule(
    WIDENS_SOFTLY,
    'A part of a form or multipart body may be of one content type more (`encoding`).',
    'Parts that were sound stay so; a reader may get a type that it does not know.',
  ),
  'part-type-removed': rule(
    NARROWS,
    'A part of a form or multipart body may no longer be of a content type (`encoding`).',
    'Clients that send it may be refused.',
  ),
  'part-encoding-changed': rule(
    both('breaking'),
    'A part of a form or multipart body is written in another way (`encoding`).',
    'The other side reads another value, or refuses the part.',
  ),
} as const;

/** Responses, headers and links. */
export const ANSWER_RULES = {
  'success-response-removed': rule(
    both('breaking'),
    'A response that means success is gone.',
    'Clients take the status as the sign that the call worked, and read its content.',
  ),
  'other-response-removed': rule(
    both('risky'),
    'A response that does not mean success is gone.',
    'Clients may treat its status in a way of their own. Errors that are not described may come all the same.',
  ),
  'response-added': rule(
    both('safe'),
    'A response is new.',
    'Any status may come at any time; clients know it by its class.',
  ),
  'required-header-removed': rule(
    { request: 'risky', response: 'breaking' },
    'A header that always came is gone.',
    'Clients may rely on it. One that they send is ignored.',
  ),
  'optional-header-removed': rule(
    both('risky'),
    'A header that could come is gone.',
    'Clients had to do without it, but may have used it.',
  ),
  'required-header-added': rule(
    NARROWS,
    'A required header is new.',
    'Who has to send it, in a part of a body, does not; who receives it may ignore it.',
  ),
  'header-added': rule(both('safe'), 'A header is new.', 'Clients ignore what they do not know.'),
  'header-became-optional': rule(
    WIDENS,
    'A header is optional that was required.',
    'Clients may rely on it.',
  ),
  'header-became-required': rule(
    NARROWS,
    'A header is required that was optional.',
    'Who has to send it may not do so; who receives it only gains.',
  ),
  'header-serialization-changed': rule(
    both('breaking'),
    'The values of a header are written in another way (`style`, `explode`, media type).',
    'The same value gives another text, which the other side reads as another value.',
  ),
  'header-deprecated': rule(both('safe'), 'A header is deprecated.', 'It comes as before.'),
  'header-undeprecated': rule(
    both('safe'),
    'A header is no longer deprecated.',
    'It comes as before.',
  ),
  'link-removed': rule(
    both('risky'),
    'A link of a response is gone.',
    'Nothing on the wire changes. Clients that are generated from links lose a method.',
  ),
  'link-changed': rule(
    both('risky'),
    'A link of a response leads to another operation, or with other values.',
    'Nothing on the wire changes. Clients that follow links make another call.',
  ),
  'link-added': rule(both('safe'), 'A link of a response is new.', 'Clients need not follow it.'),
} as const;
