// oxlint-disable unicorn/no-thenable -- a keyword of JSON Schema
/** Legal and faulty definitions, the standard's verdict, and the sentence that asks for it. */

export type Part = Readonly<Record<string, unknown>>;

export interface StandardCase {
  readonly name: string;
  /** The sentence of the standard: version, section, words. */
  readonly source: string;
  readonly definition: Part;
  /** `error rule` and `warning rule`, in any order; none: silent. */
  readonly found: readonly string[];
}

export const ok = { '200': { description: 'ok' } };
export const get = (more: Part = {}): Part => ({ get: { responses: ok, ...more } });
const answer = (schema: unknown): Part => ({
  get: { responses: { '200': { description: 'ok', content: { 'application/json': { schema } } } } },
});

const VERSIONS = { '3.0': '3.0.3', '3.1': '3.1.0', '3.2': '3.2.0' } as const;

export const info = { title: 'Shop', version: '1' };
export const api = (version: keyof typeof VERSIONS, more: Part): Part => ({
  openapi: VERSIONS[version],
  info,
  paths: { '/a': get() },
  ...more,
});
export const api2 = (more: Part): Part => ({
  swagger: '2.0',
  info,
  paths: { '/a': get() },
  ...more,
});
export const schemas = (version: keyof typeof VERSIONS, map: Part): Part =>
  api(version, { components: { schemas: map } });

export const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };
const q = { name: 'q', in: 'query', schema: { type: 'string' } };
const kinds = (mapping: Part, more: Part = {}): Part => ({
  Cat: { type: 'object', required: ['kind'], properties: { kind: { type: 'string' } } },
  Dog: { type: 'object', required: ['kind'], properties: { kind: { type: 'string' } } },
  Pet: {
    oneOf: [{ $ref: '#/components/schemas/Cat' }, { $ref: '#/components/schemas/Dog' }],
    discriminator: { propertyName: 'kind', mapping, ...more },
  },
});

const legal = (
  name: string,
  source: string,
  definition: Part,
  ...hints: string[]
): StandardCase => ({
  name,
  source,
  definition,
  found: hints,
});
const fault = (
  name: string,
  source: string,
  definition: Part,
  ...found: [string, ...string[]]
): StandardCase => ({ name, source, definition, found });

const EXTENSIONS = {
  '3.0':
    '3.0.3, Specification Extensions: "The value can be null, a primitive, an array or an object"',
  '3.1':
    '3.1.0, Specification Extensions: "The value can be null, a primitive, an array or an object"',
  '3.2': '3.2.0, Specification Extensions: "The value can be any valid JSON value"',
} as const;

