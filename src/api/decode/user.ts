import type { User } from '../../model/resources.ts';
import {
  asInstantOrNull,
  asInteger,
  asList,
  asObject,
  asText,
  asTextOrEmpty,
  asWord,
} from './shape.ts';

/** Contract, section 2, "User". */
export const decodeUsers = (json: unknown): User[] =>
  asList(json, 'users', (item, name) => {
    const user = asObject(item, name);
    return {
      id: asInteger(user['id'], `${name}.id`),
      name: asTextOrEmpty(user['name'], `${name}.name`),
      email: asText(user['email'], `${name}.email`),
      role: asWord(user['role'], `${name}.role`) as User['role'],
      lastActiveAt: asInstantOrNull(user['lastActiveAt'], `${name}.lastActiveAt`),
    };
  });
