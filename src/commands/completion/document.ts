import * as v from 'valibot';
import { document, text } from '../shared/document.ts';

export const completionSchema = document(
  'completion',
  'docs completion --json',
  'The script.',
  v.strictObject({ shell: v.picklist(['bash', 'zsh', 'fish', 'powershell']), script: text() }),
);
