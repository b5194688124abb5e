/**
 * What definitions are held to without further settings. An error: the definition cannot be read or resolved, or no console or client can
 * make the call from it. A warning: the standard forbids it, or it says nothing, and nothing breaks. What is allowed is not here.
 */

interface Rule {
  readonly severity: 'error' | 'warning';
  /** Why it matters, as a sentence without a period. */
  readonly why: string;
}

const error = (why: string): Rule => ({ severity: 'error', why });
const warning = (why: string): Rule => ({ severity: 'warning', why });

/** By name. The names that Redocly's linter has, too, mean what they mean there. */
export const STANDARD_RULES = {
  struct: error(
    'Readers with types refuse the whole definition, and a console has nothing to show',
  ),
  'unknown-field': warning('Every tool passes over it: what it says is lost'),
  'unknown-keyword': warning(
    'It has no meaning in JSON Schema 2020-12: validators and clients pass over it',
  ),
  'keyword-version': error(
    'Tools that know the version pass over it and take values that it was to exclude',
  ),
  'empty-value': warning('Tools differ on whether a null is a missing value or a wrong one'),

  'no-unresolved-refs': error('No console can show and no client can build what is not there'),
  'unresolved-uri': warning('Only tools that were given the document of that name can follow it'),
  'reference-kind': error('Tools read the target as something that it is not'),
  'spec-ref-siblings': warning('Tools that obey the standard ignore it, others do not'),
  'spec-strict-refs': warning(
    'The standard allows no `$ref` here: some tools follow it, others see an empty object',
  ),
  'discriminator-mapping': error('A client cannot tell which schema a value has'),
  'spec-discriminator-defaultMapping': error('A client cannot tell which schema a value has'),
  'link-operation': error('Nothing can follow the link'),
  'link-operation-id': warning(
    'Nothing can follow the link; the call that it comes from is not affected',
  ),

  'operation-operationId-unique': error(
    'Generated clients have one method for each id: one call is lost',
  ),
  'operation-parameters-unique': error('Only one of the two is sent'),
  'no-identical-paths': error('Nothing tells which of the two a call is for'),
  'no-duplicated-tag-names': warning('Consoles show one of the two descriptions'),

  'path-form': error('No address can be made of it'),
  'path-not-include-query': error(
    'No address can be made of it: the query is a matter of parameters',
  ),
  'path-fragment': warning('What follows `#` is never sent'),
  'path-variable-once': warning('Some tools fill in the first of the two only'),
  'path-declaration-must-exist': error('Nothing says what is to be put there'),
  'path-parameters-defined': warning('Tools take a text for it that nothing describes'),
  'path-parameter-unused': error('The value has no place in the address'),
  'path-parameter-required': error(
    'Without a value there is no address: clients build a wrong one',
  ),

  'parameter-value': error('A client cannot tell how to write the value'),
  'parameter-style': error('A client cannot tell how to write the value'),
  'spec-querystring-parameters': error('A client cannot tell how to write the query'),
  'spec-no-invalid-encoding-combinations': error('A client cannot tell how to write the body'),
  'body-parameters': error('A call has one body: a client cannot send what is asked'),
  'form-consumes': error('A file can be sent in a form only'),
  'collection-format': warning('Values can be repeated in the query and in forms only'),

  'responses-empty': warning('Nothing says what an answer looks like'),
  'response-status': error('No answer has that status'),
  'response-status-range': warning('No answer has that status: tools pass over it'),
  'media-type-form': warning('No request or answer has that type: tools pass over it'),

  'security-scheme-missing': error('A client cannot tell what to send, and the call is refused'),
  'security-scopes': warning('Only OAuth and OpenID Connect have scopes'),
  'security-flow': warning('It says nothing for a scheme of this kind'),

  'host-form': error('No address can be made of it'),
  'server-form': warning('Addresses that are made of it can be wrong'),
  'no-undefined-server-variable': error('No address can be made of it'),
  'server-variable-default': error(
    'The address that is used unless one is chosen is not among the allowed',
  ),
  'server-variable-values': warning('Whoever chooses from the list cannot choose the default'),

  'array-items': warning('Nothing says what is in the list: clients take anything'),
  'empty-list': warning('JSON Schema wants at least one entry: validators refuse the schema'),
  'schema-default': warning('A client that sends the default sends a wrong value'),
  'no-enum-type-mismatch': warning('No value can be both: the entry never matches'),
  'schema-pattern': warning('Validators that compile it fail, others pass over it'),
  'read-and-write-only': warning('Nothing can be both: tools leave the property out'),
  'nullable-type-sibling': warning(
    '`nullable` adds null to the `type` beside it: without one it says nothing',
  ),
  'examples-list': warning('Tools that expect a list show nothing'),
  'file-type': warning('Only answers and form fields are files in 2.0'),

  'example-and-examples': warning('Consoles show one of the two'),
  'no-example-value-and-externalValue': warning('Consoles show one of the two'),
  'spec-example-values': warning('Consoles show one of the two'),

  'spec-components-invalid-map-name': error(
    'References to it cannot be written, and generated names are broken',
  ),
  'license-identifier-url': warning('Tools show one of the two'),
  'email-form': warning('The address cannot be written to'),
  'url-form': warning('The link leads nowhere'),
  'spec-no-invalid-tag-parents': warning('Consoles show the tag without its parent'),
  'additional-operations': warning('The method has a field of its own, where tools look for it'),
} as const satisfies Record<string, Rule>;

export type StandardRule = keyof typeof STANDARD_RULES;

export const isRuleName = (name: string): name is StandardRule =>
  Object.hasOwn(STANDARD_RULES, name);