export const LEGAL: readonly StandardCase[] = [
  legal(
    'text beside a $ref in 2.0',
    '2.0, Reference Object is JSON Reference, whose draft-03 says: "Any members other than $ref in a JSON Reference object SHALL be ignored"',
    api2({
      definitions: {
        A: { type: 'string' },
        B: { properties: { a: { $ref: '#/definitions/A', description: 'mine' } } },
      },
    }),
    'warning spec-ref-siblings',
  ),
  legal(
    'text beside a $ref in 3.0',
    '3.0.3, Reference Object: "any properties added SHALL be ignored"',
    schemas('3.0', {
      A: { type: 'string' },
      B: { properties: { a: { $ref: '#/components/schemas/A', description: 'mine' } } },
    }),
    'warning spec-ref-siblings',
  ),
  legal(
    'a description beside the $ref of a response in 3.1',
    '3.1.0, Reference Object, description: "by default SHOULD override that of the referenced component"',
    api('3.1', {
      paths: {
        '/a': get({ responses: { '200': { $ref: '#/components/responses/R', description: 'x' } } }),
      },
      components: { responses: { R: { description: 'ok' } } },
    }),
  ),
  legal(
    'keywords beside a $ref of a schema in 3.1',
    '3.1.0, Schema Object is JSON Schema 2020-12, core 8.2.3: $ref is an applicator beside others',
    schemas('3.1', {
      A: { type: 'string' },
      B: { $ref: '#/components/schemas/A', maxLength: 3, default: 'x' },
    }),
  ),
  legal(
    'nullable in 3.1',
    'JSON Schema 2020-12, core 4.3.1: "A JSON Schema MAY contain properties which are not schema keywords"',
    schemas('3.1', { A: { type: 'string', nullable: true } }),
    'warning unknown-keyword',
  ),
  legal(
    'an operation in another file of its own is a matter of the bundle',
    '3.1.0, Document Structure: "MAY be made up of a single document or be divided into multiple, connected parts at the discretion of the author"',
    api('3.1', { paths: { '/a': { get: { $ref: 'get.json' } } } }),
  ),
  legal(
    'a mapping by the name of a schema',
    '3.0.3, Discriminator Object, mapping: "An object to hold mappings between payload values and schema names or references"',
    schemas('3.0', kinds({ c: 'Cat', d: 'Dog' })),
  ),
  legal(
    'a mapping by reference',
    '3.0.3, Discriminator Object, mapping: "schema names or references"',
    schemas('3.0', kinds({ c: '#/components/schemas/Cat', d: 'Dog' })),
  ),
  ...['/b/{naïve}', '/b/{a b}', '/b/{$id}', '/b/{a:[0-9]+}', '/b/{a}-{c}', '/b/{a,c}'].map(
    (path) => {
      const names = Array.from(path.matchAll(/\{([^}]*)\}/g), ([, name = '']) => name);
      return legal(
        `the path ${path}`,
        '3.0.3, Path Templating: "the usage of template expressions, delimited by curly braces ({})", whatever is in them',
        api('3.0', {
          paths: {
            [path]: get({ parameters: names.map((name) => Object.assign({}, id, { name })) }),
          },
        }),
      );
    },
  ),
  ...(['3.0', '3.1', '3.2'] as const).map((version) =>
    legal(
      `extensions of any content in ${version}`,
      EXTENSIONS[version],
      api(version, {
        info: { ...info, 'x-logo': 'logo.png' },
        'x-tagGroups': { none: true },
        'x-webhooks': { a: { $ref: '#/nowhere' } },
        tags: [{ name: 'a', 'x-displayName': 1 }],
        paths: {
          '/a': get({
            'x-code-samples': [{ name: 'a', language: 'b', code: 'c' }],
            'x-codeSamples': 'none',
            'x-any': { $ref: 'nowhere.yaml' },
          }),
          'x-more': [1],
        },
        components: { schemas: { A: { type: 'string', 'x-tags': 3, 'x-enumDescriptions': [1] } } },
      }),
    ),
  ),
  legal(
    'extensions of any content in 2.0',
    '2.0, Vendor Extensions: "The value can be null, a primitive, an array or an object"',
    api2({
      'x-servers': 1,
      securityDefinitions: {
        o: {
          type: 'oauth2',
          flow: 'implicit',
          authorizationUrl: 'https://a.example',
          scopes: { a: 'b', 'x-more': { deep: true } },
        },
      },
      definitions: { A: { type: 'string', 'x-nullable': 'yes', 'x-extendedDiscriminator': {} } },
    }),
  ),
  legal(
    'boolean schemas wherever a schema is in 3.1',
    'JSON Schema 2020-12, core 4.3.2: "The boolean schema values true and false are trivial schemas"',
    schemas('3.1', {
      A: true,
      B: { properties: { a: false }, items: true, prefixItems: [true, false], not: false },
      C: {
        allOf: [true],
        if: true,
        then: false,
        contains: true,
        patternProperties: { '^a': false },
      },
      D: { $defs: { a: true }, dependentSchemas: { a: false }, unevaluatedItems: false },
    }),
  ),
  legal(
    'the keywords of 2020-12',
    '3.1.0, Schema Object: "a superset of the JSON Schema Specification Draft 2020-12"',
    schemas('3.1', {
      A: {
        type: ['integer', 'null'],
        exclusiveMinimum: 3,
        const: 4,
        if: { minimum: 1 },
        then: { maximum: 9 },
        else: false,
        prefixItems: [true],
        contains: {},
        minContains: 0,
        dependentRequired: { a: ['b'] },
        propertyNames: { pattern: '^a' },
        contentEncoding: 'base64',
        contentMediaType: 'image/png',
        contentSchema: {},
        unevaluatedProperties: false,
        examples: [4],
        $comment: 'no comment',
        $vocabulary: { 'https://a.example/v': true },
      },
    }),
  ),
  legal(
    'a pointer relative to an $id',
    'JSON Schema 2020-12, core 8.2.1: "This URI also serves as the base URI for relative URI-references in keywords within the schema resource"',
    api('3.1', {
      jsonSchemaDialect: 'https://spec.openapis.org/oas/3.1/dialect/base',
      components: {
        schemas: {
          S: {
            $id: 'https://x.example/s',
            $defs: { n: { $anchor: 'nn', type: 'string' } },
            $ref: '#/$defs/n',
          },
          T: { $ref: 'https://x.example/s#nn' },
          U: { $ref: 'https://x.example/s#/$defs/n' },
        },
      },
    }),
  ),
  legal(
    'anchors',
    'JSON Schema 2020-12, core 8.2.2: "identifier keywords that can only be used to create plain name fragments"',
    schemas('3.1', {
      T: { $anchor: 'tt', type: 'string' },
      U: { $ref: '#tt' },
      V: { $dynamicAnchor: 'node', properties: { next: { $dynamicRef: '#node' } } },
      W: { $ref: '#node' },
    }),
  ),
  legal(
    'webhooks alone',
    '3.1.0, Definitions, OpenAPI Document: "MUST contain at least one paths field, a components field or a webhooks field"',
    { openapi: '3.1.0', info, webhooks: { a: { post: { responses: ok } } } },
  ),
  legal(
    'components alone',
    '3.1.0, Definitions, OpenAPI Document: "MUST contain at least one paths field, a components field or a webhooks field"',
    { openapi: '3.1.0', info, components: { schemas: {} } },
  ),
  legal(
    'an operation without responses in 3.1',
    '3.1.0, Operation Object: responses is not REQUIRED',
    api('3.1', { paths: { '/a': { get: {} } } }),
  ),
  legal(
    'ranges of statuses and numbers as keys',
    '3.0.3, Responses Object: "To define a range of response codes, this field MAY contain the uppercase wildcard character X"',
    api('3.0', {
      paths: {
        '/a': get({
          responses: {
            200: { description: 'a' },
            '4XX': { description: 'b' },
            default: { description: 'c' },
          },
        }),
      },
    }),
  ),
  legal(
    'the additions of 3.2',
    '3.2.0: Path Item Object (query, additionalOperations), OpenAPI Object ($self), Tag Object (kind, parent), Response Object (description is not REQUIRED)',
    {
      openapi: '3.2.0',
      $self: 'https://x.example/api',
      info,
      tags: [
        { name: 'a', summary: 'A', kind: 'nav' },
        { name: 'b', parent: 'a' },
      ],
      paths: {
        '/a': {
          query: { responses: { 200: {} } },
          additionalOperations: { COPY: { responses: { 200: { summary: 'ok' } } } },
        },
      },
    },
  ),
  legal(
    'media types by reference in 3.2',
    '3.2.0, Components Object, mediaTypes: "Map[string, Media Type Object | Reference Object]"',
    api('3.2', {
      paths: {
        '/a': get({
          responses: {
            200: { content: { 'application/json': { $ref: '#/components/mediaTypes/M' } } },
          },
        }),
      },
      components: { mediaTypes: { M: { itemSchema: { type: 'string' } } } },
    }),
  ),
  legal(
    'streams, whole queries and devices in 3.2',
    '3.2.0: Media Type Object (itemSchema, prefixEncoding, itemEncoding), Parameter Object (querystring), OAuth Flows Object (deviceAuthorization)',
    api('3.2', {
      security: [{ o: ['a'] }, { 'https://x.example/schemes#k': [] }],
      paths: {
        '/a': {
          post: {
            parameters: [{ name: 'f', in: 'querystring', content: { 'application/json': {} } }],
            requestBody: {
              content: {
                'multipart/mixed': { itemSchema: {}, prefixEncoding: [{}], itemEncoding: {} },
              },
            },
            responses: {
              200: {
                content: {
                  'text/event-stream': { examples: { e: { dataValue: 1, serializedValue: '1' } } },
                },
              },
            },
          },
        },
      },
      components: {
        securitySchemes: {
          o: {
            type: 'oauth2',
            deprecated: true,
            oauth2MetadataUrl: 'https://x.example',
            flows: {
              deviceAuthorization: {
                deviceAuthorizationUrl: 'https://x.example/d',
                tokenUrl: 'https://x.example/t',
                scopes: { a: 'b' },
              },
            },
          },
        },
      },
    }),
  ),
  legal(
    'a schema of another dialect',
    '3.1.0, Specifying Schema Dialects: "$schema … MAY be present … and if present MUST be used"',
    api('3.1', {
      components: {
        schemas: {
          A: {
            $schema: 'http://json-schema.org/draft-04/schema#',
            type: 'number',
            minimum: 1,
            exclusiveMinimum: true,
          },
        },
      },
    }),
  ),
  legal(
    'types as in draft 4 in 2.0',
    '2.0, Schema Object: type is "taken directly from the JSON Schema definition"',
    api2({ definitions: { A: { type: ['string', 'null'] } } }),
  ),
  legal(
    'a path whose operations are elsewhere',
    '3.0.3, Path Item Object, $ref: "Allows for an external definition of this path item"',
    api('3.0', { paths: { '/a': get(), '/b': { $ref: '#/paths/~1a', summary: 'same' } } }),
  ),
  legal(
    'a property called $ref, and examples that look like references',
    '3.0.3, Example Object, value: "Embedded literal example"',
    schemas('3.0', {
      A: {
        type: 'object',
        properties: { $ref: { type: 'string' } },
        example: { $ref: '#/nowhere' },
        default: { $ref: '#/nowhere' },
        enum: [{ $ref: '#/nowhere' }],
      },
    }),
  ),
  legal(
    'callbacks by expression',
    '3.0.3, Callback Object: "{expression} | Path Item Object"',
    api('3.0', {
      paths: {
        '/a': get({
          callbacks: { c: { '{$request.body#/url}?x={$url}': { post: { responses: ok } } } },
        }),
      },
    }),
  ),
  legal(
    'a requirement that nothing is needed, and one of several schemes',
    '3.0.3, Operation Object, security: "an empty security requirement ({}) can be included in the array"',
    api('3.0', {
      security: [{}, { k: [], h: [] }],
      components: {
        securitySchemes: {
          k: { type: 'apiKey', in: 'header', name: 'k' },
          h: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        },
      },
    }),
  ),
];

