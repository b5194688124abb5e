/**
 * The default rules for definitions. An error: the definition cannot be read or resolved, or no console or client can make the call from it. A
 * warning: the standard forbids it, or it has no effect, and nothing breaks. Nothing that the standard allows is here.
 */

interface Rule {
  readonly severity: 'error' | 'warning';
  /** Why it matters, as a sentence without a period. */
  readonly why: string;
}

const error = (why: string): Rule => ({ severity: 'error', why });
const warning = (why: string): Rule => ({ severity: 'warning', why });

/** By name. Names that Redocly's linter also has mean the same there. */
export const STANDARD_RULES = {
  struct: error('Typed parsers refuse the whole definition, and a console has nothing to show'),
  'unknown-field': warning('Tools ignore it, so what it says is lost'),
  'unknown-keyword': warning(
    'It has no meaning in JSON Schema 2020-12: validators and clients ignore it',
  ),
  'keyword-version': error(
    'Tools that follow the version ignore it and accept values that it should exclude',
  ),
  'empty-value': warning('Tools differ on whether a null is a missing value or a wrong one'),

  'no-unresolved-refs': error(
    'The target does not exist, so no console can show it and no client can be built from it',
  ),
  'unresolved-uri': warning('Only tools that have the document with that name can follow it'),
  'reference-kind': error('Tools read the target as the wrong kind of object'),
  'spec-ref-siblings': warning('Tools that follow the standard ignore it, others do not'),
  'spec-strict-refs': warning(
    'The standard allows no `$ref` here: some tools follow it, others see an empty object',
  ),
  'discriminator-mapping': error('A client cannot tell which schema a value has'),
  'spec-discriminator-defaultMapping': error('A client cannot tell which schema a value has'),
  'discriminator-optional': warning(
    'If a value lacks it, a client cannot tell which schema the value has',
  ),
  'link-operation': error('Nothing can follow the link'),
  'link-operation-id': warning('Nothing can follow the link; the call itself is not affected'),

  'operation-operationId-unique': error(
    'Generated clients have one method for each id: one call is lost',
  ),
  'operation-parameters-unique': error('Only one of the two is sent'),
  'no-identical-paths': error('Nothing tells which of the two a call is meant for'),
  'no-duplicated-tag-names': warning('Consoles show one of the two descriptions'),

  'path-form': error('No URL can be built from it'),
  'path-not-include-query': error('No URL can be built from it: the query belongs in parameters'),
  'path-fragment': warning('What follows `#` is never sent'),
  'path-variable-once': warning('Some tools fill in only the first of the two'),
  'path-declaration-must-exist': error('Nothing says which value goes there'),
  'path-parameters-defined': warning('Tools ask for a string that nothing describes'),
  'path-parameter-unused': error('The URL has no place for the value'),
  'path-parameter-required': error(
    'Without a value the URL is incomplete: clients build a wrong one',
  ),

  'parameter-value': error('A client cannot tell how to write the value'),
  'parameter-style': error('A client cannot tell how to write the value'),
  'spec-querystring-parameters': error('A client cannot tell how to write the query'),
  'spec-no-invalid-encoding-combinations': error('A client cannot tell how to write the body'),
  'body-parameters': error('A call has one body: a client cannot send what is described'),
  'form-consumes': error('A file can only be sent in a form'),
  'collection-format': warning('Values can only be repeated in the query and in forms'),

  'responses-empty': warning('Nothing says what a response looks like'),
  'response-status': error('No response has that status'),
  'response-status-range': warning('No response has that status: tools ignore it'),
  'media-type-form': warning('No request or response has that type: tools ignore it'),

  'security-scheme-missing': error('A client cannot tell what to send, and the call is refused'),
  'security-scopes': warning('Only OAuth and OpenID Connect have scopes'),
  'security-flow': warning('It has no effect for a scheme of this kind'),

  'host-form': error('No URL can be built from it'),
  'server-form': warning('URLs that are built from it can be wrong'),
  'no-undefined-server-variable': error('No URL can be built from it'),
  'server-variable-default': error('The default is not one of the allowed values'),
  'server-variable-values': warning('A user who chooses from the list cannot choose the default'),

  'array-items': warning('Nothing says what is in the list: clients accept anything'),
  'empty-list': warning('JSON Schema requires at least one entry: validators refuse the schema'),
  'repeated-entry': warning('JSON Schema requires unique entries: validators refuse the schema'),
  'schema-default': warning('A client that sends the default sends an invalid value'),
  'no-enum-type-mismatch': warning('No value can be both: the entry never matches'),
  'schema-pattern': warning('Validators that compile it fail, others ignore it'),
  'read-and-write-only': warning('Nothing can be both: tools leave the property out'),
  'nullable-type-sibling': warning(
    '`nullable` adds null to the `type` beside it: without one it has no effect',
  ),
  'examples-list': warning('Tools that expect a list show nothing'),
  'file-type': warning('In 2.0, only responses and form fields can be files'),

  'example-and-examples': warning('Consoles show one of the two'),
  'no-example-value-and-externalValue': warning('Consoles show one of the two'),
  'spec-example-values': warning('Consoles show one of the two'),

  'spec-components-invalid-map-name': error(
    'References to it cannot be written, and generated names are broken',
  ),
  'license-identifier-url': warning('Tools show one of the two'),
  'email-form': warning('No mail can be sent to the address'),
  'url-form': warning('The link leads nowhere'),
  'spec-no-invalid-tag-parents': warning('Consoles show the tag without its parent'),
  'additional-operations': warning('The method has a field of its own, where tools look for it'),
} as const satisfies Record<string, Rule>;

export type StandardRule = keyof typeof STANDARD_RULES;

export const isRuleName = (name: string): name is StandardRule =>
  Object.hasOwn(STANDARD_RULES, name);
