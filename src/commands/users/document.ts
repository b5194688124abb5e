import * as v from 'valibot';
import type { Instant } from '../../model/ids.ts';
import type { User } from '../../model/resources.ts';
import { document, exactly, int, text } from '../shared/document.ts';

export const usersSchema = document(
  'users',
  'docs users --json',
  'The users, by name.',
  v.array(
    exactly<User>()(
      v.strictObject({
        id: int(),
        name: text(),
        email: text(),
        role: v.picklist(['ADMIN', 'PUBLISHER', 'WRITER', 'REVIEWER']),
        lastActiveAt: v.nullable(text<Instant>('Null means never.')),
      }),
    ),
  ),
);