const names = (version: '3.0' | '3.1' | '3.2', security: unknown): Part => ({
  ...api(version, { paths: { '/a': get({ security }) } }),
});

const PATH =
  '3.0.3, Parameter Object, required: "If the parameter location is path, this property is REQUIRED and its value MUST be true"';
const NO_KEYWORD =
  '3.0.3, Schema Object, the list of properties; "Additional properties defined by the JSON Schema specification that are not mentioned here are strictly unsupported"';

export const FAULTS: readonly StandardCase[] = [
  fault(
    'a path parameter that is not required',
    PATH,
    api('3.0', { paths: { '/b/{id}': get({ parameters: [{ ...id, required: undefined }] }) } }),
    'error path-parameter-required',
  ),
  fault(
    'a path parameter that is optional',
    PATH,
    api('3.1', { paths: { '/b/{id}': get({ parameters: [{ ...id, required: false }] }) } }),
    'error path-parameter-required',
  ),
  fault(
    'a path parameter of 2.0 that is not required',
    '2.0, Parameter Object, required: "If the parameter is in \\"path\\", this property is required and its value MUST be true"',
    api2({
      paths: { '/b/{id}': get({ parameters: [{ name: 'id', in: 'path', type: 'string' }] }) },
    }),
    'error path-parameter-required',
  ),
  fault(
    'a security requirement without its scheme',
    '3.0.3, Security Requirement Object: "Each name MUST correspond to a security scheme which is declared in the Security Schemes under the Components Object"',
    names('3.0', [{ nope: [] }]),
    'error security-scheme-missing',
  ),
  fault(
    'the same in 2.0',
    '2.0, Security Requirement Object: "The name used for each property MUST correspond to a security scheme declared in the Security Definitions"',
    api2({ security: [{ nope: [] }] }),
    'error security-scheme-missing',
  ),
  fault(
    'the same in 3.2, where it is not a URI',
    '3.2.0, Security Requirement Object: "Each name or URI MUST correspond to a security scheme"',
    names('3.2', [{ nope: [] }]),
    'error security-scheme-missing',
  ),
  fault(
    'schema beside content',
    '3.0.3, Parameter Object: "A parameter MUST contain either a schema property, or a content property, but not both"',
    api('3.0', {
      paths: { '/a': get({ parameters: [{ ...q, content: { 'application/json': {} } }] }) },
    }),
    'error parameter-value',
  ),
  fault(
    'neither schema nor content',
    '3.1.0, Parameter Object: "A parameter MUST contain either a schema property, or a content property, but not both"',
    api('3.1', { paths: { '/a': get({ parameters: [{ name: 'q', in: 'query' }] }) } }),
    'error parameter-value',
  ),
  fault(
    'content of two media types',
    '3.0.3, Parameter Object, content: "The map MUST only contain one entry"',
    api('3.0', {
      paths: {
        '/a': get({ parameters: [{ name: 'q', in: 'query', content: { 'a/b': {}, 'c/d': {} } }] }),
      },
    }),
    'error parameter-value',
  ),
  fault(
    'two bodies in 2.0',
    '2.0, Parameter Object, Body: "Since there can only be one payload, there can only be one body parameter"',
    api2({
      paths: {
        '/a': {
          post: {
            parameters: [
              { name: 'a', in: 'body', schema: {} },
              { name: 'b', in: 'body', schema: {} },
            ],
            responses: ok,
          },
        },
      },
    }),
    'error body-parameters',
  ),
  fault(
    'a body with a form in 2.0',
    '2.0, Parameter Object, Body: "body and form parameters cannot exist together for the same operation"',
    api2({
      paths: {
        '/a': {
          post: {
            consumes: ['application/x-www-form-urlencoded'],
            parameters: [
              { name: 'a', in: 'body', schema: {} },
              { name: 'b', in: 'formData', type: 'string' },
            ],
            responses: ok,
          },
        },
      },
    }),
    'error body-parameters',
  ),
  fault(
    'a file without a form in 2.0',
    '2.0, Parameter Object, type: "If type is \\"file\\", the consumes MUST be either \\"multipart/form-data\\", \\"application/x-www-form-urlencoded\\" or both"',
    api2({
      consumes: ['application/json'],
      paths: {
        '/a': {
          post: { parameters: [{ name: 'b', in: 'formData', type: 'file' }], responses: ok },
        },
      },
    }),
    'error form-consumes',
  ),
  fault(
    'a license of two kinds',
    '3.1.0, License Object, identifier: "The identifier field is mutually exclusive of the url field"',
    api('3.1', {
      info: { ...info, license: { name: 'MIT', identifier: 'MIT', url: 'https://x.example' } },
    }),
    'warning license-identifier-url',
  ),
  fault(
    'a default of another type in 2.0',
    '2.0, Schema Object, default: "Unlike JSON Schema, the value MUST conform to the defined type for the Schema Object"',
    api2({ definitions: { A: { type: 'integer', default: 'x' } } }),
    'warning schema-default',
  ),
  fault(
    'a default of another type in 3.0',
    '3.0.3, Schema Object, default: "Unlike JSON Schema, the value MUST conform to the defined type"',
    schemas('3.0', { A: { type: 'integer', default: 'x' } }),
    'warning schema-default',
  ),
  fault(
    'a default of another type in 3.1',
    'JSON Schema 2020-12, validation 9.2: "It is RECOMMENDED that a default value be valid against the associated schema"',
    schemas('3.1', { A: { type: ['integer', 'null'], default: 'x' } }),
    'warning schema-default',
  ),
  fault(
    'an array without items in 3.0',
    '3.0.3, Schema Object, items: "items MUST be present if the type is array"',
    schemas('3.0', { A: { type: 'array' } }),
    'warning array-items',
  ),
  fault(
    'an array without items in 2.0',
    '2.0, Parameter Object, items: "Required if type is \\"array\\""',
    api2({ paths: { '/a': get({ parameters: [{ name: 'q', in: 'query', type: 'array' }] }) } }),
    'warning array-items',
  ),
  fault(
    'a link to no operation',
    '3.0.3, Link Object, operationId: "The name of an existing, resolvable OAS operation"',
    api('3.0', { components: { links: { L: { operationId: 'nope' } } } }),
    'warning link-operation-id',
  ),
  fault(
    'a link by a reference to nothing',
    '3.0.3, Link Object, operationRef: "MUST point to an Operation Object"',
    api('3.0', { components: { links: { L: { operationRef: '#/paths/~1b/get' } } } }),
    'error link-operation',
  ),
  fault(
    'what is not an email address',
    '3.0.3, Contact Object, email: "MUST be in the format of an email address"',
    api('3.0', { info: { ...info, contact: { email: 'me' } } }),
    'warning email-form',
  ),
  fault(
    'an entry of enum of another type',
    'JSON Schema Wright 00, 5.20 with 5.21: no value is of the type and in the list',
    schemas('3.0', { A: { type: 'string', enum: ['a', 1] } }),
    'warning no-enum-type-mismatch',
  ),
  fault(
    'a pattern that is no expression',
    '3.0.3, Schema Object, pattern: "This string SHOULD be a valid regular expression"',
    schemas('3.0', { A: { type: 'string', pattern: '(a' } }),
    'warning schema-pattern',
  ),
  fault(
    'an operation id twice',
    '3.0.3, Operation Object, operationId: "The id MUST be unique among all operations described in the API"',
    api('3.0', { paths: { '/a': get({ operationId: 'a' }), '/b': get({ operationId: 'a' }) } }),
    'error operation-operationId-unique',
  ),
  fault(
    'an operation id twice, once in a webhook',
    '3.1.0, Operation Object, operationId: "The id MUST be unique among all operations described in the API"',
    api('3.1', {
      paths: { '/a': get({ operationId: 'a' }) },
      webhooks: { b: get({ operationId: 'a' }) },
    }),
    'error operation-operationId-unique',
  ),
  fault(
    'a variable of the path without parameter',
    '3.0.3, Path Templating: "Each template expression in the path MUST correspond to a path parameter"',
    api('3.0', { paths: { '/b/{id}': get() } }),
    'warning path-parameters-defined',
  ),
  fault(
    'a path parameter without its variable',
    '3.0.3, Parameter Object, name: "If in is \\"path\\", the name field MUST correspond to a template expression occurring within the path field"',
    api('3.0', { paths: { '/a': get({ parameters: [id] }) } }),
    'error path-parameter-unused',
  ),
  fault(
    'a reference to nothing',
    '3.0.3, Reference Object, $ref: "The reference string", which RFC 3986 and 6901 resolve',
    api('3.0', { paths: { '/a': answer({ $ref: '#/components/schemas/Nope' }) } }),
    'error no-unresolved-refs',
  ),
  fault(
    'a reference to an anchor that is not there',
    'JSON Schema 2020-12, core 8.2.2',
    schemas('3.1', { A: { $ref: '#nope' } }),
    'error no-unresolved-refs',
  ),
  fault(
    'a parameter that is a schema',
    '3.0.3, Operation Object, parameters: "[Parameter Object | Reference Object]" to a parameter',
    api('3.0', {
      paths: { '/a': get({ parameters: [{ $ref: '#/components/schemas/A' }] }) },
      components: { schemas: { A: { type: 'string' } } },
    }),
    'error reference-kind',
  ),
  fault(
    'a mapping to nothing',
    '3.0.3, Discriminator Object, mapping: "schema names or references"',
    schemas('3.0', kinds({ c: '#/components/schemas/Cat', d: 'Nope' })),
    'error discriminator-mapping',
  ),
  fault(
    'paths that are the same',
    '3.0.3, Paths Object: "Templated paths with the same hierarchy but different templated names MUST NOT exist as they are identical"',
    api('3.0', {
      paths: {
        '/b/{x}': get({ parameters: [{ ...id, name: 'x' }] }),
        '/b/{y}': get({ parameters: [{ ...id, name: 'y' }] }),
      },
    }),
    'warning no-identical-paths',
  ),
  fault(
    'a path with a query',
    '2.0, Paths Object: the query is a matter of parameters ("Query - Parameters that are appended to the URL")',
    api2({ paths: { '/b?x=1': get() } }),
    'warning path-not-include-query',
  ),
  fault(
    'a path without a slash',
    '3.0.3, Paths Object: "The field name MUST begin with a forward slash (/)"',
    api('3.0', { paths: { a: get() } }),
    'error path-form',
  ),
  fault(
    'no responses in 3.0',
    '3.0.3, Operation Object, responses: "REQUIRED"',
    api('3.0', { paths: { '/a': { get: {} } } }),
    'error struct',
  ),
  fault(
    'a response that is no status',
    '3.0.3, Responses Object: "Any HTTP status code can be used as the property name"',
    api('3.0', { paths: { '/a': get({ responses: { ok: { description: 'ok' } } }) } }),
    'error response-status',
  ),
  fault(
    'a variable of a server without value',
    '3.0.3, Server Object, variables: "used for substitution in the server\'s URL template"',
    api('3.0', { servers: [{ url: 'https://{region}.x.example' }] }),
    'error no-undefined-server-variable',
  ),
  fault(
    'a default that is not among the values',
    '3.1.0, Server Variable Object, default: "If the enum is defined, the value MUST exist in the enum\'s values"',
    api('3.1', {
      servers: [{ url: 'https://{r}.x.example', variables: { r: { enum: ['a'], default: 'b' } } }],
    }),
    'error server-variable-default',
  ),
  fault(
    'a number as exclusiveMinimum in 3.0',
    'JSON Schema Wright 00, 5.5: "The value of \\"exclusiveMinimum\\" MUST be a boolean"',
    schemas('3.0', { A: { type: 'integer', exclusiveMinimum: 3 } }),
    'error struct',
  ),
  fault(
    'true as exclusiveMinimum in 3.1',
    'JSON Schema 2020-12, validation 6.2.5: "The value of exclusiveMinimum MUST be a number"',
    schemas('3.1', { A: { type: 'integer', exclusiveMinimum: true } }),
    'error struct',
  ),
  fault('const in 3.0', NO_KEYWORD, schemas('3.0', { A: { const: 1 } }), 'error keyword-version'),
  fault(
    'oneOf in 2.0',
    '2.0, Schema Object, the list of properties',
    api2({ definitions: { A: { oneOf: [{ type: 'string' }] } } }),
    'error keyword-version',
  ),
  fault(
    'the type int',
    'JSON Schema 2020-12, validation 6.1.1: "String values MUST be one of the six primitive types … or integer"',
    schemas('3.1', { A: { type: 'int' } }),
    'error struct',
  ),
  fault(
    'the type null in 3.0',
    '3.0.3, Data Types: "null is not supported as a type"',
    schemas('3.0', { A: { type: 'null' } }),
    'error struct',
  ),
  fault(
    'a list of types in 3.0',
    '3.0.3, Schema Object, type: "Value MUST be a string. Multiple types via an array are not supported"',
    schemas('3.0', { A: { type: ['string', 'null'] } }),
    'error struct',
  ),
  fault(
    'a flow without its address',
    '3.0.3, OAuth Flow Object, tokenUrl: "REQUIRED"',
    api('3.0', {
      components: {
        securitySchemes: { o: { type: 'oauth2', flows: { clientCredentials: { scopes: {} } } } },
      },
    }),
    'error struct',
  ),
  fault(
    'a key without its place',
    '3.0.3, Security Scheme Object, in: "REQUIRED"',
    api('3.0', { components: { securitySchemes: { k: { type: 'apiKey', name: 'k' } } } }),
    'error struct',
  ),
  fault(
    'a number as version',
    '3.0.3, Info Object, version: "string REQUIRED"',
    api('3.0', { info: { title: 'Shop', version: 1 } }),
    'error struct',
  ),
  fault(
    'a parameter in no known place',
    '3.0.3, Parameter Object, in: "Possible values are \\"query\\", \\"header\\", \\"path\\" or \\"cookie\\""',
    api('3.0', { paths: { '/a': get({ parameters: [{ ...q, in: 'body' }] }) } }),
    'error struct',
  ),
  fault(
    'a parameter twice',
    '3.0.3, Operation Object, parameters: "The list MUST NOT include duplicated parameters"',
    api('3.0', { paths: { '/a': get({ parameters: [q, q] }) } }),
    'error operation-parameters-unique',
  ),
  fault(
    'a style that is for other places',
    '3.0.3, Style Values, the column "in"',
    api('3.0', { paths: { '/b/{id}': get({ parameters: [{ ...id, style: 'form' }] }) } }),
    'error parameter-style',
  ),
  fault(
    'a component of a name with a space',
    '3.0.3, Components Object: "MUST use keys that match the regular expression: ^[a-zA-Z0-9\\.\\-_]+$"',
    schemas('3.0', { 'A B': { type: 'string' } }),
    'error spec-components-invalid-map-name',
  ),
  fault(
    'tags of one name',
    '3.0.3, OpenAPI Object, tags: "Each tag name in the list MUST be unique"',
    api('3.0', { tags: [{ name: 'a' }, { name: 'a' }] }),
    'warning no-duplicated-tag-names',
  ),
  fault(
    'examples that are no list in 3.1',
    'JSON Schema 2020-12, validation 9.5: "The value of this keyword MUST be an array"',
    schemas('3.1', { A: { examples: { a: 1 } } }),
    'warning examples-list',
  ),
  fault(
    'a host with a scheme in 2.0',
    '2.0, Swagger Object, host: "This MUST be the host only and does not include the scheme nor sub-paths"',
    api2({ host: 'https://x.example' }),
    'error host-form',
  ),
  fault(
    'a field that the standard does not have',
    '3.1.0, Operation Object, the list of fields',
    api('3.1', { paths: { '/a': { get: { respons: {} } } } }),
    'warning unknown-field',
  ),
  fault(
    'nothing to call',
    '3.1.0, Definitions, OpenAPI Document: "MUST contain at least one paths field, a components field or a webhooks field"',
    { openapi: '3.1.0', info },
    'error struct',
  ),
  fault(
    'a whole query beside a part of it',
    '3.2.0, Parameter Object, Locations: "MUST NOT appear in the same operation (or in the operation\'s path-item) as any \\"in\\": \\"query\\" parameters"',
    api('3.2', {
      paths: {
        '/a': get({ parameters: [q, { name: 'f', in: 'querystring', content: { 'a/b': {} } }] }),
      },
    }),
    'error spec-querystring-parameters',
  ),
  fault(
    'a tag below one that is not there',
    '3.2.0, Tag Object, parent: "The named tag MUST exist in the API description"',
    api('3.2', { tags: [{ name: 'a', parent: 'b' }] }),
    'warning spec-no-invalid-tag-parents',
  ),
  fault(
    'two kinds of encoding',
    '3.2.0, Media Type Object, encoding: "MUST NOT be present if prefixEncoding or itemEncoding are present"',
    api('3.2', {
      paths: {
        '/a': {
          post: {
            requestBody: { content: { 'multipart/mixed': { encoding: {}, itemEncoding: {} } } },
            responses: ok,
          },
        },
      },
    }),
    'error spec-no-invalid-encoding-combinations',
  ),
  fault(
    'a response of no status range',
    '2.0, Responses Object: "{HTTP Status Code}"',
    api2({ paths: { '/a': get({ responses: { '4XX': { description: 'x' } } }) } }),
    'warning response-status-range',
  ),
];
