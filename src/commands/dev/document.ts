import * as v from 'valibot';
import { document, int, text } from '../shared/document.ts';

export const devSchema = document(
  'dev',
  'docs dev --json',
  'The first line on stdout, as soon as the server is ready.',
  v.strictObject({ url: text('Where the site begins. Ends in a slash.'), pid: int() }),
);
