/** What the objects of the standard are called in messages. */
import type { NodeType } from './types.ts';

const CALLED: Readonly<Record<string, string>> = {
  Root: 'the definition',
  Info: '`info`',
  Contact: '`contact`',
  License: '`license`',
  Server: 'a server',
  ServerVariable: 'a server variable',
  Components: '`components`',
  Paths: '`paths`',
  PathItem: 'a path',
  Operation: 'an operation',
  ExternalDocs: '`externalDocs`',
  Parameter: 'a parameter',
  ParameterItems: '`items`',
  RequestBody: 'a request body',
  MediaType: 'a media type',
  Encoding: 'an encoding',
  Responses: '`responses`',
  Response: 'a response',
  Callback: 'a callback',
  Example: 'an example',
  Link: 'a link',
  Header: 'a header',
  Tag: 'a tag',
  Schema: 'a schema',
  Discriminator: 'a discriminator',
  Xml: '`xml`',
  SecurityScheme: 'a security scheme',
  OAuth2Flows: '`flows`',
  ImplicitFlow: 'a flow',
  PasswordFlow: 'a flow',
  ClientCredentials: 'a flow',
  AuthorizationCode: 'a flow',
  DeviceAuthorization: 'a flow',
  SecurityRequirement: 'a security requirement',
};

/** An object of the standard, with an article; every other type is a map. */
export const calledOf = ({ name }: NodeType): string => CALLED[name] ?? 'a map';

/** Whether a type is an object of the standard, rather than a list, a map or a scalar. */
export const isObject = ({ name }: NodeType): boolean => Object.hasOwn(CALLED, name);
